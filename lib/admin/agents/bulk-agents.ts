import { recordEvents } from '#lib/audit/event-store';
import { agentHost } from '#lib/clients/agents/agent-host';
import { countAsked } from '#lib/clients/agents/asked-store';
import type { ClientRecord } from '#lib/clients/client-record';
import { countLimit, countPeople, countUsageOf } from '#lib/clients/live-count-store';
import { endClientAccess } from '#lib/db/revoke-grants';
import { transaction } from '#lib/db/transaction';
import { batchesOf } from '#lib/vocabulary/batches';
import type { Wire } from '#lib/vocabulary/wire-entry';
import { type AdminContext, authorshipOf } from '../admin-context';
import { type BulkResult, firstLines, type Named, type Seen, toPlan } from '../bulk/bulk';
import { type BulkKind, bulkForm, readBulk } from '../bulk/bulk-form';
import { type Judged, saveJudged } from '../bulk/save-together';
import { judgeClients } from '../clients/judge-clients';
import type { Query } from '../query';
import { readAgentQuery } from './agent-query';
import { agentDecisions } from './decide-agent';
import { findAgents } from './list-agents';
import { listMatchingAgents } from './read-agents';

export type AgentAction = 'approve' | 'block' | 'unblock' | 'end' | 'delete';

/** The actions on one or several agents. All decisions of an action are one revision. */
export const agentBulk: BulkKind<AgentAction> = {
  path: '/admin/agents/bulk',
  actions: ['approve', 'block', 'unblock', 'end', 'delete'],
  find: async (admin, query) => {
    const { agents } = await listMatchingAgents(admin, readAgentQuery(query));
    return firstLines(agents.map(({ clientId }) => clientId));
  },
  plan: async (admin, action, ids) => toPlan(await judge(admin, action, ids)),
  change: changeAgents,
};

export const changeAgentsForm = bulkForm(agentBulk);

/**
 * The content of the confirmation page: what the action would do, and how many people and grants of these agents it
 * affects.
 */
export async function readAgentBulk(admin: AdminContext, query: Query) {
  const read = await readBulk(agentBulk, admin, query);
  const ids = read.plan.changes.map(({ id }) => id);
  const live = await countUsageOf(admin.db, ids, admin.now);
  return { ...read, live: { ...live, asked: await countAsked(admin.db, ids) }, limit: countLimit };
}

async function changeAgents(
  admin: AdminContext,
  action: AgentAction,
  ids: readonly string[],
  seen: Seen,
): Promise<BulkResult> {
  const judged = (await judge(admin, action, ids)).map((line) => asSeen(line, seen));
  if (action !== 'end') return saveJudged(admin, judged);
  const { changes, skipped } = toPlan(judged);
  await endAccess(admin, changes);
  return { changed: changes.length, skipped, revision: null };
}

/** Judges an action for each agent. An agent has a reason if the action cannot change it. */
async function judge(admin: AdminContext, action: AgentAction, ids: readonly string[]): Promise<readonly Judged[]> {
  const { db, now, snapshot } = admin;
  const held = action === 'unblock' ? findAgents(snapshot, { q: null, trust: 'blocked', source: null }) : [];
  const blocked = new Set(held.map(({ clientId }) => clientId));
  const people = new Map<string, number>();
  for (const batch of batchesOf(action === 'end' || action === 'delete' ? ids : [])) {
    for (const [clientId, count] of await countPeople(db, batch, now)) people.set(clientId, count);
  }
  return judgeClients(admin, ids, {
    nameOf,
    reasonAgainst: (record) =>
      reasonAgainst(action, record, {
        people: people.get(record.clientId) ?? 0,
        isOthers: blocked.has(record.clientId),
      }),
    // An agent can change its description at any time, and nobody has reviewed the new one.
    dependsOnVersion: action === 'approve',
    ...(action !== 'end' && { entryAfter: (wire: Wire) => entryAfter(action, wire) }),
  });
}

function asSeen(line: Judged, seen: Seen): Judged {
  const { id, reason, version = null } = line;
  return reason === null && version !== null && seen.get(id) !== version ? { ...line, reason: 'changed' } : line;
}

/** The host comes first, because an agent cannot choose it freely. */
function nameOf(record: ClientRecord): string {
  const host = agentHost(record);
  return record.clientName === null ? host : `${host} (${record.clientName})`;
}

type Circumstances = {
  /** The number of people with a live grant. */
  readonly people: number;
  /** It is blocked because of another agent's block, and has none of its own. */
  readonly isOthers: boolean;
};

function reasonAgainst(action: AgentAction, record: ClientRecord, { people, isOthers }: Circumstances): string | null {
  const { selfRegistered, agentState, unreadable } = record;
  if (!selfRegistered) return 'vouched';
  if (action === 'end') return people === 0 ? 'no_access' : null;
  if (unreadable) return 'unreadable';
  if (action === 'delete') return people === 0 ? null : 'in_use';
  if (action === 'unblock') return agentState === 'blocked' ? null : isOthers ? 'blocked_by_other' : 'not_blocked';
  if (agentState !== agentDecisions[action]) return null;
  return action === 'approve' ? 'already_approved' : 'already_blocked';
}

function entryAfter(action: Exclude<AgentAction, 'end'>, wire: Wire): Wire | null {
  return action === 'delete' ? null : { ...wire, agent_state: agentDecisions[action] };
}

/** Ends the grants of these agents and deletes the remembered consents. Their next request asks people again. */
async function endAccess(admin: AdminContext, agents: readonly Named[]): Promise<void> {
  const { actor, address = null, requestId = null, reason = null } = authorshipOf(admin);
  await transaction(admin.db, async (tx) => {
    for (const { id } of agents) await endClientAccess(tx, id, { reason: 'access_ended', now: admin.now });
    const events = agents.map(({ id, name }) => ({
      type: 'client.access_ended' as const,
      outcome: 'success' as const,
      actor,
      target: { kind: 'client', id, name },
      client: { id, name },
      address,
      requestId,
      details: { reason },
    }));
    if (events.length > 0) await recordEvents(tx, events, admin.now);
  });
}
