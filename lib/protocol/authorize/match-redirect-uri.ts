import type { Client } from '#lib/clients/client';
import { redirectUriProblem, type SchemeRules, schemesFor } from '#lib/clients/redirect-uri';

/** This machine, with a free port; the rest of the URI is compared byte for byte (RFC 8252 §7.3). */
const loopback = /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)(?::\d{1,5})?(?=[/?]|$)/;

/**
 * True if the received redirect URI is one of the client's: byte for byte, never parsed first (RFC 9700 §2.1). The only
 * exception is the port of this machine, for a native client and for one that registered itself: they listen where they
 * can. A URI that could not be registered now is not used either, because a row may be older than the rule against it.
 */
export function matchesRedirectUri(client: Client, received: string, portal: SchemeRules): boolean {
  const native = client.applicationType === 'native';
  const isRegistered = findRegistered(client, received) !== undefined;
  return (
    isRegistered &&
    redirectUriProblem(received, { native, purpose: 'redirect', schemes: schemesFor(client, portal) }) === null
  );
}

/** Whether the client may listen on any port of this machine (RFC 8252 §7.3). */
export function hasFreePort({ applicationType, selfRegistered }: Client): boolean {
  return applicationType === 'native' || selfRegistered;
}

/** The redirect URI as the client registered it: it may name another port. */
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
