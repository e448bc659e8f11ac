import { isLanguage } from '#lib/i18n/locales';
import { wording } from '#lib/i18n/translate';
import { writeLanguageCookie } from '#lib/sessions/language-cookie';
import type { Settings } from '#lib/settings/settings';
import { accountForm } from '../account-form';
import { changeOwn } from '../change-own';
import { isTimeZone } from '../time-zone';
import { changeProfile } from './change-profile';
import { readManagedClaims } from './managed-claims';

/**
 * POST /account/language/submit: the language of pages and mails, and the time zone. An empty value removes the claim.
 */
export const handleLanguageSubmit = accountForm({
  typed: ['locale', 'zoneinfo'],
  handle: async (post, context) => {
    const [locale = '', zoneinfo = ''] = ['locale', 'zoneinfo'].map((name) => post.form.values.get(name));
    if (locale !== '' && !isLanguage(locale)) return { problem: wording('account.language.problem'), field: 'locale' };
    if (zoneinfo !== '' && !isTimeZone(zoneinfo)) {
      return { problem: wording('account.language.zone_problem'), field: 'zoneinfo' };
    }
    const managed = await readManagedClaims(post.session.sub, context);
    const chosen = Object.entries({ locale, zoneinfo }).filter(([name]) => !managed.has(name));
    await changeOwn(post, context, async (tx, user) => {
      const changed = await changeProfile(tx, user, Object.fromEntries(chosen), context.now);
      return changed.length === 0 ? [] : [{ type: 'user.updated', details: { changed } }];
    });
    const cookies = managed.has('locale') ? [] : keepInBrowser(locale, context);
    return { done: wording('account.language.done'), to: '/account', cookies };
  },
});

/**
 * Stores the language in the browser too. Otherwise, a language that was chosen at the foot of a page would take
 * precedence over the profile for a while.
 */
function keepInBrowser(locale: string, { settings, now }: { readonly settings: Settings; readonly now: Date }) {
  return isLanguage(locale) ? [writeLanguageCookie({ locale, chosenAt: now }, settings)] : [];
}
