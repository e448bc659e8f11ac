import { isDeepStrictEqual } from 'node:util';
import type { Change } from '#lib/config/diff';
import { providerFields } from '#lib/providers/schema';
import { isAdminScope } from '#lib/scopes/admin-scopes';
import { storedLevels } from '#lib/vocabulary/acr-names';
import { groupKey } from '#lib/vocabulary/group-name';
import type { Wire } from '#lib/vocabulary/wire-entry';
import { ownedGroups } from '../access/owned-groups';
import { isPermitted } from '../access/permission';
import type { Principal } from '../access/principal';
import { requireStrictProof } from '../access/strict-proof';
import type { AdminContext } from '../admin-context';
import { AdminError } from '../admin-error';

type Changes = readonly Pick<Change, 'section' | 'key' | 'before' | 'after'>[];

type Checking = Pick<AdminContext, 'principal' | 'snapshot'>;

/**
 * Guards what is written, whichever page, form or operation leads to it. Changes that give power are for owners, and
 * take a proof of at most 5 minutes: an old session, which somebody else may have by now, gets no more power by them
 * (security #161).
 * @throws AdminError `forbidden`, `reauthenticate`
 */
export function checkAuthority(admin: Checking & Pick<AdminContext, 'proof' | 'now'>, changes: Changes): void {
  checkRole(admin, changes);
  const owned = ownedGroups(admin.snapshot);
  if (changes.some((change) => givesPower(change, owned))) requireStrictProof(admin);
}

/**
 * The same for changes that are only planned: they need no proof.
 * @throws AdminError `forbidden`
 */
export function checkRole({ principal, snapshot }: Checking, changes: Changes): void {
  const owned = ownedGroups(snapshot);
  const change = changes.find((one) => isForOwner(principal, one, owned));
  if (change === undefined) return;
  throw new AdminError('forbidden', `Only an owner can change this: ${change.section} ${change.key}`.trim());
}

/** Whether only an owner may make the change, and this principal is not an owner. @param owned see ownedGroups() */
export function isForOwner(
  { role }: Pick<Principal, 'role'>,
  change: Parameters<typeof givesPower>[0],
  owned: ReadonlySet<string> = new Set(),
): boolean {
  return !isPermitted(role, 'own') && givesPower(change, owned);
}

/**
 * Whether an administrator could get more power by a change: to the portal's settings, to accounts, and to clients that
 * may administer. An editor who adds a secret or a redirect URI to such a client could act as that client (security #161,
 * #162). Also a change of a provider that would send its stored secret to another issuer, let sign-ins there count as
 * a second factor, with which who has an account there would pass `admin_second_factor`, or decide who is in a group of
 * such a client (security #205).
 */
function givesPower(
  { section, before, after }: Pick<Change, 'section' | 'before' | 'after'>,
  owned: ReadonlySet<string>,
): boolean {
  if (section === 'portal' || section === 'users') return true;
  if (section === 'identity_providers') {
    return sendsSecretElsewhere(before, after) || vouchesForMore(before, after) || decidesOwned(before, after, owned);
  }
  return section === 'clients' && (mayAdminister(before) || mayAdminister(after));
}

/** If the change contains the secret, it is allowed, because its author already knows it. */
function sendsSecretElsewhere(before: Wire | null, after: Wire | null): boolean {
  if (before === null || after === null || isSamePlace(before, after)) return false;
  return secretsOf(before).some((stored) => secretsOf(after).some((one) => isDeepStrictEqual(one, stored)));
}

/** A service of another type is another place: its address is known from the type. */
function isSamePlace(before: Wire | null, after: Wire | null): boolean {
  return before?.issuer === after?.issuer && before?.type === after?.type;
}

function secretsOf({ client_secret: secret, private_key: key }: Wire): unknown[] {
  return [secret, key].filter((one) => one !== null && one !== undefined);
}

function mayAdminister(client: Wire | null): boolean {
  return typeof client?.scope === 'string' && client.scope.split(' ').some(isAdminScope);
}

/**
 * Whether those who speak for a provider are no others, and it says nothing that was not heard before. What it tells a
 * client is decided where the client is registered, so another one of the same issuer is another speaker.
 */
function isSameSpeaker(before: Wire | null, after: Wire | null): boolean {
  if (!isSamePlace(before, after) || before?.client_id !== after?.client_id) return false;
  const isHeardAgain = before?.enabled === false && after?.enabled !== false;
  return !isHeardAgain && !letsMoreTenantsIn(before, after);
}

/** Whether a provider is trusted with another value that stands for level 2 or more, or another speaker is with one. */
function vouchesForMore(before: Wire | null, after: Wire | null): boolean {
  const former = isSameSpeaker(before, after) ? levelsOf(before) : {};
  return Object.entries(levelsOf(after)).some(([value, level]) => level >= 2 && level > (former[value] ?? 1));
}

/** Whether other people would get, or lose, groups that are the owners' business. */
function decidesOwned(before: Wire | null, after: Wire | null, owned: ReadonlySet<string>): boolean {
  if (![before, after].some((provider) => mapsTo(provider, owned))) return false;
  const [former, tenants] = [before, after].map((provider) => new Set(tenantsOf(provider)));
  return (
    !isSameSpeaker(before, after) ||
    !isDeepStrictEqual(former, tenants) ||
    !isDeepStrictEqual(before?.group_mapping, after?.group_mapping)
  );
}

function mapsTo(provider: Wire | null, owned: ReadonlySet<string>): boolean {
  const mapping = providerFields.group_mapping.catch(null).parse(provider?.group_mapping ?? null);
  return Object.values(mapping?.values ?? {}).some((names) => names.some((name) => owned.has(groupKey(name))));
}

function letsMoreTenantsIn(before: Wire | null, after: Wire | null): boolean {
  const known = new Set(tenantsOf(before));
  // Without a list, whoever has the issuer may sign in.
  if (tenantsOf(after).length === 0) return known.size > 0;
  return tenantsOf(after).some((tenant) => !known.has(tenant));
}

function tenantsOf(provider: Wire | null): readonly string[] {
  return providerFields.allowed_tenants.catch([]).parse(provider?.allowed_tenants);
}

function levelsOf(provider: Wire | null): Readonly<Record<string, number>> {
  return storedLevels.catch({}).parse(provider?.acr_mapping);
}
