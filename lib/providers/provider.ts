import type { Frozen } from '#lib/vocabulary/frozen';
import type { ProviderEntry } from './schema';

/** An upstream identity provider. */
export type IdentityProvider = Frozen<Omit<ProviderEntry, 'clientSecret' | 'privateKey'>> & {
  /** With `keyId`, the private key that signs the secret. */
  readonly clientSecret: string | null;
  /** Its row or its secret cannot be read. The provider is disabled, and harmless values replace the broken ones. */
  readonly unreadable?: true;
};
