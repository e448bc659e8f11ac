import type { PasskeyView } from '#lib/account/passkeys/read-passkeys';
import { displayText } from '#lib/i18n/display-text';
import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';
import { day } from '../moment';

/** The name of a passkey on every page. */
export function passkeyTitle(locale: Locale, { name, keptBy }: PasskeyView): string {
  if (name !== '') return displayText(name);
  return keptBy ?? translate(locale, 'passkey.list.unnamed');
}

/** One sentence each for where the passkey is, when it was created and when it was last used. */
export function passkeyFacts(locale: Locale, passkey: PasskeyView, timeZone: string): readonly string[] {
  const { deviceBound, createdAt, lastUsedAt, keptBy, name } = passkey;
  const on = (at: Date) => day(locale, at, timeZone);
  return [
    ...(keptBy === null || keptBy === name ? [] : [keptBy]),
    translate(locale, deviceBound ? 'passkey.list.device_bound' : 'passkey.list.synced'),
    translate(locale, 'passkey.list.added', { date: on(createdAt) }),
    lastUsedAt === null
      ? translate(locale, 'passkey.list.never_used')
      : translate(locale, 'passkey.list.last_used', { date: on(lastUsedAt) }),
  ];
}
