import type { ClientRecord } from '#lib/clients/client';
import { liveGroups } from '#lib/groups/live-groups';
import { readSummary } from '#lib/groups/summary';
import { mayEnter } from '#lib/protocol/request-tenant';
import type { Snapshot } from '#lib/snapshot/snapshot';
import type { User } from '#lib/users/user';
import { groupKey } from '#lib/vocabulary/group-name';

type Configuration = Pick<Snapshot, 'groups' | 'providers' | 'tenants'>;

/** A client as far as it decides who may ask for access and who answers. */
type AskedClient = Pick<ClientRecord, 'access' | 'approverGroups' | 'tenant'>;

type Person = Pick<User, 'access' | 'tenants'>;

/** Whether people can ask for access to a client. */
export function takesRequests({ access, approverGroups }: Pick<AskedClient, 'access' | 'approverGroups'>): boolean {
  return access === 'assigned' && approverGroups.length > 0;
}

/** Whether somebody decides who gets access to a client. */
export function isApprover(
  person: Person,
  client: AskedClient,
  configuration: { readonly snapshot: Configuration; readonly now: Date },
): boolean {
  return clientsOfApprover(person, [client], configuration).length === 1;
}

/** Those of some clients about which a person decides: a member of an approver group who may enter the tenant. Pure. */
export function clientsOfApprover<Client extends AskedClient>(
  person: Person,
  clients: Iterable<Client>,
  { snapshot, now }: { readonly snapshot: Configuration; readonly now: Date },
): Client[] {
  if (person.access === '') return [];
  const ids = liveGroups(readSummary(person.access), snapshot, now);
  const own = new Set([...ids].map((id) => snapshot.groups.get(id)?.key));
  if (own.size === 0) return [];
  return [...clients].filter((client) => {
    if (!takesRequests(client) || !client.approverGroups.some((name) => own.has(groupKey(name)))) return false;
    const tenant = client.tenant === null ? null : snapshot.tenants.get(client.tenant);
    return tenant !== undefined && mayEnter(person, tenant);
  });
}
