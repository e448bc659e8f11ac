import type { Client } from '../client';

/** The picture made from a client's `logo_uri`. */
export type StoredLogo = { readonly uri: string; readonly hash: string };

/** The path of clients' pictures. No name of a tenant begins with this sign. */
export const clientLogoFolder = '~clients';

/**
 * The address of a client's logo on this server. A client that registered itself shows none: nobody vouches for it, and
 * a trusted logo is easily copied.
 * @returns null if there is none, or only one of a former `logo_uri`
 */
export function clientLogo(
  { clientId, logoUri, selfRegistered }: Pick<Client, 'clientId' | 'logoUri' | 'selfRegistered'>,
  logos: ReadonlyMap<string, StoredLogo>,
): string | null {
  const stored = logos.get(clientId);
  if (stored === undefined || selfRegistered || stored.uri !== logoUri) return null;
  return `/branding/${clientLogoFolder}/${stored.hash}`;
}
