import { z } from 'zod';
import { isLanguage, type Language } from '#lib/i18n/locales';
import { isMailAddress } from '#lib/settings/mailbox';
import type { Settings } from '#lib/settings/settings';
import { boundedText } from '#lib/vocabulary/text';
import { isMailKind, type MailContent, mailKinds } from './mail-kinds';

/** A mail to one person. */
export type Mail = MailContent & {
  /** An address that isMailAddress() accepts. */
  readonly to: string;
  readonly locale: Language;
  /** The tenant whose name and look the mail has. Null for the portal. */
  readonly tenant: string | null;
  /** The person's time zone (`zoneinfo`). UTC if it is left out or unknown. */
  readonly timeZone?: string | undefined;
};

const envelope = z.strictObject({
  kind: boundedText(100).refine(isMailKind),
  to: boundedText(254, z.refine(isMailAddress, 'is no address that a mail can go to')),
  locale: boundedText(35).refine(isLanguage),
  tenant: z.string().max(200).nullable(),
  timeZone: z.string().max(64).optional(),
  values: z.unknown(),
});

/**
 * Parses a mail from a caller or the database.
 * @throws ZodError if a value is missing, too long or malformed, or if the address cannot be used
 */
export function parseMail(input: unknown): Mail {
  const { kind, values, ...rest } = envelope.parse(input);
  // `kind` and `values` belong together, which the compiler cannot see.
  const content = { kind, values: mailKinds[kind].parse(values) } as MailContent;
  return { ...rest, ...content };
}

/** How mails leave: by SMTP, as files in the folder `outbox`, or not at all. */
type MailTransport = 'smtp' | 'outbox' | 'none';

export function mailTransport({ smtp, localhost }: Pick<Settings, 'smtp' | 'localhost'>): MailTransport {
  if (smtp !== null) return 'smtp';
  return localhost ? 'outbox' : 'none';
}
