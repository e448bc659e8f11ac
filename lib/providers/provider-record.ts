import { open, rowAad, seal, sealingKey } from '#lib/crypto/seal';
import type { IdentityProvider } from './provider';

/** A provider as it is stored: its secret sealed, its place among the buttons as a number. */
export type ProviderRecord = Omit<IdentityProvider, 'clientSecret'> & {
  readonly clientSecretSealed: string | null;
  readonly position: number;
};

/** Seals a provider's secret; the value opens for this provider only. */
export function sealProviderSecret(secret: string, name: string, value: string): string {
  return seal(sealingKey(secret), value, placeOf(name));
}

/** @throws SealError (code `cannot_open`) when it was sealed under another secret or for another provider */
export function openProviderSecret(secret: string, name: string, sealed: string): string {
  return open(sealingKey(secret), sealed, placeOf(name)).toString('utf8');
}

/** The provider as requests use it, with its secret in the clear. Throws as openProviderSecret() does. */
export function toProvider(record: ProviderRecord, secret: string): IdentityProvider {
  const { clientSecretSealed: sealed, position: _, ...provider } = record;
  return { ...provider, clientSecret: sealed === null ? null : openProviderSecret(secret, provider.name, sealed) };
}

function placeOf(name: string): string {
  return rowAad('IdentityProvider', 'clientSecretSealed', name);
}
