import { z } from 'zod';
import { listRequests, maximumReason, requestStates } from '#lib/access-requests/request-store';
import { roleName } from '#lib/vocabulary/role';
import { moment as end } from '#lib/vocabulary/secret';
import { boundedText, clientId, isVisible } from '#lib/vocabulary/text';
import { encode } from '../api/encode';
import { defineOperation, type Operation } from '../api/operation';
import { nextAddress, readCursor } from '../api/paging';
import { moment, object, pageOf, paging } from '../api/schemas';
import { decideAsAdministrator } from './decide-as-administrator';

const state = z.enum(requestStates);

const requestSchema = object('AccessRequest', {
  id: z.string(),
  state,
  client_id: z.string(),
  sub: z.string(),
  username: z.string(),
  reason: z.string().nullable().meta({ description: 'What the user wrote.' }),
  created_at: moment,
  decided_at: moment.nullable().meta({ description: 'When it was decided or expired.' }),
  note: z.string().nullable().meta({ description: 'The answer to the user.' }),
});

const requestsSchema = pageOf(requestSchema);

const approval = object('AccessApproval', {
  role: roleName.nullable().default(null).meta({ description: 'A role of the client. Without it, access alone.' }),
  expires_at: end.nullable().default(null).meta({ description: 'At most five years ahead.' }),
});

const refusal = object('AccessRefusal', {
  note: boundedText(
    maximumReason,
    z.refine(isVisible, { error: 'expected visible characters', params: { code: 'hidden_character' } }),
  )
    .nullable()
    .default(null)
    .meta({ description: 'Shown to the user.' }),
});

const decided = { status: 200 as const, description: 'The request as it is now.', schema: requestSchema };

/** Operations about people who ask for access to clients. */
export const accessRequestOperations: readonly Operation[] = [
  defineOperation({
    id: 'listAccessRequests',
    endpoint: 'GET /access-requests',
    summary: 'List requests for access to clients',
    description: 'The newest first. Decided and expired ones are kept for 90 days.',
    permission: 'read',
    query: z.strictObject({
      ...paging,
      state: state.optional().meta({ description: 'Only requests in this state.' }),
      client_id: clientId.optional().meta({ description: 'Only requests for this client.' }),
    }),
    success: { status: 200, description: 'A page of requests.', schema: requestsSchema },
    run: async ({ db, now }, { query }) => {
      const asked = { state: query.state, clientId: query.client_id };
      const after = readCursor(query.cursor);
      const found = await listRequests(db, asked, { now, after, limit: query.limit + 1 });
      const items = found.slice(0, query.limit);
      const place = found.length > query.limit ? (items.at(-1)?.id ?? null) : null;
      return { body: encode(requestsSchema, { items, next: nextAddress('/access-requests', query, place) }) };
    },
  }),
  defineOperation({
    id: 'approveAccessRequest',
    endpoint: 'POST /access-requests/{id}/approve',
    summary: 'Give a user the access that they asked for',
    description:
      'The user gets an assignment with the source `request`, a notice, and an email at a verified address. Nobody approves their own request.',
    permission: 'edit',
    body: approval,
    problems: ['forbidden', 'conflict', 'too_many'],
    success: decided,
    run: async (admin, { path: { id = '' }, body: { role, expires_at: at } }) => {
      const until = at === null ? null : { at };
      return { body: encode(requestSchema, await decideAsAdministrator(admin, id, { kind: 'approve', role, until })) };
    },
  }),
  defineOperation({
    id: 'declineAccessRequest',
    endpoint: 'POST /access-requests/{id}/decline',
    summary: 'Decline a request for access',
    description: 'The user gets a notice, and an email at a verified address. They can ask again after seven days.',
    permission: 'edit',
    body: refusal,
    problems: ['forbidden', 'conflict'],
    success: decided,
    run: async (admin, { path: { id = '' }, body: { note } }) => {
      const decision = { kind: 'decline', note: note?.trim() || null } as const;
      return { body: encode(requestSchema, await decideAsAdministrator(admin, id, decision)) };
    },
  }),
];
