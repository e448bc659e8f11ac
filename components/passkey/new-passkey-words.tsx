import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';

/** The words while a passkey is created, on any page. */
export function newPasskeyWords(locale: Locale) {
  return {
    button: translate(locale, 'passkey.new.button'),
    waiting: translate(locale, 'passkey.waiting'),
    sent: translate(locale, 'passkey.new.saving'),
    cancelled: translate(locale, 'passkey.new.cancelled'),
    exists: translate(locale, 'passkey.new.exists'),
    failed: translate(locale, 'passkey.new.failed'),
    unsupported: translate(locale, 'passkey.unsupported'),
  };
}
