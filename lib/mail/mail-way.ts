import type { Settings } from '#lib/settings/settings';

/** How mails leave: by SMTP, as files in the folder `outbox`, or not at all. */
export type MailWay = 'smtp' | 'outbox' | 'none';

export function mailWay({ smtp, localhost }: Pick<Settings, 'smtp' | 'localhost'>): MailWay {
  if (smtp !== null) return 'smtp';
  return localhost ? 'outbox' : 'none';
}
