import type { Client } from '#lib/clients/client';
import { redirectUriProblem, type SchemeRules, schemesFor } from '#lib/clients/redirect-uri';

/** This machine with any port. The rest of the URI is compared byte for byte (RFC 8252 §7.3). */
const loopback = /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)(?::\d{1,5})?(?=[/?]|$)/;

/** The registered redirect URIs of a client that could be registered now, as long as its configuration stays. */
type Usable = { readonly portal: SchemeRules; readonly uris: ReadonlySet<string> };

const usable = new WeakMap<Client, Usable>();

/**
 * Whether the received redirect URI is one of the client's. It is compared byte for byte, and never parsed first (RFC
 * 9700 §2.1). The only exception is the port on this machine, for native and self-registered clients, because they
 * listen on any free port. A URI that could not be registered now does not match either, because a row may be older
 * than the rule against it.
 */
export function matchesRedirectUri(client: Client, received: string, portal: SchemeRules): boolean {
  const known = usable.get(client);
  if (known?.portal === portal && known.uris.has(received)) return true;
  if (findRegistered(client, received) === undefined || !isRegistrable(client, received, portal)) return false;
  if (client.redirectUris.includes(received)) {
    const uris = client.redirectUris.filter((uri) => isRegistrable(client, uri, portal));
    usable.set(client, { portal, uris: new Set(uris) });
  }
  return true;
}

function isRegistrable(client: Client, uri: string, portal: SchemeRules): boolean {
  const native = client.applicationType === 'native';
  const schemes = schemesFor(client, portal);
  return (
    redirectUriProblem(uri, { native, isVouchedFor: !client.selfRegistered, purpose: 'redirect', schemes }) === null
  );
}

/** Whether the client may use any port on this machine (RFC 8252 §7.3). */
export function hasFreePort({ applicationType, selfRegistered }: Client): boolean {
  return applicationType === 'native' || selfRegistered;
}

/** The redirect URI as the client registered it. Its port may differ from the received one. */
export function findRegistered(client: Client, received: string): string | undefined {
  if (client.redirectUris.includes(received)) return received;
  if (!hasFreePort(client)) return undefined;
  const portless = withoutLoopbackPort(received);
  return portless === null ? undefined : client.redirectUris.find((uri) => withoutLoopbackPort(uri) === portless);
}

function withoutLoopbackPort(uri: string): string | null {
  const match = loopback.exec(uri);
  return match === null ? null : `http://${match[1]}${uri.slice(match[0].length)}`;
}
