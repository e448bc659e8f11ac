/** The provider's name in `/federation/NAME/callback` and its sibling addresses; its characters are never escaped. */
export function providerInPath(path: string): string {
  return /^\/federation\/([A-Za-z0-9._-]+)\//.exec(path)?.[1] ?? '';
}
