import { readAdminRole } from '#lib/users/read-user';
import type { AdminContext } from '../admin-context';
import {
  type BulkPlan,
  type BulkResult,
  type Chosen,
  changeEach,
  leadBack,
  maximumBulk,
  readChosen,
  readConfirmed,
} from '../bulk/bulk';
import type { LeadingForm } from '../flash/flash';
import { firstPage } from '../list/list-query';
import { countedRows } from '../list/read-rows';
import { type Query, wordOf } from '../query';
import { reasonOf } from '../reason-of';
import { mayChange } from './may-change';
import { readUserPage, readUserPageQuery } from './read-user-page';
import { enableUser } from './user-actions';
import { countLiveOf, findBySubs } from './user-page-store';

export const userActions = ['enable', 'disable'] as const;
export type UserAction = (typeof userActions)[number];

/** The subs of the users that a form of the list is about, in the order of the list. */
export async function chosenUsers(admin: AdminContext, chosen: Chosen): Promise<readonly string[]> {
  if ('ids' in chosen) return chosen.ids;
  const asked = { ...readUserPageQuery(chosen.allOf), ...firstPage, size: maximumBulk };
  return (await readUserPage(admin, asked)).lines.map(({ sub }) => sub);
}

/** What an action would do with users, and which it would skip. */
export async function planUsers(
  { db, principal }: Pick<AdminContext, 'db' | 'principal'>,
  action: UserAction,
  ids: readonly string[],
): Promise<BulkPlan> {
  const rows = new Map((await findBySubs(db, ids)).map((row) => [row.sub, row]));
  const lines = ids.map((id) => {
    const row = rows.get(id);
    const line = { id, name: row?.username ?? id };
    if (row === undefined) return { ...line, reason: 'gone' };
    if (action === 'disable' && id === principal.sub) return { ...line, reason: 'own' };
    if (!mayChange(principal, { sub: id, admin: readAdminRole(row.admin) })) return { ...line, reason: 'owners_only' };
    const isThere = row.enabled === (action === 'enable');
    return isThere ? { ...line, reason: action === 'enable' ? 'already_enabled' : 'already_disabled' } : line;
  });
  return {
    changes: lines.filter((line) => !('reason' in line)),
    skipped: lines.flatMap((line) => ('reason' in line ? [line] : [])),
  };
}

/** Does it, one user after another: each has a transaction and an event of their own. */
export async function changeUsers(
  admin: AdminContext,
  action: UserAction,
  ids: readonly string[],
  reason: string | null,
): Promise<BulkResult> {
  const { changes, skipped } = await planUsers(admin, action, ids);
  const result = await changeEach(changes, async ({ id: sub }) => {
    await enableUser(admin, { sub, reason }, action === 'enable');
    return null;
  });
  return { ...result, skipped: [...skipped, ...result.skipped] };
}

/** The form of the confirmation page. */
export const changeUsersForm: LeadingForm = async (admin, form) => {
  const action = form.text('action') === 'enable' ? 'enable' : 'disable';
  const result = await changeUsers(admin, action, readConfirmed(form), reasonOf(form));
  return leadBack(action, result, form.text('back'));
};

/** What the confirmation page shows: the action, what it would do, and what lives of the users that would change. */
export async function readUserBulk(admin: AdminContext, query: Query) {
  const action = wordOf(query, 'action', userActions, 'disable');
  const plan = await planUsers(admin, action, await chosenUsers(admin, readChosen(query)));
  const subs = plan.changes.map(({ id }) => id);
  const live = await countLiveOf(admin.db, { subs, now: admin.now }, countedRows + 1);
  return { action, plan, live, limit: countedRows };
}
