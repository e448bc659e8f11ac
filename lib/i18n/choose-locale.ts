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

/** The maximum number of entries that are read. A tag has at most 35 characters (RFC 5646 §4.4.1). */
const maximumEntries = 10;
const maximumTagLength = 35;
const maximumListLength = 400;

/**
 * The first available language among the wanted ones. They are compared by language and script, so that `pt` and
 * `pt-PT` match `pt-BR`, and `zh-CN` matches `zh-Hans` but `zh-TW` does not (RFC 4647 §3.4 with the likely subtags of
 * UTS 35 §4.3). Malformed and unavailable tags are skipped.
 */
export function matchLocale<Locale extends string>(
  wanted: readonly string[],
  available: readonly Locale[],
): Locale | null {
  const scripts = new Map<string, string>();
  for (const tag of wanted.slice(0, maximumEntries)) {
    const found = findLocale(tag, available, scripts);
    if (found !== null) return found;
  }
  return null;
}

/**
 * @param scripts of the languages that were asked for before. Browsers append the bare language, and in
 * `zh-TW, zh-HK, zh` it is no wish for simplified Chinese
 */
function findLocale<Locale extends string>(
  tag: string,
  available: readonly Locale[],
  scripts: Map<string, string>,
): Locale | null {
  const wanted = likely(tag);
  const earlier = wanted && scripts.get(wanted.language);
  if (wanted !== null && !earlier) scripts.set(wanted.language, wanted.script);
  if (wanted?.isBare && earlier && earlier !== wanted.script) return null;
  const exact = available.find((locale) => locale.toLowerCase() === tag.toLowerCase());
  if (exact !== undefined || wanted === null) return exact ?? null;
  const isSame = (one: Likely | null) => one?.language === wanted.language && one.script === wanted.script;
  return available.find((locale) => isSame(likely(locale))) ?? null;
}

/** For example `zh` and `Hans` for `zh-CN`. */
type Likely = { readonly language: string; readonly script: string; readonly isBare: boolean };

/** Null if the tag is malformed. */
function likely(tag: string): Likely | null {
  if (tag.length > maximumTagLength) return null;
  try {
    // Some profiles use an underscore, as in de_DE (OpenID Connect Core §5.1).
    const given = new Intl.Locale(tag.replaceAll('_', '-'));
    const { language, script = '' } = given.maximize();
    return { language, script, isBare: given.script === undefined && given.region === undefined };
  } catch {
    return null;
  }
}

/** The tags of `ui_locales`, in order (OpenID Connect Core §3.1.2.1). Empty if the list is too long. */
export function readUiLocales(list: string | null): readonly string[] {
  return list === null || list.length > maximumListLength ? [] : list.split(' ').filter((tag) => tag !== '');
}

/** The tags of `Accept-Language`, preferred one first (RFC 9110 §12.5.4). Empty if the list is too long. */
export function readAcceptLanguage(header: string | undefined): readonly string[] {
  if (header === undefined || header.length > maximumListLength) return [];
  return header
    .split(',')
    .map((part) => /^\s*([A-Za-z0-9-]+)\s*(?:;\s*q=([01](?:\.\d{0,3})?)\s*)?$/.exec(part))
    .map((match) => ({ tag: match?.[1] ?? '', weight: Number(match?.[2] ?? 1) }))
    .filter(({ tag, weight }) => tag !== '' && weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .map(({ tag }) => tag);
}
