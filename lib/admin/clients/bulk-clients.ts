import { countLimit, countUsageOf } from '#lib/clients/live-count-store';
import { entryVersion } from '#lib/config/entry-version';
import type { AdminContext } from '../admin-context';
import { isAdminError } from '../admin-error';
import {
  type BulkPlan,
  type BulkResult,
  type Chosen,
  changeEach,
  checkTyped,
  leadBack,
  maximumBulk,
  type Named,
  readChosen,
  readConfirmed,
} from '../bulk/bulk';
import { type EntryEdit, saveEntries } from '../configuration/save-entries';
import type { LeadingForm } from '../flash/flash';
import { type Query, wordOf } from '../query';
import { reasonOf } from '../reason-of';
import { readClientQuery } from './client-query';
import { clientSection } from './client-section';
import { listMatching } from './list-clients';

export const clientActions = ['enable', 'disable', 'delete'] as const;
export type ClientAction = (typeof clientActions)[number];

/** The ids of the clients that a form of the list is about, in the order of the list. */
export async function chosenClients(
  admin: Pick<AdminContext, 'db' | 'now' | 'snapshot'>,
  chosen: Chosen,
): Promise<readonly string[]> {
  if ('ids' in chosen) return chosen.ids;
  const { clients } = await listMatching(admin, readClientQuery(chosen.allOf));
  return clients.slice(0, maximumBulk).map(({ client }) => client.clientId);
}

/** What an action would do with clients, and which it would skip. */
export function planClients(
  { snapshot }: Pick<AdminContext, 'snapshot'>,
  action: ClientAction,
  ids: readonly string[],
): BulkPlan {
  const lines = ids.map((id) => {
    const client = snapshot.clients.get(id);
    const line = { id, name: client?.clientName ?? id };
    if (client === undefined) return { ...line, reason: 'gone' };
    if (client.unreadable) return { ...line, reason: 'unreadable' };
    if (action === 'delete') return client.enabled ? { ...line, reason: 'enabled' } : line;
    const isThere = client.enabled === (action === 'enable');
    return isThere ? { ...line, reason: action === 'enable' ? 'already_enabled' : 'already_disabled' } : line;
  });
  return {
    changes: lines.filter((line) => !('reason' in line)),
    skipped: lines.flatMap((line) => ('reason' in line ? [line] : [])),
  };
}

/**
 * Does it: all of them as one revision. Where one of them cannot be changed, each of the others is changed by itself, and
 * the result says why that one was not.
 */
export async function changeClients(
  admin: AdminContext,
  action: ClientAction,
  ids: readonly string[],
  reason: string | null,
): Promise<BulkResult> {
  const { changes, skipped } = planClients(admin, action, ids);
  const result = await changeAll(admin, action, changes, reason);
  return { ...result, skipped: [...skipped, ...result.skipped] };
}

async function changeAll(
  admin: AdminContext,
  action: ClientAction,
  lines: readonly Named[],
  reason: string | null,
): Promise<BulkResult> {
  try {
    const edits = await Promise.all(lines.map(({ id }) => editOf(admin, action, id)));
    const { revision } = await saveEntries(admin, edits, reason);
    return { changed: lines.length, skipped: [], revision };
  } catch (error) {
    if (!isAdminError(error)) throw error;
    return changeEach(lines, async ({ id }) => {
      const { revision } = await saveEntries(admin, [await editOf(admin, action, id)], reason);
      return revision;
    });
  }
}

async function editOf(admin: AdminContext, action: ClientAction, key: string): Promise<EntryEdit> {
  const { wire } = await clientSection.get(admin, key);
  const entry = action === 'delete' ? null : { ...wire, enabled: action === 'enable' };
  return { section: 'clients', key, entry, expected: entryVersion(wire) };
}

/** The form of the confirmation page. */
export const changeClientsForm: LeadingForm = async (admin, form) => {
  const action = clientActions.find((one) => one === form.text('action')) ?? 'disable';
  const ids = readConfirmed(form);
  if (action === 'delete') checkTyped(form, planClients(admin, action, ids));
  const result = await changeClients(admin, action, ids, reasonOf(form));
  return leadBack(action, result, form.text('back'));
};

/** What the confirmation page shows: the action, what it would do, and what lives of the clients that would change. */
export async function readClientBulk(admin: AdminContext, query: Query) {
  const action = wordOf(query, 'action', clientActions, 'disable');
  const plan = planClients(admin, action, await chosenClients(admin, readChosen(query)));
  const ids = plan.changes.map(({ id }) => id);
  return { action, plan, live: await countUsageOf(admin.db, ids, admin.now), limit: countLimit };
}
