/** What a person may go by in a redirect URI: the host of a web address, the scheme of a native application. */
export function redirectHost(redirectUri: string): string {
  const url = new URL(redirectUri);
  return /^https?:$/.test(url.protocol) ? url.host : url.protocol.slice(0, -1);
}
