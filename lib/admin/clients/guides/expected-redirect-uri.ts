/**
 * The redirect URI that a library has and a client lacks.
 * @param callbackPath of the library
 * @returns null where one is registered; `uri` is null where the client's own do not tell the origin
 */
export function expectedRedirectUri(
  registered: readonly string[],
  callbackPath: string,
): { readonly uri: string | null } | null {
  const addresses = registered.filter((uri) => /^https?:/.test(uri) && URL.canParse(uri)).map((uri) => new URL(uri));
  if (addresses.some(({ pathname }) => pathname === callbackPath)) return null;
  const [first] = addresses;
  return { uri: first === undefined ? null : first.origin + callbackPath };
}
