/** The provider's name in `/federation/NAME/callback` and similar addresses. Its characters are never escaped. */
export function providerInPath(path: string): string {
  return /^\/federation\/([A-Za-z0-9._-]+)\//.exec(path)?.[1] ?? '';
}
