import type { Settings } from '#lib/settings/settings';

/** How mails leave: by SMTP, as files in the folder `outbox`, or not at all. */
type MailTransport = 'smtp' | 'outbox' | 'none';

export function mailTransport({ smtp, localhost }: Pick<Settings, 'smtp' | 'localhost'>): MailTransport {
  if (smtp !== null) return 'smtp';
  return localhost ? 'outbox' : 'none';
}
