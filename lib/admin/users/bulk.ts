import type { HttpResponse } from '#lib/http/types';
import { formatUpTo } from '#lib/i18n/admin/format';
import { adminTexts } from '#lib/i18n/admin/texts';
import { readAdminRole } from '#lib/users/read-user';
import { adminHandler } from '../access/admin-handler';
import type { AdminContext } from '../admin-context';
import { isAdminError } from '../admin-error';
import {
  type BulkPlan,
  type BulkResult,
  type ChosenLines,
  maximumBulk,
  readChosen,
  type Skipped,
  toPlan,
} from '../bulk/bulk';
import { defineBulk } from '../bulk/define-bulk';
import { type CsvColumns, csvHead, csvLine, download } from '../list/csv';
import { countedRows } from '../list/read-rows';
import { givenOf, recordExport } from '../list/record-export';
import type { Query } from '../query';
import { setUserEnabled } from './change-account';
import { userPath } from './feature';
import { countLiveOf, findBySubs, findSorted, type UserRow } from './list-store';
import { mayChange } from './read';
import {
  matchingUsers,
  readUserPageQuery,
  readUserQuery,
  toLine,
  toUserFilter,
  type UserLine,
  type UserQuery,
} from './read-list';
import { texts } from './texts';

type UserAction = 'enable' | 'disable';

/** The actions on several users at once. Each user has a transaction and an audit event. */
export const userBulk = defineBulk<UserAction>({
  path: 'users/bulk',
  permission: 'edit',
  proof: () => 'sudo',
  list: { label: texts.title, path: '/admin/users', hrefOf: (sub) => userPath(sub) },
  actions: ['enable', 'disable'],
  find: findMatching,
  plan: planUsers,
  words: async ({ db, now }, action, changes) => {
    const subs = changes.map(({ id }) => id);
    const { title, text, textOfOne, live, button } = texts.bulk;
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

async function findMatching(admin: AdminContext, query: Query): Promise<ChosenLines> {
  const { sort, ...asked } = readUserPageQuery(query);
  const filter = await toUserFilter(admin, asked);
  const { rows, isCut } = await matchingUsers(admin.db, { q: asked.q, filter, sort, limit: maximumBulk });
  return { ids: rows.map(({ sub }) => sub), isCut };
}

/** The users that were chosen in the list: the checked ones, or the first that match. */
export async function findChosen(admin: AdminContext, query: Query): Promise<ChosenLines> {
  const chosen = readChosen(query);
  return 'ids' in chosen ? { ...chosen, isCut: false } : findMatching(admin, chosen.allOf);
}

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
      await setUserEnabled(admin, line.id, action === 'enable');
    } catch (error) {
      if (!isAdminError(error)) throw error;
      // The confirmation on the page of the user says what it is for.
      failed.push({ ...line, reason: error.code === 'reauthenticate' ? 'address_shared' : error.message });
    }
  }
  return { changed: changes.length - failed.length, skipped: [...skipped, ...failed], revision: null };
}

const batchSize = 1000;

/** The maximum number of users in the file of a search. */
const maximumFound = 5000;

/** The users of a list as a file: the checked ones, or all that match. The export is recorded. */
export async function exportUsers(
  admin: AdminContext,
  query: Query,
  maximum = maximumFound,
): Promise<{ readonly name: string; readonly body: string }> {
  const chosen = readChosen(query);
  const isTicked = 'ids' in chosen && chosen.ids.length > 0;
  const asked = readUserQuery(isTicked ? {} : query);
  const parts: string[] = [];
  let rows = 0;
  let cut = false;
  const add = (batch: readonly UserRow[]) => {
    rows += batch.length;
    parts.push(batch.map((row) => csvLine(columns, toLine(row))).join(''));
  };
  if (isTicked) add(await findBySubs(admin.db, chosen.ids));
  else if (asked.q === null) for await (const batch of everyUser(admin, asked)) add(batch);
  else {
    const sort = { by: 'username', isDescending: false } as const;
    const filter = await toUserFilter(admin, asked);
    const found = await matchingUsers(admin.db, { q: asked.q, filter, sort, limit: maximum });
    add(found.rows);
    cut = found.isCut;
  }
  await recordExport(admin, 'users.exported', { filter: givenOf(asked), rows, cut });
  return { name: cut ? `users-first-${rows}.csv` : 'users.csv', body: csvHead(columns) + parts.join('') };
}

/** POST: the download. Its name shows whether the search found more users than the file contains. */
export const handleUserExport = adminHandler({ permission: 'read' }, async (admin, values): Promise<HttpResponse> => {
  const { name, body } = await exportUsers(admin, Object.fromEntries(values));
  return download(name, 'text/csv', body);
});

async function* everyUser(admin: AdminContext, asked: UserQuery): AsyncGenerator<readonly UserRow[]> {
  const filter = await toUserFilter(admin, asked);
  for (let place = null; ; ) {
    const rows = await findSorted(admin.db, filter, { by: 'username', direction: 'asc', place, limit: batchSize });
    yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < batchSize) return;
    place = { at: null, usernameKey: last.usernameKey };
  }
}

const columns: CsvColumns<UserLine> = {
  sub: ({ sub }) => sub,
  username: ({ username }) => username,
  name: ({ name }) => name,
  email: ({ email }) => email,
  enabled: ({ enabled }) => String(enabled),
  role: ({ role }) => role,
  tenants: ({ tenants }) => (typeof tenants === 'string' ? tenants : tenants.join(' ')),
  last_sign_in: ({ lastSignInAt }) => lastSignInAt?.toISOString() ?? null,
  created: ({ createdAt }) => createdAt.toISOString(),
};
