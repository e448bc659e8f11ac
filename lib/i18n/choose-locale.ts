import { matchLocale, readAcceptLanguage, readUiLocales } from './match-locale';

/** What is known of the language a person wants. Absent and null are the same. */
export type LanguageWishes = {
  /** Chosen on this page, or during this interaction. */
  readonly chosen?: string | null | undefined;
  /** The `locale` claim of the person who is signed in. */
  readonly profile?: string | null | undefined;
  /** The request's parameter: several tags, most wanted first. */
  readonly uiLocales?: string | null | undefined;
  /** Chosen in this browser some time ago. */
  readonly remembered?: string | null | undefined;
  readonly acceptLanguage?: string | undefined;
  readonly tenantDefault?: string | null | undefined;
};

/** The language of a page (ux §2.1): the first wish that can be met, else English. Pure. */
export function chooseLocale<Available extends string>(
  wishes: LanguageWishes,
  available: readonly Available[],
): Available | 'en' {
  return findWishedLocale(wishes, available) ?? 'en';
}

/**
 * The first wish that a catalog meets, in the order of the type. One that none meets is passed over, never an error
 * (OpenID Connect Core §3.1.2.1). Pure.
 * @param available the languages to choose from
 * @returns null when no wish is met
 */
export function findWishedLocale<Available extends string>(
  wishes: LanguageWishes,
  available: readonly Available[],
): Available | null {
  const { chosen, profile, uiLocales, remembered, acceptLanguage, tenantDefault } = wishes;
  const wanted = [
    one(chosen),
    one(profile),
    readUiLocales(uiLocales ?? null),
    one(remembered),
    readAcceptLanguage(acceptLanguage),
    one(tenantDefault),
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
