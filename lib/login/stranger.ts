import type { Client } from '#lib/clients/client';
import { strangerHost } from '#lib/protocol/authorize/redirect-host';
import { isLocalHost } from '#lib/vocabulary/uri';

/** A client that described itself. */
export type Stranger = {
  /** The host of its document or of its redirect URI. In ASCII, so that no letter can imitate another. */
  readonly host: string;
  /** The name that it gives itself. Null without one. */
  readonly name: string | null;
  /** Whether the answer goes to an unknown program on the person's computer. */
  readonly isLocal: boolean;
};

/**
 * How a person recognizes a client that nobody vouches for.
 * @returns null for a client that somebody vouches for
 */
export function strangerOf(client: Client, redirectUri: string): Stranger | null {
  if (!client.selfRegistered) return null;
  const { hostname, protocol } = new URL(redirectUri);
  return {
    host: strangerHost(client, redirectUri),
    name: client.clientName,
    isLocal: isLocalHost(hostname) || !/^https?:$/.test(protocol),
  };
}
