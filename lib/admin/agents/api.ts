import { z } from 'zod';
import { trusts } from '#lib/clients/agents/trust';
import { notFound } from '../admin-error';
import { checkCondition } from '../api/conditions';
import { encode } from '../api/encode';
import { defineOperation, type Operation } from '../api/operation';
import { slicePage } from '../api/paging';
import { object, pageOf, paging } from '../api/schemas';
import { type AgentDecision, decideAgent } from './actions';
import { agentSources, findAgent, findAgents, orderOf } from './read';

const query = z.strictObject({
  ...paging,
  q: z.string().max(400).optional().meta({ description: 'Part of a host, name, ID or redirect URI.' }),
  trust: z.enum(trusts).optional(),
  source: z
    .enum(agentSources)
    .optional()
    .meta({ description: 'Whether the agent registered itself or has a metadata document.' }),
});

const lineSchema = object('Agent', {
  client_id: z.string(),
  name: z.string().nullable(),
  host: z.string(),
  source: z.enum(agentSources),
  trust: z.enum(trusts),
  enabled: z.boolean(),
  awaits_approval: z.boolean(),
  end_date: z.string().nullable().meta({ description: 'The day (UTC) from which the agent is disabled.' }),
});

const pageSchema = pageOf(lineSchema);

/** Agents, and the decisions about them. */
export const agentOperations: readonly Operation[] = [
  defineOperation({
    id: 'listAgents',
    endpoint: 'GET /agents',
    summary: 'List agents by host',
    permission: 'read',
    query,
    success: { status: 200, description: 'A page of agents.', schema: pageSchema },
    run: async ({ snapshot }, { query }) => {
      const { q = null, trust = null, source = null } = query;
      const found = findAgents(snapshot, { q, trust, source });
      return { body: encode(pageSchema, slicePage(found, orderOf, { path: '/agents', query })) };
    },
  }),
  decision(
    'approve',
    'Approve an agent',
    'The approval ends when the agent changes its metadata. Send the `ETag` of `GET /clients/{client_id}` in `If-Match`.',
  ),
  decision(
    'block',
    'Block an agent',
    'Ends its access. Clients that registered themselves with the same name or redirect hosts are blocked too.',
  ),
  decision('unblock', 'Unblock an agent', 'Access that ended is not restored.'),
];

function decision(verb: AgentDecision, summary: string, description: string): Operation {
  return defineOperation({
    id: `${verb}Agent`,
    endpoint: `POST /agents/{client_id}/${verb}`,
    summary,
    description,
    permission: 'edit',
    // Blocking and unblocking do not depend on the description.
    ...(verb === 'approve' && { condition: 'match' }),
    success: { status: 200, description: 'The updated agent.', schema: lineSchema },
    run: async (admin, { path: { client_id: clientId = '' }, condition }) => {
      await decideAgent(admin, clientId, verb, (version) => checkCondition(condition, version));
      // In this process's snapshot after the change.
      const agent = findAgent(await admin.refreshConfiguration(), clientId);
      if (agent === null) throw notFound();
      return { body: encode(lineSchema, agent) };
    },
  });
}
