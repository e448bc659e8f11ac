import { z } from 'zod';
import { pathSegment } from '#lib/vocabulary/path-segment';
import { moment as end } from '#lib/vocabulary/secret';
import { storedJsonOr } from '#lib/vocabulary/stored';
import type { AdminContext } from '../admin-context';
import { AdminError } from '../admin-error';
import { encode } from '../api/encode';
import { defineOperation, type Operation } from '../api/operation';
import { badCursor, nextAddress, readCursor } from '../api/paging';
import { moment, name, pageOf, paging } from '../api/schemas';
import { maximumBulk } from '../bulk/bulk';
import { getUser } from '../users/read';
import { changeMembers } from './change-members';
import { listMembers } from './member-store';
import { findPeople, getGroup, readMembersAmong, readMemberships, toMembership } from './read';

const membershipSchema = name(
  'Membership',
  z.strictObject({
    sub: z.string(),
    username: z.string(),
    group: z.string(),
    source: z.string().meta({ description: '`administrator`, `file`, or `provider:` and the name of one.' }),
    expires_at: moment.nullable().meta({ description: 'The first instant at which it no longer counts.' }),
    since: moment,
  }),
);

const membersSchema = pageOf(membershipSchema);
const membershipsSchema = z.strictObject({ items: z.array(membershipSchema) });
const query = z.strictObject(paging);
const expiresAt = end.nullable().optional();
const some = z.array(z.string().min(1).max(400)).max(maximumBulk).default([]);

const batchSchema = name(
  'MemberBatch',
  z
    .strictObject({ add: some, remove: some, expires_at: expiresAt })
    .refine(({ add, remove }) => add.length + remove.length <= maximumBulk, {
      error: `expected at most ${maximumBulk} people`,
    }),
);

const batchAnswer = name(
  'MemberBatchResult',
  z.strictObject({
    added: z.array(z.string()).meta({ description: 'The subs of those who were no members, or had another end.' }),
    removed: z.array(z.string()).meta({ description: 'The subs of those who were members.' }),
  }),
);

const at = '/groups/{name}/members';

/** Operations about who is in a group. */
export const memberOperations: readonly Operation[] = [
  defineOperation({
    id: 'listGroupMembers',
    endpoint: `GET ${at}`,
    summary: 'List who is in a group, and why',
    description: 'A person has one membership for each source that says so.',
    permission: 'read',
    query,
    success: { status: 200, description: 'A page of memberships.', schema: membersSchema },
    run: async (admin, { path: { name: group = '' }, query }) => {
      const { id, name: called } = await getGroup(admin, group);
      const after = readPlace(query.cursor);
      const rows = await listMembers(admin.db, id, { now: admin.now, after, limit: query.limit + 1 });
      const shown = rows.slice(0, query.limit);
      const last = rows.length > shown.length ? shown.at(-1) : undefined;
      const next = nextAddress(
        `/groups/${pathSegment(called)}/members`,
        query,
        last === undefined ? null : JSON.stringify([last.sub, last.source]),
      );
      return { body: encode(membersSchema, { items: shown.map((row) => toMembership(row, called)), next }) };
    },
  }),
  defineOperation({
    id: 'putGroupMember',
    endpoint: `PUT ${at}/{sub}`,
    summary: 'Add a user to a group, or set when the membership ends',
    description: 'It is a membership of the source `administrator`. Without an end it lasts.',
    permission: 'edit',
    body: z.strictObject({ expires_at: expiresAt }).optional(),
    success: { status: 200, description: 'The membership.', schema: membershipSchema },
    run: async (admin, { path: { name: group = '', sub = '' }, body }) => {
      const found = await getGroup(admin, group);
      await changeMembers(admin, { group: found, add: [sub], expiresAt: body?.expires_at ?? null });
      return { body: encode(membershipSchema, await getMembership(admin, found, sub)) };
    },
  }),
  defineOperation({
    id: 'deleteGroupMember',
    endpoint: `DELETE ${at}/{sub}`,
    summary: 'End a membership of a user',
    permission: 'edit',
    query: z.strictObject({
      source: z
        .string()
        .max(120)
        .default('administrator')
        .meta({ description: 'Who said that they are in the group.' }),
    }),
    success: { status: 204, description: 'It has ended.' },
    run: async (admin, { path: { name: group = '', sub = '' }, query: { source } }) => {
      const { removed } = await changeMembers(admin, { group: await getGroup(admin, group), remove: [sub], source });
      if (removed.length === 0) throw noMembership();
      return {};
    },
  }),
  defineOperation({
    id: 'changeGroupMembers',
    endpoint: `POST ${at}/batch`,
    summary: 'Add users to a group and remove others, all or nothing',
    description:
      'Users are named by sub or username, each in one of the lists. Who is a member already, or none, stays so.',
    permission: 'edit',
    body: batchSchema,
    success: { status: 200, description: 'Who was added and removed.', schema: batchAnswer },
    run: async (admin, { path: { name: group = '' }, body: { add, remove, expires_at: expiresAt = null } }) => {
      const change = { add: await getSubs(admin, add, 'add'), remove: await getSubs(admin, remove, 'remove') };
      const { added, removed } = await changeMembers(admin, {
        group: await getGroup(admin, group),
        expiresAt,
        ...change,
      });
      return { body: { added: [...added], removed: [...removed] } };
    },
  }),
  defineOperation({
    id: 'listUserMemberships',
    endpoint: 'GET /users/{sub}/memberships',
    summary: 'List the groups that a user is in, and why',
    permission: 'read',
    success: { status: 200, description: 'The memberships that count.', schema: membershipsSchema },
    run: async (admin, { path: { sub = '' } }) => {
      await getUser(admin, sub);
      return { body: encode(membershipsSchema, { items: await readMemberships(admin, sub) }) };
    },
  }),
];

const placeSchema = z.tuple([z.string(), z.string()]);

function readPlace(cursor: string | undefined) {
  const text = readCursor(cursor);
  if (text === null) return null;
  const place = storedJsonOr(placeSchema.nullable(), text, null);
  if (place === null) throw badCursor();
  const [sub, source] = place;
  return { sub, source };
}

function noMembership(): AdminError {
  return new AdminError('not_found', 'There is no such membership');
}

async function getMembership(admin: AdminContext, group: Parameters<typeof readMembersAmong>[1], sub: string) {
  const own = (await readMembersAmong(admin, group, [sub])).get(sub) ?? [];
  const found = own.find(({ source }) => source === 'administrator');
  if (found === undefined) throw noMembership();
  return found;
}

/** @throws AdminError `invalid` with each text that names nobody */
async function getSubs({ db }: AdminContext, typed: readonly string[], field: string): Promise<readonly string[]> {
  const { people, unknown, ambiguous } = await findPeople(db, typed);
  const wrong = new Set([...unknown, ...ambiguous]);
  const message = 'expected the sub or username of a user';
  const fields = typed.flatMap((text, index) =>
    wrong.has(text) ? [{ field: `${field}[${index}]`, code: 'user_unknown', message }] : [],
  );
  if (fields.length > 0) throw new AdminError('invalid', message, fields);
  return people.map(({ sub }) => sub);
}
