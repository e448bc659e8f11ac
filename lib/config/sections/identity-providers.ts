import type { MasterSecret } from '#lib/crypto/master-secret';
import { isSealError } from '#lib/crypto/seal';
import {
  findProviderSecret,
  openProviderSecret,
  type ProviderRecord,
  sealProviderSecret,
} from '#lib/providers/provider-record';
import { listFormerProviders, listProviders, providerTable } from '#lib/providers/provider-store';
import { type ProviderEntry, providerFields, providerSchema } from '#lib/providers/schema';
import { readableDomains } from '#lib/vocabulary/domain';
import { type Wire, wireEntry } from '#lib/vocabulary/wire-entry';
import { countProviderPeople } from '../impact/impact-store';
import { counted, countLimit } from '../impact/mark';
import { defineSection } from '../section';
import type { Situation } from '../section-definition';

export const identityProviders = defineSection({
  name: 'identity_providers',
  noun: 'identity provider',
  shortNoun: 'provider',
  target: 'identity_provider',
  fields: providerFields,
  schema: providerSchema,
  unique: { name: ({ name }) => name },
  idOf: ({ name }) => name,
  list: listProviders,
  listFormer: listFormerProviders,
  nameKey: 'display_name',
  wire: wireProvider,
  // The order in a file is the order of the buttons.
  compared: (provider) => ({ ...wireProvider(provider), position: provider.position }),
  isOrdered: true,
  toStored: toProviders,
  write: providerTable,
  endMarks: async ({ key }, { db }) => counted('provider_people', await countProviderPeople(db, key, countLimit)),
});

function wireProvider(provider: ProviderRecord): Wire {
  const sealed = provider.clientSecretSealed && { sealed: provider.clientSecretSealed };
  const isKey = provider.keyId !== null;
  return wireEntry(providerFields, provider, {
    client_secret: isKey ? null : sealed,
    private_key: isKey ? sealed : null,
    domains: provider.domains.map(readableDomains),
  });
}

/**
 * The providers of a file, in its order. Stored providers share the places that they have. New ones come after all
 * others, unless they had a place that is free.
 * @throws ConfigurationError if a sealed secret cannot be opened
 */
function toProviders(
  entries: readonly ProviderEntry[],
  stored: ReadonlyMap<string, ProviderRecord>,
  { secret, fail, positions, removed }: Situation,
): ProviderRecord[] {
  const gone = removed('identity_providers');
  const staying = [...stored.values()].filter(({ name }) => gone === 'unlisted' || !gone.includes(name));
  const taken = new Set(staying.map(({ position }) => position));
  const formerPlace = (name: string) => {
    const place = positions.get(name);
    return place === undefined || taken.has(place) ? undefined : place;
  };
  const places = placesFor(
    entries.map(({ name }) => stored.get(name)?.position ?? formerPlace(name)),
    staying,
  );
  return entries.map(({ clientSecret, privateKey, ...entry }, index) => {
    const kept = stored.get(entry.name)?.clientSecretSealed ?? null;
    try {
      const clientSecretSealed = sealedSecret(clientSecret ?? privateKey, entry.name, kept, secret);
      return { ...entry, position: places[index] ?? index, clientSecretSealed };
    } catch (error) {
      if (!isSealError(error)) throw error;
      const message = 'was sealed under another SIGNET_SECRET or for another provider; write the secret itself';
      const key = privateKey === null ? 'client_secret' : 'private_key';
      throw fail([{ path: ['identity_providers', index, key], code: 'sealed', message }]);
    }
  });
}

function placesFor(positions: readonly (number | undefined)[], stored: readonly ProviderRecord[]): number[] {
  const known = positions.filter((position) => position !== undefined);
  const next = Math.max(-1, ...known, ...stored.map((provider) => provider.position)) + 1;
  const added = positions.slice(known.length).map((_, index) => next + index);
  return [...known, ...added].sort((a, b) => a - b);
}

/**
 * If the secret equals the stored one, the sealed value stays as it is, even if it cannot be opened.
 * @throws SealError (code `cannot_open`) for a sealed secret of another installation or provider
 */
function sealedSecret(
  given: ProviderEntry['clientSecret'],
  name: string,
  kept: string | null,
  secret: MasterSecret,
): string | null {
  if (given === null) return null;
  if (typeof given !== 'string' && given.sealed === kept) return kept;
  const value = typeof given === 'string' ? given : openProviderSecret(secret, name, given.sealed);
  if (kept !== null && findProviderSecret(secret, name, kept) === value) return kept;
  return typeof given === 'string' ? sealProviderSecret(secret, name, value) : given.sealed;
}
