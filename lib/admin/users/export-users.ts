import type { HttpResponse } from '#lib/http/types';
import { adminHandler } from '../access/admin-handler';
import type { AdminContext } from '../admin-context';
import { readChosen } from '../bulk/bulk';
import { type CsvColumns, csvHead, csvLine, downloadHeaders } from '../list/csv';
import { recordExport } from '../list/record-export';
import type { Query } from '../query';
import { readUserQuery, toFilter, toLine, type UserLine } from './list-users';
import { foundUsers, readUserPage, readUserPageQuery } from './read-user-page';
import { findBySubs, findSorted } from './user-page-store';

const batchSize = 1000;

/** The users of a list, those that were ticked or all that match, as a file. That somebody took it is recorded. */
export async function exportUsers(admin: AdminContext, query: Query): Promise<string> {
  const chosen = readChosen(query);
  const isTicked = 'ids' in chosen && chosen.ids.length > 0;
  const parts: string[] = [];
  let rows = 0;
  for await (const lines of isTicked ? ticked(admin, chosen.ids) : matching(admin, query)) {
    rows += lines.length;
    parts.push(lines.map((line) => csvLine(columns, line)).join(''));
  }
  await recordExport(admin, 'users.exported', { query: isTicked ? {} : query, rows });
  return csvHead(columns) + parts.join('');
}

/** POST: the download. */
export const handleUserExport = adminHandler({ permission: 'read' }, async (admin, values): Promise<HttpResponse> => {
  const body = await exportUsers(admin, Object.fromEntries(values));
  return { status: 200, headers: downloadHeaders('users.csv', 'text/csv'), body };
});

async function* ticked({ db }: AdminContext, subs: readonly string[]): AsyncGenerator<readonly UserLine[]> {
  yield (await findBySubs(db, subs)).map(toLine);
}

async function* matching(admin: AdminContext, query: Query): AsyncGenerator<readonly UserLine[]> {
  const asked = readUserQuery(query);
  if (asked.q !== null) {
    const page = await readUserPage(admin, { ...readUserPageQuery({ ...query, size: '' }), size: foundUsers });
    yield page.lines;
    return;
  }
  const filter = toFilter(asked);
  for (let place = null; ; ) {
    const rows = await findSorted(admin.db, filter, { by: 'username', direction: 'asc', place, limit: batchSize });
    yield rows.map(toLine);
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
