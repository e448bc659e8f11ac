import { z } from 'zod';
import { pathSegment } from '#lib/vocabulary/path-segment';
import { roleName } from '#lib/vocabulary/role';
import { moment as end } from '#lib/vocabulary/secret';
import { clientId, scopeName } from '#lib/vocabulary/text';
import type { AdminContext } from '../admin-context';
import { AdminError } from '../admin-error';
import { encode } from '../api/encode';
import { defineOperation, type Operation } from '../api/operation';
import { nextAddress, readCursor, slicePage } from '../api/paging';
import { moment, name, object, pageOf, paging } from '../api/schemas';
import { getUser } from '../users/read';
import { assign, noAssignment, unassign } from './change-assignments';
import { readApplications, readAssignments, readPeople } from './read';

const assignmentSchema = object('Assignment', {
  id: z.string(),
  client: z.string().optional(),
  api: z.string().optional().meta({ description: 'Instead of a client.' }),
  role: z.string().nullable().meta({ description: 'Null for access without a role.' }),
  source: z.string().meta({ description: '`administrator`, `file` or `request`.' }),
  expires_at: moment.nullable().meta({ description: 'The first instant at which it no longer counts.' }),
  since: moment,
});

const reason = object('AccessReason', {
  group: z.string().optional(),
  assignment: z.string().optional().meta({ description: 'The ID of the assignment.' }),
  role: z.string().nullable().meta({ description: 'The role that it gives. Null for access alone.' }),
  source: z.string(),
  expires_at: moment.nullable(),
});

const access = { roles: z.array(z.string()), because: z.array(reason) };
const everyone = z.boolean().meta({ description: 'Everybody may use the client.' });
const applicationSchema = object('Application', {
  client_id: z.string(),
  name: z.string().nullable(),
  everyone,
  ...access,
});
const personSchema = object('ClientPerson', { sub: z.string(), username: z.string(), ...access });

const assignmentsSchema = z.strictObject({ items: z.array(assignmentSchema) });
const applicationsSchema = pageOf(applicationSchema);
const peopleSchema = z.strictObject({ items: z.array(personSchema), next: z.string().nullable(), everyone });

const newAssignment = name(
  'NewAssignment',
  z
    .strictObject({
      client: clientId.optional(),
      api: scopeName.optional().meta({ description: 'Instead of a client. Needs a role.' }),
      role: roleName.nullable().default(null),
      expires_at: end.nullable().default(null),
    })
    .refine(({ client, api }) => (client === undefined) !== (api === undefined), {
      error: 'expected exactly one of client and api',
    }),
);

const peopleQuery = z.strictObject({
  ...paging,
  role: z.string().max(400).optional().meta({ description: 'Only people with this role.' }),
  group: z.string().max(400).optional().meta({ description: 'Only people by this group.' }),
});

/** Operations about what people are in clients, and why. */
export const assignmentOperations: readonly Operation[] = [
  defineOperation({
    id: 'listUserAssignments',
    endpoint: 'GET /users/{sub}/assignments',
    summary: 'List the roles that a user was given in clients and APIs',
    description: 'Roles by groups are in the applications of the user.',
    permission: 'read',
    success: { status: 200, description: 'The assignments that count.', schema: assignmentsSchema },
    run: async (admin, { path: { sub = '' } }) => {
      await getUser(admin, sub);
      return { body: encode(assignmentsSchema, { items: await readAssignments(admin, sub) }) };
    },
  }),
  defineOperation({
    id: 'assignRole',
    endpoint: 'POST /users/{sub}/assignments',
    summary: 'Give a user a role of a client or an API, or access to a client',
    description: 'An assignment that exists gets this end. Without a role, it gives access to a client alone.',
    permission: 'edit',
    body: newAssignment,
    success: { status: 201, description: 'The assignment.', schema: assignmentSchema },
    run: async (admin, { path: { sub = '' }, body: { client = null, api = null, role, expires_at: expiresAt } }) => {
      const id = await assign(admin, { sub, clientId: client, api, role, expiresAt });
      return { body: encode(assignmentSchema, await getAssignment(admin, sub, id)) };
    },
  }),
  defineOperation({
    id: 'deleteAssignment',
    endpoint: 'DELETE /users/{sub}/assignments/{id}',
    summary: 'End an assignment of a user',
    permission: 'edit',
    success: { status: 204, description: 'It has ended.' },
    run: async (admin, { path: { sub = '', id = '' } }) => {
      await unassign(admin, sub, id);
      return {};
    },
  }),
  defineOperation({
    id: 'listUserApplications',
    endpoint: 'GET /users/{sub}/applications',
    summary: 'List the clients that a user may use, and why',
    permission: 'read',
    query: z.strictObject(paging),
    success: { status: 200, description: 'A page of clients.', schema: applicationsSchema },
    run: async (admin, { path: { sub = '' }, query }) => {
      await getUser(admin, sub);
      const all = await readApplications(admin, sub);
      const place = { path: `/users/${pathSegment(sub)}/applications`, query };
      return {
        body: encode(
          applicationsSchema,
          slicePage(all, (one) => one.clientId, place),
        ),
      };
    },
  }),
  defineOperation({
    id: 'listClientPeople',
    endpoint: 'GET /clients/{client_id}/people',
    summary: 'List who can use a client, and why',
    description:
      'People with an assignment, or in a group that gives access or a role. With `everyone`, others may use it too. A filter can leave a page short.',
    permission: 'read',
    query: peopleQuery,
    success: { status: 200, description: 'A page of users.', schema: peopleSchema },
    run: async (admin, { path: { client_id: key = '' }, query }) => {
      const client = admin.snapshot.clients.get(key);
      if (client === undefined) throw new AdminError('not_found', 'There is no such client');
      const { people, next } = await readPeople(admin, client, { ...query, after: readCursor(query.cursor) });
      const address = nextAddress(`/clients/${pathSegment(key)}/people`, query, next);
      const everyone = client.access === 'everyone';
      return { body: encode(peopleSchema, { items: people, next: address, everyone }) };
    },
  }),
  defineOperation({
    id: 'listApiPeople',
    endpoint: 'GET /apis/{name}/people',
    summary: 'List who has roles of an API, and why',
    description:
      'People with an assignment, or in a group that gives a role. With `everyone`, others have its default roles too. A filter can leave a page short.',
    permission: 'read',
    query: peopleQuery,
    success: { status: 200, description: 'A page of users.', schema: peopleSchema },
    run: async (admin, { path: { name: key = '' }, query }) => {
      const api = admin.snapshot.apis.get(key);
      if (api === undefined) throw new AdminError('not_found', 'There is no such API');
      const { people, next } = await readPeople(admin, api, { ...query, after: readCursor(query.cursor) });
      const address = nextAddress(`/apis/${pathSegment(key)}/people`, query, next);
      const everyone = api.roles.some((role) => role.default);
      return { body: encode(peopleSchema, { items: people, next: address, everyone }) };
    },
  }),
];

async function getAssignment(admin: AdminContext, sub: string, id: string) {
  const found = (await readAssignments(admin, sub)).find((one) => one.id === id);
  if (found === undefined) throw noAssignment();
  return found;
}
