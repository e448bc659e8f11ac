import type { Frozen } from '#lib/vocabulary/frozen';
import type { Readability } from '#lib/vocabulary/stored-entry';
import type { ProviderEntry } from './schema';

/** An upstream identity provider. */
export type IdentityProvider = Frozen<Omit<ProviderEntry, 'clientSecret' | 'privateKey'>> &
  Readability & {
    /** With `keyId`, the private key that signs the secret. The provider is unreadable if it cannot be opened. */
    readonly clientSecret: string | null;
  };
