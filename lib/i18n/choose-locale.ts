import { matchLocale, readAcceptLanguage, readUiLocales } from './match-locale';

/** What is known of the language a person wants. Absent and null are the same. */
export type LanguageWishes = {
  /** Chosen on this page, or during this interaction. */
  readonly chosen?: string | null;
  /** The `locale` claim of the person who is signed in. */
  readonly profile?: string | null;
  /** The request's parameter: several tags, most wanted first. */
  readonly uiLocales?: string | null;
  /** Chosen in this browser some time ago. */
  readonly remembered?: string | null;
  readonly acceptLanguage?: string | undefined;
  readonly tenantDefault?: string | null;
};

/**
 * The language of a page (ux §2.1): the first wish that a catalog meets, in the order of the type; else English. A wish
 * that none meets is passed over, never an error (OpenID Connect Core §3.1.2.1). Pure.
 * @param available the languages to choose from
 */
export function chooseLocale<Available extends string>(
  wishes: LanguageWishes,
  available: readonly Available[],
): Available | 'en' {
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
  return 'en';
}

function one(tag: string | null | undefined): readonly string[] {
  return tag === null || tag === undefined || tag === '' ? [] : [tag];
}
