import { z } from 'zod';
import { boundedText } from '#lib/vocabulary/text';

/** The limit is higher than the length of any of our addresses with a token. */
const link = z.url({ protocol: /^https?$/ }).max(2048);
const text = z.string().min(1).max(200);
/** The name, the host or the beginning of the address of a client. A host with its port has up to 259 characters. */
const app = z.string().min(1).max(300);
const address = z.string().min(3).max(254);
/** What people wrote to each other. */
const message = z.string().min(1).max(500);
/** In minutes: at most 30 days. */
const lifetimeMinutes = z.int().min(1).max(43_200);
const count = z.int().min(0).max(100);

/** The browser and address of an event. Unknown values are left out. */
const place = {
  /** For example "Firefox on Windows". */
  browser: text.optional(),
  /** The mail also gives the approximate place, if the server knows it. */
  address: z.string().min(2).max(45).optional(),
};

/** A one-time link. */
const ticket = { link, lifetimeMinutes };

/** The factor that was added or removed, or two-step verification, which was turned on or off. */
const factor = z.enum(['passkey', 'totp', 'recovery', 'password', 'provider', 'two_step']);

/**
 * The values of each kind of mail besides its fixed text. A mail is stored with these values and written in its
 * language when it is sent.
 */
export const mailKinds = {
  /** The mail that the operator sends with `signet mail test`. */
  test: z.strictObject({}),
  verify_email: z.strictObject(ticket),
  recover: z.strictObject({ ...ticket, ...place }),
  invite: z.strictObject({ ...ticket, username: text }),
  /** Every code: sign-in, second factor, sign-up. */
  email_code: z.strictObject({ code: boundedText(10, z.regex(/^\d{4,10}$/)), lifetimeMinutes, ...place }),
  address_taken: z.strictObject({ link }),
  /** `current` is left out if the account has no address now. `undo` is only in the mail to the former address. */
  email_changed: z.strictObject({ current: address.optional(), undo: z.strictObject(ticket).optional(), ...place }),
  password_changed: z.strictObject(place),
  /** `username` is the new one. */
  username_changed: z.strictObject({ username: text, ...place }),
  factor_added: z.strictObject({ factor, name: text.optional(), ...place }),
  factor_removed: z.strictObject({ factor, name: text.optional(), ...place }),
  recovery_code_used: z.strictObject({ left: count, ...place }),
  recovery_codes_low: z.strictObject({ left: count }),
  /** After too many failures in a row, unknown browsers cannot use the factor, or only once a minute. */
  factor_stopped: z.strictObject({ factor: z.enum(['password', 'email', 'totp', 'recovery', 'passkey']) }),
  new_device: z.strictObject(place),
  app_connected: z.strictObject({ app, ...place }),
  /** An agent that has no access while the person is away; `app` is its host. */
  agent_connected: z.strictObject({ app, ...place }),
  device_connected: z.strictObject({ app, ...place }),
  /** An agent that the person requested; `app` is its host. */
  agent_approved: z.strictObject({ app }),
  /** To those who decide. */
  access_requested: z.strictObject({ app, username: text, reason: message.optional() }),
  /** `until` is the first instant at which access is over. */
  access_approved: z.strictObject({ app, until: z.iso.datetime().optional() }),
  access_declined: z.strictObject({ app, note: message.optional() }),
} as const;

export type MailKind = keyof typeof mailKinds;

/** The browser and address of an event, for mails. */
export type MailPlace = Pick<MailValues<'recover'>, keyof typeof place>;

export type MailValues<Kind extends MailKind = MailKind> = z.output<(typeof mailKinds)[Kind]>;

/** A kind and its values, together. */
export type MailContent = {
  readonly [Kind in MailKind]: { readonly kind: Kind; readonly values: MailValues<Kind> };
}[MailKind];

/**
 * Mails about events that the person did not request. Equal ones within a minute are merged, and no limit applies to
 * them.
 */
const alarms: ReadonlySet<MailKind> = new Set<MailKind>([
  'email_changed',
  'password_changed',
  'username_changed',
  'factor_added',
  'factor_removed',
  'recovery_code_used',
  'recovery_codes_low',
  'factor_stopped',
  'new_device',
  'app_connected',
  'agent_connected',
  'device_connected',
]);

export function isAlarm(kind: MailKind): boolean {
  return alarms.has(kind);
}

export const mailKindNames = Object.keys(mailKinds).filter(isMailKind);

export function isMailKind(text: string): text is MailKind {
  return Object.hasOwn(mailKinds, text);
}
