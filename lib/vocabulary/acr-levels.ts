/**
 * How much a sign-in proved. 1: one factor. 2: two different factors. 3: a phishing-resistant factor with user
 * verification. 4: the same, bound to a device.
 */
export type Level = 1 | 2 | 3 | 4;

/** Other names of levels: name → level. */
export type AcrAliases = Readonly<Record<string, Level>>;

/** The names of the levels as values of `acr` (OpenID Connect EAP ACR Values §3 for the upper two), lowest first. */
export const acrOfLevel = {
  1: 'urn:signet:acr:1',
  2: 'urn:signet:acr:2',
  3: 'phr',
  4: 'phrh',
} as const satisfies Readonly<Record<Level, string>>;

const levels: readonly Level[] = [1, 2, 3, 4];

/**
 * The level of a value of `acr_values` or `acr`.
 * @param aliases the portal's own names (`acr_aliases`)
 * @returns null if no level has this name
 */
export function levelOfAcr(name: string, aliases: AcrAliases): Level | null {
  const level = levels.find((candidate) => acrOfLevel[candidate] === name);
  return level ?? (Object.hasOwn(aliases, name) ? (aliases[name] ?? null) : null);
}

/** The highest of some levels, at least `least`. */
export function highest<Some extends number>(least: Some, ...levels: readonly Some[]): Some {
  let found = least;
  for (const level of levels) if (level > found) found = level;
  return found;
}
