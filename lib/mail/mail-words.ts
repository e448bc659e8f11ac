import { findPlace } from '#lib/geoip/find-place';
import { displayText, visibleText } from '#lib/i18n/display-text';
import { translate } from '#lib/i18n/translate';
import type { Mail } from './mail';
import type { MailPage } from './mail-page';

/** The values that a mail needs besides its own. */
type MailSetting = {
  /** The address for links to our pages; `links use the configured issuer` (security #142). */
  readonly issuer: string;
  /** The name of the tenant or the portal. */
  readonly sender: string;
  /** When it was written. */
  readonly writtenAt: Date;
  /** The database that locates addresses. Null without one. */
  readonly geoipFile: string | null;
};

/** The texts of a mail in its language. Both of its forms use the same ones. */
export function mailWords(mail: Mail, setting: MailSetting): MailPage {
  const { locale, kind } = mail;
  const { sender, issuer } = setting;
  const values = wordsIn(mail, sender);
  return {
    locale,
    title: translate(locale, `mail.kinds.${kind}.subject`, values),
    text: translate(locale, textOf(mail), values),
    code: mail.kind === 'email_code' ? mail.values.code : null,
    facts: factsOf(mail, setting),
    action: actionOf(mail, issuer),
    notes: notesOf(mail),
    foot: translate(locale, 'mail.foot', { sender, host: new URL(issuer).host }),
  };
}

function textOf(mail: Mail) {
  const isEmailGone = mail.kind === 'email_changed' && mail.values.current === undefined;
  return isEmailGone ? ('mail.email_gone' as const) : (`mail.kinds.${mail.kind}.text` as const);
}

/** The values for the sentences of all kinds. Each sentence uses those it needs. */
function wordsIn(mail: Mail, sender: string) {
  const { values, locale } = mail;
  return {
    sender,
    code: 'code' in values ? values.code : '',
    app: 'app' in values ? displayText(values.app) : '',
    username: 'username' in values ? displayText(values.username) : '',
    current: 'current' in values ? displayText(values.current ?? '') : '',
    factor: 'factor' in values ? translate(locale, `mail.factor.${values.factor}`) : '',
  };
}

function factsOf(mail: Mail, { writtenAt, geoipFile }: MailSetting): MailPage['facts'] {
  const { values, locale } = mail;
  const address = 'address' in values ? values.address : undefined;
  const place = findPlace(address ?? null, locale, geoipFile);
  const facts: [label: Parameters<typeof labelOf>[1], value: string | undefined][] = [
    ['method', mail.kind === 'factor_stopped' ? wordsIn(mail, '').factor : undefined],
    ['reason', 'reason' in values ? values.reason : 'note' in values ? values.note : undefined],
    ['until', 'until' in values && values.until !== undefined ? lastDayBefore(values.until, locale) : undefined],
    ['name', 'name' in values ? values.name : undefined],
    ['left', 'left' in values ? new Intl.NumberFormat(locale).format(values.left) : undefined],
    ['time', tellsTime(mail) ? formatTime(writtenAt, mail) : undefined],
    ['browser', browserOf(values, locale)],
    ['address', address],
    ['place', place === null ? undefined : translate(locale, 'account.devices.near', { place })],
  ];
  return facts.flatMap(([label, value]) =>
    value === undefined ? [] : [{ label: labelOf(mail, label), value: visibleText(value).trim() }],
  );
}

/** Whoever sent the request, where there was one. What it calls itself is not repeated unless we know the name. */
function browserOf(values: Mail['values'], locale: Mail['locale']): string | undefined {
  if ('browser' in values && values.browser !== undefined) return values.browser;
  return 'address' in values && values.address !== undefined ? translate(locale, 'account.devices.unknown') : undefined;
}

function labelOf(
  { locale }: Mail,
  label: 'method' | 'reason' | 'until' | 'time' | 'browser' | 'address' | 'place' | 'name' | 'left',
): string {
  return translate(locale, `label.${label}`);
}

/** Kinds with only a link have no time of an event. */
function tellsTime({ kind }: Mail): boolean {
  return !['verify_email', 'invite', 'recovery_codes_low', 'agent_approved', 'test'].includes(kind);
}

function formatTime(time: Date, { locale, timeZone = 'UTC' }: Mail): string {
  const format = (zone: string) =>
    new Intl.DateTimeFormat(locale, {
      dateStyle: 'long',
      timeStyle: 'long',
      timeZone: zone,
    }).format(time);
  try {
    return format(timeZone);
  } catch {
    // This machine does not know the time zone.
    return format('UTC');
  }
}

/** The last day of what is over at an instant, in UTC. */
function lastDayBefore(end: string, locale: Mail['locale']): string {
  const last = new Date(Date.parse(end) - 1);
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(last);
}

function actionOf(mail: Mail, issuer: string): MailPage['action'] {
  const to = (
    label: 'verify' | 'recover' | 'invite' | 'sign_in' | 'undo' | 'review' | 'apps' | 'codes' | 'approvals',
    href: string,
  ) => {
    return { label: translate(mail.locale, `action.${label}`), href };
  };
  switch (mail.kind) {
    case 'test':
    case 'email_code':
    case 'agent_approved':
    case 'access_approved':
    case 'access_declined':
      return null;
    case 'access_requested':
      return to('approvals', `${issuer}/account/approvals`);
    case 'verify_email':
      return to('verify', mail.values.link);
    case 'recover':
      return to('recover', mail.values.link);
    case 'invite':
      return to('invite', mail.values.link);
    case 'address_taken':
      return to('sign_in', mail.values.link);
    case 'email_changed':
      return mail.values.undo === undefined
        ? to('review', `${issuer}/account/activity`)
        : to('undo', mail.values.undo.link);
    case 'recovery_codes_low':
      return to('codes', `${issuer}/account/recovery-codes`);
    case 'app_connected':
    case 'agent_connected':
    case 'device_connected':
      return to('apps', `${issuer}/account/apps`);
    case 'password_changed':
    case 'username_changed':
    case 'factor_added':
    case 'factor_removed':
    case 'recovery_code_used':
    case 'factor_stopped':
    case 'new_device':
      return to('review', `${issuer}/account/activity`);
    default:
      return mail satisfies never;
  }
}

function notesOf(mail: Mail): string[] {
  const { locale } = mail;
  const time = (lifetimeMinutes: number) => formatMinutes(locale, lifetimeMinutes);
  const valid = (lifetimeMinutes: number) => translate(locale, 'mail.valid', { time: time(lifetimeMinutes) });
  switch (mail.kind) {
    case 'test':
    case 'recovery_codes_low':
    case 'agent_approved':
    case 'access_requested':
    case 'access_approved':
    case 'access_declined':
      return [];
    case 'invite':
      return [valid(mail.values.lifetimeMinutes)];
    case 'verify_email':
    case 'recover':
      return [valid(mail.values.lifetimeMinutes), translate(locale, 'mail.ignore')];
    case 'email_code':
      return [
        translate(locale, 'mail.code_valid', { time: time(mail.values.lifetimeMinutes) }),
        translate(locale, 'mail.keep_code'),
        translate(locale, 'mail.ignore'),
      ];
    case 'address_taken':
      return [translate(locale, 'mail.ignore')];
    case 'factor_stopped':
      // The code is the second factor, and the first one was nearly always the password.
      return ['totp', 'recovery'].includes(mail.values.factor) ? [translate(locale, 'mail.change_password')] : [];
    case 'email_changed':
      return [
        ...(mail.values.undo === undefined ? [] : [valid(mail.values.undo.lifetimeMinutes)]),
        translate(locale, 'mail.not_you'),
      ];
    default:
      return [translate(locale, 'mail.not_you')];
  }
}

/** In the largest unit that divides the duration evenly. */
function formatMinutes(locale: string, minutes: number): string {
  const [value, unit] =
    minutes > 1440 && minutes % 1440 === 0
      ? [minutes / 1440, 'day']
      : minutes % 60 === 0
        ? [minutes / 60, 'hour']
        : [minutes, 'minute'];
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(value);
}
