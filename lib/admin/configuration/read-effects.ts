import { describeMark } from '#lib/config/impact/describe-mark';
import { countLimit, type Mark, takesAccess } from '#lib/config/impact/mark';
import { peopleMarks, readHeld } from '#lib/config/impact/person-marks';
import { readImpact } from '#lib/config/impact/read-impact';
import type { PlanReport } from '#lib/config/plan';
import type { AdminContext } from '../admin-context';
import { isAdminError } from '../admin-error';
import { type EntryEdit, planEntries } from './save-entries';

/** What a change means for people and tokens, in words. */
type Effects = {
  readonly lines: readonly string[];
  /** It takes access or roles from people. */
  readonly takesAccess: boolean;
};

/** These say what the pages of an entry show as its usage. */
const usage: ReadonlySet<Mark['kind']> = new Set([
  'people_lose_access',
  'tokens_stop',
  'client_in_use',
  'scope_clients',
  'provider_people',
  'tenant_clients',
  'group_members',
]);

/**
 * The effects of edits that are not written yet, except for the usage of their entries.
 * @throws AdminError as planEntries()
 */
export async function readEditEffects(
  admin: AdminContext,
  edits: readonly EntryEdit[],
): Promise<Effects & Pick<PlanReport, 'changes'>> {
  const { changes } = await planEntries(admin, edits);
  const impact = await readImpact(admin.db, changes, admin.now);
  return { changes, ...toEffects([...impact.values()].flat().filter(({ kind }) => !usage.has(kind))) };
}

/** The same, and nothing for edits that are not valid: whoever sends them is told why. */
export async function findEditEffects(admin: AdminContext, edits: readonly EntryEdit[]): Promise<readonly string[]> {
  try {
    return (await readEditEffects(admin, edits)).lines;
  } catch (error) {
    if (isAdminError(error)) return [];
    throw error;
  }
}

type Membership = { readonly groupId: string; readonly source: string; readonly expiresAt: Date | null };

/** The effects on people who get memberships, or whose memberships of a source end. */
export async function readMemberEffects(
  { db, snapshot, now }: Pick<AdminContext, 'db' | 'snapshot' | 'now'>,
  subs: readonly string[],
  change: Membership & { readonly way: 'add' | 'remove' },
): Promise<Effects> {
  const held = await readHeld(db, subs.slice(0, countLimit + 1));
  const people = [...held].map(([sub, before]) => {
    const isOther = ({ groupId, row }: (typeof before.memberships)[number]) =>
      groupId !== change.groupId || row.source !== change.source;
    const added = {
      groupId: change.groupId,
      source: null,
      endsAtMs: change.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY,
    };
    const kept = before.memberships.filter(isOther);
    const memberships = change.way === 'add' ? [...kept, added] : kept;
    return [sub, { before, after: { ...before, memberships } }] as const;
  });
  return toEffects(await peopleMarks(db, new Map(people), { rules: { before: snapshot, after: snapshot }, now }));
}

/** The effects on a person of the end of an assignment. */
export async function readUnassignEffects(
  { db, snapshot, now }: Pick<AdminContext, 'db' | 'snapshot' | 'now'>,
  sub: string,
  id: string,
): Promise<Effects> {
  const before = (await readHeld(db, [sub])).get(sub) ?? { memberships: [], assignments: [] };
  const after = { ...before, assignments: before.assignments.filter(({ row }) => row.id !== id) };
  const people = new Map([[sub, { before, after }]]);
  return toEffects(await peopleMarks(db, people, { rules: { before: snapshot, after: snapshot }, now }));
}

function toEffects(marks: readonly Mark[]): Effects {
  return { lines: [...new Set(marks.map(describeMark))], takesAccess: takesAccess(marks) };
}
