import type { MasterSecret } from '#lib/crypto/master-secret';
import { open, rowAad, seal, sealingKey } from '#lib/crypto/seal';
import type { IdentityProvider } from './provider';

/** A stored provider: its secret is sealed, and its place among the buttons is a number. */
export type ProviderRecord = Omit<IdentityProvider, 'clientSecret'> & {
  readonly clientSecretSealed: string | null;
  readonly position: number;
};

/** Seals a provider's secret; the value opens for this provider only. */
export function sealProviderSecret(secret: MasterSecret, name: string, value: string): string {
  return seal(sealingKey(secret), value, placeOf(name));
}

/** @throws SealError (code `cannot_open`) when it was sealed under another secret or for another provider */
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
