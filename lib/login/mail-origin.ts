import type { Context } from '#lib/context';
import { type LanguageSource, readLocale } from '#lib/protocol/read-locale';
import type { PageFrame } from '#lib/theme/brand';
import type { MailOrigin } from '#lib/users/mail-recipient';

/** The language and the look of the page whose form causes a mail. */
export async function mailOrigin(
  request: LanguageSource,
  frame: PageFrame | null,
  context: Context,
): Promise<MailOrigin> {
  return { locale: await readLocale(request, context), tenant: frame?.brand?.tenant ?? null };
}
