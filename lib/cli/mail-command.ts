import { createId } from '#lib/crypto/random';
import { isLanguage, locales } from '#lib/i18n/locales';
import { isMailAddress } from '#lib/settings/mailbox';
import { CommandError, printable, type RunCommand } from './command';

export const sendTestMail: RunCommand = async (
  { positionals: [to = ''], options: { language = 'en' } },
  { settings: readSettings, now, out },
) => {
  if (!isMailAddress(to)) throw new CommandError('expected an address such as alice@example.com');
  if (typeof language !== 'string' || !isLanguage(language)) {
    throw new CommandError(`--language: expected one of ${locales.join(', ')}`);
  }
  const settings = await readSettings();
  // Loaded here, because other commands need neither the mail library nor the renderer.
  const [{ sendMail }, { portalLook }] = await Promise.all([
    import('#lib/mail/deliver-mails'),
    import('#lib/mail/mail-page'),
  ]);
  const mail = { kind: 'test', values: {}, to, locale: language, tenant: null } as const;
  const reply = await sendMail(mail, { id: createId(), writtenAt: now, look: portalLook, settings }).catch(explain);
  out(`${settings.smtp === null ? 'written to' : 'sent; the server replied:'} ${printable(reply)}\n`);
  return 0;
};

/** The reply comes from another machine. */
function explain(error: unknown): never {
  const message = error instanceof Error ? error.message.split('\n')[0] : '';
  throw new CommandError(`cannot send the email: ${printable(message ?? '')}`);
}
