import type { MasterSecret } from '#lib/crypto/master-secret';
import { isSealError, open, rowAad, seal, sealingKey } from '#lib/crypto/seal';
import type { IdentityProvider } from './provider';

/** A stored provider. Its secret, or the private key that stands for it, is sealed, and its position among the buttons is a number. */
export type ProviderRecord = Omit<IdentityProvider, 'clientSecret'> & {
  readonly clientSecretSealed: string | null;
  readonly position: number;
};

/** Seals a provider's secret. The value can be opened only for this provider. */
export function sealProviderSecret(secret: MasterSecret, name: string, value: string): string {
  return seal(sealingKey(secret), value, placeOf(name));
}

/** @throws SealError (code `cannot_open`) if it was sealed under another secret or for another provider */
export function openProviderSecret(secret: MasterSecret, name: string, sealed: string): string {
  return open(sealingKey(secret), sealed, placeOf(name)).toString('utf8');
}

/** The same, but null if it cannot be opened. */
export function findProviderSecret(secret: MasterSecret, name: string, sealed: string): string | null {
  try {
    return openProviderSecret(secret, name, sealed);
  } catch (error) {
    if (isSealError(error)) return null;
    throw error;
  }
}

/**
 * The provider for requests, with its secret in clear text. One whose secret cannot be opened is disabled and marked,
 * as if its row were broken, and nothing else stops (decision 006).
 */
export function toProvider(record: ProviderRecord, secret: MasterSecret): IdentityProvider {
  const { clientSecretSealed: sealed, position: _, ...provider } = record;
  if (sealed === null) return { ...provider, clientSecret: null };
  const clientSecret = findProviderSecret(secret, provider.name, sealed);
  const opened = { ...provider, clientSecret };
  return clientSecret === null ? { ...opened, enabled: false, unreadable: true } : opened;
}

function placeOf(name: string): string {
  return rowAad('IdentityProvider', 'clientSecretSealed', name);
}
