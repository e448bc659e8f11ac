import { matchLocale, readAcceptLanguage, readUiLocales } from './match-locale';

/** The known preferences of a person for a language. Absent and null are the same. */
export type LocalePreferences = {
  /** Chosen on this page, or during this interaction. */
  readonly chosen?: string | null | undefined;
  /** The `locale` claim of the person who is signed in. */
  readonly profile?: string | null | undefined;
  /** The request's parameter: several tags, the preferred one first. */
  readonly uiLocales?: string | null | undefined;
  /** Chosen earlier in this browser. */
  readonly remembered?: string | null | undefined;
  readonly acceptLanguage?: string | undefined;
  readonly tenantDefault?: string | null | undefined;
  readonly portalDefault?: string | null | undefined;
};

/** The language of a page (ux §2.1): the first available preference, otherwise English. Pure. */
export function chooseLocale<Available extends string>(
  wishes: LocalePreferences,
  available: readonly Available[],
): Available | 'en' {
  return findPreferredLocale(wishes, available) ?? 'en';
}

/**
 * The first preference with a catalog, in the order of the type. Unavailable ones are skipped and never cause an error
 * (OpenID Connect Core §3.1.2.1). Pure.
 * @param available the languages to choose from
 * @returns null if no preference is available
 */
export function findPreferredLocale<Available extends string>(
  wishes: LocalePreferences,
  available: readonly Available[],
): Available | null {
  const { chosen, profile, uiLocales, remembered, acceptLanguage, tenantDefault, portalDefault } = wishes;
  const wanted = [
    one(chosen),
    one(profile),
    readUiLocales(uiLocales ?? null),
    one(remembered),
    readAcceptLanguage(acceptLanguage),
    one(tenantDefault),
    one(portalDefault),
  ];
  for (const tags of wanted) {
    const found = matchLocale(tags, available);
    if (found !== null) return found;
  }
  return null;
}

function one(tag: string | null | undefined): readonly string[] {
  return tag === null || tag === undefined || tag === '' ? [] : [tag];
}
