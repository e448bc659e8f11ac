/**
 * The redirect URI that a library uses, if the client has not registered it.
 * @param callbackPath the path that the library uses, or its whole address if it chooses the origin too
 * @returns null if it is registered. `uri` is null if the origin is unknown, because the client has no web address
 */
export function expectedRedirectUri(
  registered: readonly string[],
  callbackPath: string,
): { readonly uri: string | null } | null {
  if (!callbackPath.startsWith('/')) return registered.includes(callbackPath) ? null : { uri: callbackPath };
  const addresses = registered.filter((uri) => /^https?:/.test(uri) && URL.canParse(uri)).map((uri) => new URL(uri));
  if (addresses.some(({ pathname }) => pathname === callbackPath)) return null;
  const [first] = addresses;
  return { uri: first === undefined ? null : first.origin + callbackPath };
}
