import type { NewAuditEvent } from '#lib/audit/event';
import { recordEvents } from '#lib/audit/store';
import type { Transaction } from '#lib/db/database';
import { addRevision } from '#lib/history/store';
import type { Authorship } from '../authorship';
import type { Change } from '../diff';
import type { SectionName } from '../sections';
import { changeWithoutSecrets } from '../without-secrets';

/**
 * Keeps what a write of the configuration changed, in its transaction: the revision with every entry before and
 * after, and an audit event for each. Users are people, not configuration: they have audit events only, so that nothing
 * of them is left in the history once they are deleted.
 * @param number what bumpRevision() returned
 */
export async function recordRevision(
  tx: Transaction,
  number: number,
  changes: readonly Change[],
  { by, now }: { readonly by: Authorship; readonly now: Date },
): Promise<void> {
  if (changes.length === 0) return;
  const { source, actor, reason = null } = by;
  const restorable = changes.filter(({ section }) => section !== 'users');
  await addRevision(tx, { number, at: now, source, actor, reason }, restorable);
  await recordEvents(
    tx,
    changes.map((change) => eventOf(change, number, by)),
    now,
  );
}

const nouns = {
  portal: 'portal',
  scopes: 'scope',
  clients: 'client',
  users: 'user',
  identity_providers: 'identity_provider',
  tenants: 'tenant',
} as const satisfies Record<SectionName, string>;

const verbs = { create: 'created', update: 'updated', delete: 'deleted' } as const;

function eventOf(change: Change, revision: number, by: Authorship): NewAuditEvent {
  const { section, kind, key } = change;
  const noun = nouns[section];
  return {
    type: noun === 'portal' ? 'portal.updated' : `${noun}.${verbs[kind]}`,
    outcome: 'success',
    actor: by.actor,
    target: { kind: noun, id: targetId(change), name: nameOf(change) },
    client: section === 'clients' ? { id: key, name: nameOf(change) } : null,
    address: by.address ?? null,
    requestId: by.requestId ?? null,
    details: {
      revision,
      reason: by.reason ?? null,
      ...changeWithoutSecrets(change.before, change.after),
    },
  };
}

/** A user is told by the sub, which is never given again. */
function targetId({ section, key, before, after }: Change): string {
  const sub: unknown = section === 'users' ? (after ?? before)?.sub : undefined;
  return typeof sub === 'string' ? sub : key;
}

function nameOf({ section, key, before, after }: Change): string {
  const wire = after ?? before ?? {};
  const name = section === 'clients' ? wire.client_name : wire.display_name;
  return typeof name === 'string' ? name : key;
}
