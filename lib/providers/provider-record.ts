import type { MasterSecret } from '#lib/crypto/master-secret';
import { open, rowAad, seal, sealingKey } from '#lib/crypto/seal';
import type { IdentityProvider } from './provider';

/** A stored provider. Its secret is sealed, and its position among the buttons is a number. */
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

/** The provider for requests, with its secret in clear text. Throws like openProviderSecret(). */
export function toProvider(record: ProviderRecord, secret: MasterSecret): IdentityProvider {
  const { clientSecretSealed: sealed, position: _, ...provider } = record;
  return { ...provider, clientSecret: sealed === null ? null : openProviderSecret(secret, provider.name, sealed) };
}

function placeOf(name: string): string {
  return rowAad('IdentityProvider', 'clientSecretSealed', name);
}
