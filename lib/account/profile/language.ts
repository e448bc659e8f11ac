import type { Context } from '#lib/context';
import { form } from '#lib/forms/form';
import { text } from '#lib/forms/read-posted';
import { matchLocale } from '#lib/i18n/choose-locale';
import { isLanguage, type Language, locales } from '#lib/i18n/locales';
import { wording } from '#lib/i18n/translate';
import { writeLanguageCookie } from '#lib/sessions/language-cookie';
import type { Settings } from '#lib/settings/settings';
import type { User } from '#lib/users/user';
import { changeOwn } from '../change-own';
import { done, person, problem } from '../person';
import { isTimeZone } from '../time-zone';
import { changeProfile, readManagedClaims } from './change-profile';

export type LanguageChoice = {
  /** Null if there is none, or if we do not support it. */
  readonly locale: Language | null;
  readonly zoneinfo: string | null;
  /** The providers that they come from. */
  readonly managedBy: { readonly locale: string | null; readonly zoneinfo: string | null };
};

/** The initial values of the page /account/language. */
export async function readLanguage({ sub, claims }: User, context: Context): Promise<LanguageChoice> {
  const managed = await readManagedClaims(sub, context);
  const { locale, zoneinfo } = claims;
  return {
    locale: typeof locale === 'string' ? matchLocale([locale], locales) : null,
    zoneinfo: typeof zoneinfo === 'string' && isTimeZone(zoneinfo) ? zoneinfo : null,
    managedBy: { locale: managed.get('locale') ?? null, zoneinfo: managed.get('zoneinfo') ?? null },
  };
}

/**
 * POST /account/language/submit: the language of pages and mails, and the time zone. An empty value removes the claim.
 */
export const languageForm = form('/account/language/submit', {
  who: person,
  proof: 'none',
  fields: { locale: text(100), zoneinfo: text(100) },
  handle: async (post, { locale, zoneinfo }, _, context) => {
    if (locale !== '' && !isLanguage(locale)) return problem(wording('account.language.problem'), 'locale');
    if (zoneinfo !== '' && !isTimeZone(zoneinfo)) return problem(wording('account.language.zone_problem'), 'zoneinfo');
    const managed = await readManagedClaims(post.session.sub, context);
    const chosen = Object.entries({ locale, zoneinfo }).filter(([name]) => !managed.has(name));
    await changeOwn(post, context, async (tx, user) => {
      const changed = await changeProfile(tx, user, Object.fromEntries(chosen), context.now);
      return changed.length === 0 ? [] : [{ type: 'user.updated', details: { changed } }];
    });
    const cookies = managed.has('locale') ? [] : saveInBrowser(locale, context);
    return done(wording('account.language.done'), post, context, { to: '/account', cookies });
  },
});

/**
 * Stores the language in the browser too. Otherwise, a language that was chosen at the foot of a page would take
 * precedence over the profile for a while.
 */
function saveInBrowser(locale: string, { settings, now }: { readonly settings: Settings; readonly now: Date }) {
  return isLanguage(locale) ? [writeLanguageCookie({ locale, chosenAt: now }, settings)] : [];
}
