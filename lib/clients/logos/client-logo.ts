import type { Client } from '../client';

/** The picture that was created from a client's `logo_uri`. */
export type StoredLogo = { readonly uri: string; readonly hash: string };

/** The folder for pictures of clients. No tenant name begins with `~`. */
export const clientLogoFolder = '~clients';

/**
 * The address of a client's logo on this server. A self-registered client shows none, because nobody vouches for it,
 * and a trusted logo is easily copied.
 * @returns null if there is none, or only one of a previous `logo_uri`
 */
export function clientLogo(
  { clientId, logoUri, selfRegistered }: Pick<Client, 'clientId' | 'logoUri' | 'selfRegistered'>,
  logos: ReadonlyMap<string, StoredLogo>,
): string | null {
  const stored = logos.get(clientId);
  if (stored === undefined || selfRegistered || stored.uri !== logoUri) return null;
  return `/branding/${clientLogoFolder}/${stored.hash}`;
}
