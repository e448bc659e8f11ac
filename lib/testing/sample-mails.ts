import type { Language } from '#lib/i18n/locales';
import type { Mail } from '#lib/mail/mail';
import type { MailContent, MailKind } from '#lib/mail/mail-kinds';

const link = 'https://id.example/page?token=abcdefghijklmnopqrstuv';
const place = { browser: 'Firefox (Linux)', address: '192.0.2.7' };

/** Every kind with all of its values. */
const contents: { readonly [Kind in MailKind]: Extract<MailContent, { readonly kind: Kind }>['values'] } = {
  test: {},
  verify_email: { link, lifetimeMinutes: 1440 },
  recover: { link, lifetimeMinutes: 15, ...place },
  invite: { link, lifetimeMinutes: 10_080, username: 'alice' },
  email_code: { code: '424242', lifetimeMinutes: 10, ...place },
  address_taken: { link },
  email_changed: { current: 'new@example.com', undo: { link, lifetimeMinutes: 4320 }, ...place },
  password_changed: place,
  username_changed: { username: 'alice2', ...place },
  factor_added: { factor: 'passkey', name: 'My key', ...place },
  factor_removed: { factor: 'totp', name: 'My phone', ...place },
  recovery_code_used: { left: 9, ...place },
  recovery_codes_low: { left: 3 },
  factor_stopped: { factor: 'totp' },
  new_device: place,
  app_connected: { app: 'Web shop', ...place },
  agent_connected: { app: 'app.example', ...place },
  device_connected: { app: 'Television', ...place },
  agent_approved: { app: 'app.example' },
  access_requested: { app: 'Ledger', username: 'bob', reason: 'I close the books in March.' },
  access_approved: { app: 'Ledger', until: '2027-02-01T00:00:00.000Z' },
  access_declined: { app: 'Ledger', note: 'Ask again in April.' },
};

/** A mail of this kind to alice@example.com. */
export function sampleMail(kind: MailKind, locale: Language = 'en', values: object = {}): Mail {
  const envelope = { to: 'alice@example.com', locale, tenant: null, timeZone: 'Europe/Brussels' };
  return { ...envelope, kind, values: { ...contents[kind], ...values } } as Mail;
}
