const protocol =
  /^\/connect\/(?:authorize|par|token|deviceauthorization|userinfo|introspect|revocation|endsession(?:\/callback)?)$/;
const pages = /^\/(?:login|realm|signup|consent|device|logout|federation)(?:\/submit)?$/;
const provider = /^\/federation\/([^/]{1,100})\/(start|callback)$/;

/** Where a step of a sign-in happens. The provider of a federated one is told apart from the place. */
export type Place = { readonly endpoint: string; readonly provider: string | null };

/** The place of a path. @returns null for a path that no sign-in passes: the area, the account, documents */
export function placeOf(path: string): Place | null {
  if (protocol.test(path) || pages.test(path)) return { endpoint: path, provider: null };
  const [, name, step] = provider.exec(path) ?? [];
  return name === undefined ? null : { endpoint: `/federation/${step}`, provider: name };
}
