import { recordEvents } from '#lib/audit/event-store';
import { countAsked } from '#lib/clients/agents/asked-store';
import { agentHost } from '#lib/clients/agents/self-description';
import type { ClientRecord } from '#lib/clients/client-record';
import { countLimit, countPeople, countUsageOf } from '#lib/clients/live-count-store';
import type { AgentState } from '#lib/clients/settings';
import { entryVersion } from '#lib/config/diff';
import { bumpRevision } from '#lib/db/revision';
import { endClientAccess } from '#lib/db/revoke-grants';
import { transaction } from '#lib/db/transaction';
import { formatNumber, formatUpTo } from '#lib/i18n/admin/format';
import { batchesOf } from '#lib/vocabulary/batches';
import type { Wire } from '#lib/vocabulary/wire-entry';
import { adminHandler } from '../access/admin-handler';
import { type AdminContext, authorshipOf } from '../admin-context';
import { AdminError } from '../admin-error';
import { type BulkResult, checkboxName, firstLines, type Named, readChosen, type Seen, toPlan } from '../bulk/bulk';
import { defineBulk } from '../bulk/define-bulk';
import { type Judged, saveJudged } from '../bulk/save-together';
import { judgeClients } from '../clients/actions';
import { clientSection } from '../clients/section';
import { changeEntry } from '../entries/change-entry';
import { clientPath } from '../entries/entry-path';
import { type CsvColumns, csvOf, download } from '../list/csv';
import { givenOf, recordExport } from '../list/record-export';
import { addressWith, type Query } from '../query';
import { findAgents, type ListedAgent, listMatchingAgents, readAgentQuery, withUse } from './read';
import { texts } from './texts';

type AgentAction = 'approve' | 'block' | 'unblock' | 'end' | 'delete';

/** The actions on one or several agents. All decisions of an action are one revision. */
export const agentBulk = defineBulk<AgentAction>({
  path: 'agents/bulk',
  permission: 'edit',
  proof: (action) => (action === 'delete' ? 'sudo' : 'none'),
  actions: ['approve', 'block', 'unblock', 'end', 'delete'],
  list: { label: texts.title, path: '/admin/agents', hrefOf: (id) => clientPath(id) },
  find: async (admin, query) => {
    const { agents } = await listMatchingAgents(admin, readAgentQuery(query));
    return firstLines(agents.map(({ clientId }) => clientId));
  },
  plan: async (admin, action, ids) => toPlan(await judge(admin, action, ids)),
  words: async ({ db, now }, action, changes) => {
    const ids = changes.map(({ id }) => id);
    const { title, text, textOfOne, button, asked, live } = texts.bulk;
    const { people, grants } = await countUsageOf(db, ids, now);
    const waiting = await countAsked(db, ids);
    const used = live(formatUpTo(people, countLimit), formatUpTo(grants, countLimit));
    const told = waiting > 0 ? asked(formatNumber(waiting)) : null;
    return {
      ...{ title: title[action], text: text[action], textOfOne: textOfOne[action], button: button[action] },
      live: action === 'block' || action === 'end' ? used : action === 'approve' ? told : null,
    };
  },
  change: changeAgents,
});

/** The address of the question about an agent or its registrations. */
export function agentActionPath(action: AgentAction, ...clientIds: readonly string[]): string {
  const chosen = clientIds.slice(0, maximumShown).map((clientId) => [checkboxName(clientId), '1'] as const);
  return addressWith(agentBulk.path, {}, { action, ...Object.fromEntries(chosen) });
}

/** More IDs would not fit into an address. */
const maximumShown = 50;

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
    await bumpRevision(tx);
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

/** The decisions of an operator about an agent, each with the state that it results in. */
const agentDecisions = { approve: 'approved', block: 'blocked', unblock: 'pending' } as const satisfies Readonly<
  Record<string, AgentState>
>;

export type AgentDecision = keyof typeof agentDecisions;

/**
 * Decides about an agent. A block ends all of the agent's grants in the same transaction.
 * @param check refuses a version of the agent that was not reviewed
 * @throws AdminError `not_found` for a client of the operator; `changed_meanwhile`
 */
export async function decideAgent(
  admin: AdminContext,
  clientId: string,
  decision: AgentDecision,
  check: (version: string) => void,
): Promise<void> {
  await changeEntry(admin, clientSection, clientId, ({ wire }) => {
    if (wire.self_registered !== true) throw new AdminError('not_found', 'This agent does not exist');
    check(entryVersion(wire));
    const state = agentDecisions[decision];
    // Removing a block neither approves an agent nor takes an approval away.
    return decision === 'unblock' && wire.agent_state !== 'blocked' ? {} : { agent_state: state };
  });
}

/** Exports the agents of a list as a file: the selected ones, or all that match. The export is recorded. */
export async function exportAgents(admin: AdminContext, query: Query): Promise<string> {
  const chosen = readChosen(query);
  const ids = 'ids' in chosen && chosen.ids.length > 0 ? new Set(chosen.ids) : null;
  const { after: _, before: __, size: ___, sort, ...filter } = readAgentQuery(ids === null ? query : {});
  const { agents } = await listMatchingAgents(admin, { ...filter, sort });
  const lines: ListedAgent[] = [];
  for (const batch of batchesOf(agents.filter(({ clientId }) => ids?.has(clientId) ?? true))) {
    const single = batch.map((agent) => ({ ...agent, clientIds: [agent.clientId] }));
    lines.push(...(await withUse(admin, single)));
  }
  await recordExport(admin, 'agents.exported', { filter: givenOf(filter), rows: lines.length, cut: false });
  return csvOf(columns, lines);
}

/** POST: the download of the list. */
export const handleAgentExport = adminHandler({ permission: 'read' }, async (admin, values) =>
  download('agents.csv', 'text/csv', await exportAgents(admin, Object.fromEntries(values))),
);

const columns: CsvColumns<ListedAgent> = {
  client_id: ({ clientId }) => clientId,
  host: ({ host }) => host,
  client_name: ({ name }) => name,
  source: ({ source }) => source,
  trust: ({ trust }) => trust,
  enabled: ({ enabled }) => String(enabled),
  end_date: ({ endDate }) => endDate,
  scopes_used: ({ scopes }) => scopes.join(' '),
  people: ({ people }) => String(people),
  last_used: ({ lastUsedAt }) => lastUsedAt?.toISOString() ?? null,
};
