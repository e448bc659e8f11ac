import type { AuditEvent } from '#lib/audit/event';
import { createEventId } from '#lib/audit/event-id';
import type { AuditKey } from '#lib/audit/seals/chain';
import { continueChain, type Seal } from '#lib/audit/seals/chain';
import { seedClientId } from './client-rows';
import { createDice, type Dice } from './dice';
import { dayMs, type SeedSizes, seedDays } from './sizes';
import { seedSub } from './user-rows';

/** How many of a hundred events are of each type. */
const kinds = [
  { type: 'sign_in.succeeded', share: 60, outcome: 'success', details: '{"amr":["pwd"]}' },
  { type: 'sign_in.failed', share: 18, outcome: 'failure', details: '{"problem":"invalid_credentials"}' },
  { type: 'sign_out.completed', share: 9, outcome: 'success', details: '{}' },
  { type: 'consent.granted', share: 8, outcome: 'success', details: '{"scope":["openid","profile"]}' },
  { type: 'grant.revoked', share: 3, outcome: 'success', details: '{"reason":"withdrawn"}' },
  { type: 'user.updated', share: 1, outcome: 'success', details: '{"keys":["claims"]}' },
  { type: 'client.updated', share: 1, outcome: 'success', details: '{"keys":["redirect_uris"]}' },
] as const;
const deck = kinds.flatMap((kind) => Array.from({ length: kind.share }, () => kind));

const batchSize = 2000;

/** The audit log of a year with its hash chain, oldest first, as batches of rows by table. */
export function* eventBatches({ events, users, clients }: SeedSizes, now: Date, key: AuditKey) {
  const dice = createDice(3);
  const stepMs = (seedDays * dayMs) / events;
  let last: Seal | null = null;
  for (let start = 0; start < events; start += batchSize) {
    const size = Math.min(batchSize, events - start);
    const rows = Array.from({ length: size }, (_, offset) => {
      const at = new Date(now.getTime() - Math.ceil((events - start - offset) * stepMs));
      return eventRow(dice, at, { users, clients });
    });
    const seals: Seal[] = continueChain(last, rows, key);
    last = seals.at(-1) ?? null;
    yield { AuditEvent: rows, AuditSeal: seals };
  }
}

function eventRow(dice: Dice, at: Date, { users, clients }: Pick<SeedSizes, 'users' | 'clients'>): AuditEvent {
  const { type, outcome, details } = deck[dice.roll(deck.length)] ?? kinds[0];
  const sub = seedSub(dice.roll(users));
  const clientId = seedClientId(dice.lean(clients));
  const isConfiguration = type === 'client.updated';
  return {
    id: createEventId(at),
    at,
    type,
    outcome,
    actorKind: type === 'sign_in.failed' ? 'anonymous' : 'user',
    actorId: type === 'sign_in.failed' ? null : sub,
    actorName: type === 'sign_in.failed' ? null : `Person ${sub}`,
    targetKind: isConfiguration ? 'client' : 'user',
    targetId: isConfiguration ? clientId : sub,
    targetName: null,
    clientId: isConfiguration ? null : clientId,
    clientName: isConfiguration ? null : `Application ${clientId}`,
    address: `198.51.${dice.roll(100)}.${dice.roll(250)}`,
    requestId: `request-${at.getTime().toString(36)}-${dice.roll(1_000_000).toString(36)}`,
    details,
  };
}
