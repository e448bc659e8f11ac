import type { MasterSecret } from '#lib/crypto/master-secret';
import { isSealError } from '#lib/crypto/seal';
import type { Transaction } from '#lib/db/database';
import { startRemovals } from '#lib/db/removal';
import { countMembershipsFrom } from '#lib/groups/membership-store';
import {
  findProviderSecret,
  openProviderSecret,
  type ProviderRecord,
  sealProviderSecret,
} from '#lib/providers/provider-record';
import { listFormerProviders, listProviders, providerTable } from '#lib/providers/provider-store';
import { type ProviderEntry, providerFields, providerSchema } from '#lib/providers/schema';
import { groupMappingFields } from '#lib/providers/settings';
import { readableDomains } from '#lib/vocabulary/domain';
import { groupKey } from '#lib/vocabulary/group-name';
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
  references: ({ groupMapping }) =>
    Object.entries(groupMapping?.values ?? {}).flatMap(([value, names]) =>
      names.map((name, index) => ({
        path: ['group_mapping', 'values', value, index],
        to: 'groups',
        name: groupKey(name),
        code: 'group_unknown',
      })),
    ),
  write: {
    ...providerTable,
    update: (dialect, updates, circumstances) => async (tx) => {
      await providerTable.update(dialect, updates, circumstances)(tx);
      const former = updates.flatMap(({ former, record }) => (record.groupMapping === null ? former : []));
      await endMapped(tx, former, circumstances.now);
      const moved = updates.filter(({ former, record }) => isMoved(former, record)).map(({ record }) => record.name);
      await startRemovals(tx, 'issuer', moved, circumstances.now);
      const narrowed = updates
        .filter(({ former, record }) => shutsOut(former, record))
        .map(({ record }) => record.name);
      await startRemovals(tx, 'tenants', narrowed, circumstances.now);
    },
    remove: (dialect, entries, circumstances) => async (tx) => {
      await providerTable.remove(dialect, entries, circumstances)(tx);
      await endMapped(tx, entries, circumstances.now);
    },
  },
  endMarks: async ({ kind, key, before, after, values }, { db, now }) => {
    const isMapped = (before?.group_mapping ?? null) !== null;
    const isAllOver = isMapped && ((after?.group_mapping ?? null) === null || before?.issuer !== after?.issuer);
    const hasOtherTenants = isMapped && values.some((value) => value.key === 'allowed_tenants');
    const isOver = kind === 'delete' || (after?.enabled === false && before?.enabled !== false);
    const people = isOver ? await countProviderPeople(db, key, countLimit) : 0;
    const which = isAllOver ? 'all' : { name: key, ...readTenants(after) };
    const memberships =
      isAllOver || hasOtherTenants ? await countMembershipsFrom(db, key, { now, limit: countLimit + 1, which }) : 0;
    return [...counted('provider_people', people), ...counted('memberships_end', memberships)];
  },
});

function wireProvider(provider: ProviderRecord): Wire {
  const sealed = provider.clientSecretSealed && { sealed: provider.clientSecretSealed };
  const isKey = provider.keyId !== null;
  return wireEntry(providerFields, provider, {
    client_secret: isKey ? null : sealed,
    private_key: isKey ? sealed : null,
    domains: provider.domains.map(readableDomains),
    group_mapping: provider.groupMapping && wireEntry(groupMappingFields, provider.groupMapping, {}),
  });
}

/** Whether the groups of a provider come from another issuer now, whose people are others (security #204). */
function isMoved(former: ProviderRecord, record: ProviderRecord): boolean {
  return former.groupMapping !== null && record.groupMapping !== null && former.issuer !== record.issuer;
}

/** Whether people of a tenant may no longer sign in at a provider of groups, so that nothing would end theirs. */
function shutsOut(former: ProviderRecord, record: ProviderRecord): boolean {
  const isOver = (tenant: string) => !record.allowedTenants.includes(tenant);
  return former.groupMapping !== null && record.groupMapping !== null && former.allowedTenants.some(isOver);
}

function readTenants(provider: Wire | null) {
  return {
    issuer: providerFields.issuer.catch(null).parse(provider?.issuer),
    allowedTenants: providerFields.allowed_tenants.catch([]).parse(provider?.allowed_tenants),
  };
}

/** Ends the memberships that providers gave, which count no longer from now on. A job removes them. */
function endMapped(tx: Transaction, providers: readonly ProviderRecord[], now: Date): Promise<void> {
  const names = providers.flatMap(({ name, groupMapping }) => (groupMapping === null ? [] : name));
  return startRemovals(tx, 'mapping', names, now);
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
      const message = 'was sealed with another SIGNET_SECRET or for another provider; enter the secret itself';
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
