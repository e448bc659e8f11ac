import type { NewAuditEvent } from '#lib/audit/event';
import { createId } from '#lib/crypto/random';
import type { Transaction } from '#lib/db/database';
import type { Group } from '#lib/groups/group-store';
import {
  isNewSinceRemoval,
  listMembershipsOf,
  type Membership,
  maximumMemberships,
  writeMemberships,
} from '#lib/groups/membership-store';
import { withSource } from '#lib/groups/summary';
import type { IdentityProvider } from '#lib/providers/provider';
import { holdMapping } from '#lib/providers/provider-store';
import type { Snapshot } from '#lib/snapshot/snapshot';
import { dayMs } from '#lib/vocabulary/time';
import { type GroupsProblem, mappedGroups, type SaidGroups } from './said-groups';

/** `access` is what the person's row says now. */
type Person = { readonly sub: string; readonly username: string; readonly access: string };

type MappingContext = { readonly snapshot: Pick<Snapshot, 'groups'>; readonly now: Date };

/** What the trace of a sign-in tells about groups: the claim, and what was wrong with it. */
type GroupsNote = { readonly claim: string; readonly problem: GroupsProblem | 'missing' };

/** What a sign-in did to the memberships that its provider decides. */
type Mapped = {
  /** The events of the changes. */
  readonly events: readonly NewAuditEvent[];
  /** Null if the provider's list counts in full. */
  readonly note: GroupsNote | null;
  /** What the person's row says of access from now on. */
  readonly access: string;
};

/**
 * Makes the memberships of a provider what it says now (decision 023). Without a change it reads once and writes nothing.
 * The person is locked, so nobody else changes the memberships meanwhile.
 * @param said undefined if there was no mapping when the answer arrived
 * @param about the request, for the events
 */
export async function mapGroups(
  tx: Transaction,
  person: Person,
  { provider, said, about }: MappedAnswer,
  context: MappingContext,
): Promise<Mapped> {
  const { groupMapping: mapping } = provider;
  const { access } = person;
  if (mapping === null || said === undefined) return { events: [], note: null, access };
  const { claim } = mapping;
  const problem = 'problem' in said ? said.problem : null;
  // They stay as they are, except those of a former issuer or tenant, which would seem to come from this one.
  const stays = problem !== null && !(await isNewSinceRemoval(tx, { sub: person.sub, provider: provider.name }));
  if (stays) return { events: [], note: { claim, problem }, access };
  const list = 'problem' in said ? { values: [], isMissing: false } : said;
  const stored = (await listMembershipsOf(tx, [person.sub])).get(person.sub) ?? [];
  const { before, after, isCut } = plan(person.sub, stored, { provider, mapping, said: list }, context);
  const note = problem ?? (isCut ? 'groups_too_many' : list.isMissing ? 'missing' : null);
  const written = await write(tx, person, { stored, before, after, provider, about }, context);
  return { events: [], access, ...written, note: note && { claim, problem: note } };
}

type MappedAnswer = {
  readonly provider: IdentityProvider;
  readonly said: SaidGroups | undefined;
  readonly about: Pick<NewAuditEvent, 'client' | 'address' | 'requestId'>;
};

type Answer = {
  readonly provider: Pick<IdentityProvider, 'name'>;
  readonly mapping: NonNullable<IdentityProvider['groupMapping']>;
  readonly said: Extract<SaidGroups, { readonly values: unknown }>;
};

/** The memberships of the provider before and after, by the ID of the group. A person has a thousand in all. */
function plan(
  sub: string,
  stored: readonly Membership[],
  { provider, mapping, said }: Answer,
  { snapshot: { groups }, now }: MappingContext,
) {
  const source = `provider:${provider.name}`;
  // Those of former groups come back with their group.
  const counting = stored.filter(({ groupId }) => groups.has(groupId));
  const before = new Map(counting.flatMap((one) => (one.source === source ? [[one.groupId, one] as const] : [])));
  const others = counting.filter((one) => one.source !== source && !isOver(one, now)).length;
  const keys = mappedGroups(mapping, said.values);
  const wanted = [...groups.values()].filter(({ key }) => keys.has(key)).sort(byName);
  const some = wanted.slice(0, Math.max(0, maximumMemberships - others));
  const { expiresAfterDays: days } = mapping;
  const expiresAt = days === null ? null : new Date(now.getTime() + days * dayMs);
  const after = some.map(({ id, name }) => {
    return { sub, groupId: id, source, expiresAt, since: before.get(id)?.since ?? now, group: name };
  });
  return { before, after, isCut: some.length < wanted.length };
}

function byName({ key: one }: Group, { key: other }: Group): number {
  return one < other ? -1 : 1;
}

/** Whether a membership ends before it would have ended. */
function isEarlier({ expiresAt }: Pick<Membership, 'expiresAt'>, former: Membership | undefined): boolean {
  if (former === undefined || expiresAt === null) return false;
  return former.expiresAt === null || expiresAt.getTime() < former.expiresAt.getTime();
}

function isOver({ expiresAt }: Pick<Membership, 'expiresAt'>, now: Date): boolean {
  return expiresAt !== null && expiresAt.getTime() <= now.getTime();
}

type Change = Pick<MappedAnswer, 'provider' | 'about'> & {
  readonly stored: readonly Membership[];
  readonly before: ReadonlyMap<string, Membership>;
  readonly after: readonly (Membership & { readonly group: string })[];
};

/** @returns the events of those who were added and removed. Another end is none. Null if nothing was written */
async function write(
  tx: Transaction,
  person: Person,
  { stored, before, after, provider, about }: Change,
  { snapshot: { groups }, now }: MappingContext,
): Promise<Pick<Mapped, 'events' | 'access'> | null> {
  const kept = new Set(after.map(({ groupId }) => groupId));
  const set = after.filter(({ groupId, expiresAt }) => {
    const known = before.get(groupId);
    return known === undefined || known.expiresAt?.getTime() !== expiresAt?.getTime();
  });
  const remove = [...before.values()].filter(({ groupId }) => !kept.has(groupId));
  if (set.length + remove.length === 0) return null;
  if (!(await holdMapping(tx, provider))) return null;
  const source = `provider:${provider.name}`;
  const isLeft = (one: Membership) => ![...set, ...remove].some(({ groupId }) => groupId === one.groupId);
  const own = stored.filter((one) => one.source === source && isLeft(one));
  const access = withSource(person.access, source, [...own, ...set]);
  const takes = remove.length > 0 || set.some((one) => isEarlier(one, before.get(one.groupId)));
  await writeMemberships(tx, { set, remove, summary: { sub: person.sub, access, takes } });
  const isNew = ({ groupId }: Membership) => {
    const known = before.get(groupId);
    return known === undefined || isOver(known, now);
  };
  const changes = [
    ...set.filter(isNew).map((one) => ({ one, type: 'group.member_added' }) as const),
    ...remove.filter((one) => !isOver(one, now)).map((one) => ({ one, type: 'group.member_removed' }) as const),
  ];
  const batch = changes.length > 1 ? createId() : null;
  const events = changes.map(({ type, one: { groupId, expiresAt } }) => ({
    type,
    outcome: 'success' as const,
    actor: { kind: 'identity_provider' as const, id: provider.name, name: provider.displayName },
    target: { kind: 'user' as const, id: person.sub, name: person.username },
    ...about,
    details: {
      group: groups.get(groupId)?.name ?? null,
      source,
      expires_at: expiresAt?.toISOString() ?? null,
      ...(batch !== null && { batch }),
    },
  }));
  return { events, access };
}
