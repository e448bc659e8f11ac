import type { User } from '#lib/users/user';

/**
 * Changes text claims. An empty text removes its claim.
 * @returns the claims, and the names of those that changed
 */
export function withClaims(
  claims: User['claims'],
  texts: Readonly<Record<string, string>>,
): { readonly claims: User['claims']; readonly changed: readonly string[] } {
  const changed = Object.keys(texts).filter((name) => (claims[name] ?? '') !== texts[name]);
  const kept = Object.entries(claims).filter(([name]) => !Object.hasOwn(texts, name));
  const set = Object.entries(texts).filter(([, text]) => text !== '');
  return { claims: Object.fromEntries([...kept, ...set]), changed };
}
