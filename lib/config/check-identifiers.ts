import { listClientIds } from '#lib/clients/client-store';
import { listStillRemoved } from '#lib/db/removal';
import type { ProviderRecord } from '#lib/providers/provider-record';
import { addressNameProblem, mayHaveName } from '#lib/users/username';
import type { Problem } from './problem';
import type { Planned } from './sections';

/** 32 bytes in base64url (OpenID Connect Core §8.1). */
const pairwiseSubject = /^[\w-]{43}$/;

/**
 * Finds conflicting identifiers: a username in the form of an address that is not the account's own, a sub that changes
 * or belongs to another user, a sub that equals a client ID (a client's own tokens have its ID as `sub`), a domain of two
 * providers, and a name that is not free yet.
 */
export async function checkIdentifiers({ db, accounts, listed, plans }: Planned): Promise<Problem[]> {
  const { users = [], clients = [], identity_providers: providers = [] } = listed;
  const subsOfFile = users.flatMap(({ sub }) => sub ?? []);
  const ids = clients.map(({ clientId }) => clientId);
  const holders = await accounts.list({ names: [], subs: [...subsOfFile, ...ids] });
  const stored = [...plans.users.former.values(), ...holders];
  const nameOf = new Map<string, string>(stored.map((user) => [user.sub, user.canonicalUsername]));
  const subOf = new Map(stored.map((user) => [user.canonicalUsername, user.sub]));
  const staying = stored.filter((user) => !plans.users.gone.has(user.canonicalUsername));
  const subs = new Set([...staying, ...plans.users.desired].map((user) => user.sub));
  const known = (await listClientIds(db, subsOfFile)).filter((id) => !plans.clients.gone.has(id));
  const clientIds = new Set([...known, ...ids]);
  const domains = domainOwners(providers.length === 0 ? [] : await plans.identity_providers.after());
  const problems: Problem[] = [];
  for (const [index, { sub, username, canonicalUsername, claims }] of users.entries()) {
    // An existing account keeps its name.
    if (!subOf.has(canonicalUsername) && !mayHaveName({ username, canonicalUsername }, claims)) {
      problems.push({ path: ['users', index, 'username'], ...addressNameProblem });
    }
    if (sub === undefined) continue;
    const path = ['users', index, 'sub'];
    const own = subOf.get(canonicalUsername);
    const holder = nameOf.get(sub);
    if (own !== undefined && own !== sub) {
      problems.push({ path, code: 'sub_changed', message: `the sub of a user cannot be changed; expected ${own}` });
    } else if (holder !== undefined && holder !== canonicalUsername) {
      problems.push({
        path,
        code: 'sub_taken',
        message: `is the sub of the user ${holder}; a sub is never reused`,
      });
    }
    if (clientIds.has(sub)) problems.push({ path, code: 'sub_is_client_id', message: 'is the client_id of a client' });
  }
  for (const [index, { clientId }] of clients.entries()) {
    if (!plans.clients.former.has(clientId) && pairwiseSubject.test(clientId)) {
      const path = ['clients', index, 'client_id'];
      problems.push({ path, code: 'client_id_like_subject', message: 'could be the pairwise sub of a user' });
    }
    if (!subs.has(clientId)) continue;
    problems.push({ path: ['clients', index, 'client_id'], code: 'client_id_is_sub', message: 'is the sub of a user' });
  }
  for (const [index, provider] of providers.entries()) {
    for (const [place, domain] of provider.domains.entries()) {
      const other = domains.get(domain)?.find((name) => name !== provider.name);
      if (other === undefined) continue;
      const path = ['identity_providers', index, 'domains', place];
      const message = `${domain} belongs to the identity provider ${other}`;
      problems.push({ path, code: 'domain_taken', message, facts: { domain, provider: other } });
    }
  }
  return [...problems, ...(await findStillRemoved({ db, listed, plans }))];
}

/** New entries with the name of something deleted whose grants or members are still being removed. */
async function findStillRemoved({ db, listed, plans }: Pick<Planned, 'db' | 'listed' | 'plans'>): Promise<Problem[]> {
  const { users = [], clients = [], tenants = [], identity_providers: providers = [] } = listed;
  const subs = new Set([...plans.users.former.values()].map(({ sub }) => sub));
  const ids = clients.map(({ clientId }) => clientId);
  const tenantNames = tenants.map(({ name }) => name);
  const mapping = providers.map(({ name, groupMapping }) => (groupMapping === null ? undefined : name));
  const mapped = new Set(
    [...plans.identity_providers.former.values()].flatMap(({ name, groupMapping }) => (groupMapping ? name : [])),
  );
  const named = [
    { section: 'users', kind: 'user', key: 'sub', names: users.map(({ sub }) => sub), stored: subs },
    { section: 'clients', kind: 'client', key: 'client_id', names: ids, stored: plans.clients.former },
    { section: 'tenants', kind: 'tenant', key: 'name', names: tenantNames, stored: plans.tenants.former },
    { section: 'identity_providers', kind: 'mapping', key: 'group_mapping', names: mapping, stored: mapped },
  ] as const;
  const problems: Problem[] = [];
  for (const { section, kind, key, names, stored } of named) {
    const added = names.flatMap((name) => (name === undefined || stored.has(name) ? [] : name));
    const removed = await listStillRemoved(db, kind, added);
    const message = 'the deleted entry with this name is still being removed; try again in a few minutes';
    for (const [index, name] of names.entries()) {
      if (name !== undefined && removed.has(name)) {
        problems.push({ path: [section, index, key], code: 'still_removed', message });
      }
    }
  }
  return problems;
}

function domainOwners(providers: readonly ProviderRecord[]): Map<string, string[]> {
  const owners = new Map<string, string[]>();
  for (const { name, domains } of providers) {
    for (const domain of domains) owners.set(domain, [...(owners.get(domain) ?? []), name]);
  }
  return owners;
}
