import { formatUpTo } from '#lib/i18n/admin/format-number';
import { adminTexts } from '#lib/i18n/admin/texts';
import { readAdminRole } from '#lib/users/read-user';
import type { AdminContext } from '../admin-context';
import { isAdminError } from '../admin-error';
import { type BulkPlan, type BulkResult, maximumBulk, type Skipped, toPlan } from '../bulk/bulk';
import { defineBulk } from '../bulk/define-bulk';
import { countedRows } from '../list/read-rows';
import type { UserRow } from './account-store';
import { matchingUsers } from './matching-users';
import { mayChange } from './may-change';
import { readUserPageQuery } from './read-user-page';
import { enableUser } from './user-actions';
import { toUserFilter } from './user-filter';
import { countLiveOf, findBySubs } from './user-page-store';
import { userPath } from './user-path';

type UserAction = 'enable' | 'disable';

/** The actions on several users at once. Each user has a transaction and an audit event. */
export const userBulk = defineBulk<UserAction>({
  path: 'users/bulk',
  permission: 'edit',
  proof: () => 'sudo',
  list: { label: adminTexts.users.title, path: '/admin/users', hrefOf: (sub) => userPath(sub) },
  actions: ['enable', 'disable'],
  find: async (admin, query) => {
    const { sort, ...asked } = readUserPageQuery(query);
    const filter = await toUserFilter(admin, asked);
    const { rows, isCut } = await matchingUsers(admin.db, { q: asked.q, filter, sort, limit: maximumBulk });
    return { ids: rows.map(({ sub }) => sub), isCut };
  },
  plan: planUsers,
  words: async ({ db, now }, action, subs) => {
    const { title, text, textOfOne, live, button } = adminTexts.users.bulk;
    const { sessions, grants } = await countLiveOf(db, { subs, now }, countedRows + 1);
    const used = live(formatUpTo(sessions, countedRows), formatUpTo(grants, countedRows));
    return {
      ...{ title: title[action], text: text[action], textOfOne: textOfOne[action], button: button[action] },
      live: action === 'enable' ? null : used,
      note: adminTexts.shell.form.auditedReasonHelp,
    };
  },
  change: changeUsers,
});

async function planUsers(
  { db, principal }: Pick<AdminContext, 'db' | 'principal'>,
  action: UserAction,
  ids: readonly string[],
): Promise<BulkPlan> {
  const rows = new Map((await findBySubs(db, ids)).map((row) => [row.sub, row]));
  return toPlan(
    ids.map((id) => {
      const row = rows.get(id);
      if (row === undefined) return { id, name: id, reason: 'gone' };
      return { id, name: row.username, reason: reasonAgainst(principal, action, row) };
    }),
  );
}

function reasonAgainst(principal: AdminContext['principal'], action: UserAction, row: UserRow): string | null {
  const { sub, enabled } = row;
  if (action === 'disable' && sub === principal.sub) return 'own';
  if (!mayChange(principal, { sub, admin: readAdminRole(row.admin) })) return 'owners_only';
  if (enabled !== (action === 'enable')) return null;
  return enabled ? 'already_enabled' : 'already_disabled';
}

async function changeUsers(admin: AdminContext, action: UserAction, ids: readonly string[]): Promise<BulkResult> {
  const { changes, skipped } = await planUsers(admin, action, ids);
  const failed: Skipped[] = [];
  for (const line of changes) {
    try {
      await enableUser(admin, { sub: line.id, reason: admin.reason ?? null }, action === 'enable');
    } catch (error) {
      if (!isAdminError(error)) throw error;
      failed.push({ ...line, reason: error.message });
    }
  }
  return { changed: changes.length - failed.length, skipped: [...skipped, ...failed], revision: null };
}
