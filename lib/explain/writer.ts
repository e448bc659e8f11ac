import { deriveKey } from '#lib/crypto/hash';
import type { Logger } from '#lib/log/log';
import { metrics } from '#lib/metrics/metrics';
import { batchesOf } from '#lib/vocabulary/batches';
import { type KeptFacts, writeFacts } from './kept-facts';
import { networkOf } from './network';
import { referenceOf } from './reference';
import type { Refusal, RequestPlace } from './refusal';
import type { ExplanationRow } from './store';

/** So many different refusals wait at most; beyond it only the log knows them. */
const defaultCapacity = 1_000;
const flushEveryMs = 1_000;
const minuteMs = 60_000;
const keptSeconds = 7 * 86_400;

type Noted = Omit<Refusal, 'facts'> & RequestPlace & { readonly facts: KeptFacts };

export type ExplanationWriter = {
  /** Takes a refusal; equal ones of a minute are one. Touches no database. @returns the reference */
  readonly note: (refusal: Noted, now: Date) => string;
  /** Writes what waits. Never throws: what cannot be written waits on while there is room, or is dropped. */
  readonly flush: () => Promise<void>;
  /** Writes what waits and ends the timer. */
  readonly stop: () => Promise<void>;
};

type Parts = {
  readonly secret: string;
  /** @throws what the database throws */
  readonly write: (rows: readonly ExplanationRow[]) => Promise<void>;
  /** True for an error that passes, so that writing can be tried again. */
  readonly isTemporary: (error: unknown) => boolean;
  readonly log: Pick<Logger, 'warn'>;
  readonly capacity?: number;
};

/** Collects refusals and writes them once a second, off the request path. One a process. */
export function startExplanationWriter(parts: Parts): ExplanationWriter {
  const { secret, capacity = defaultCapacity } = parts;
  const key = deriveKey(secret, 'explanation-reference');
  let waiting = new Map<string, ExplanationRow>();
  let running: Promise<void> | null = null;

  const note: ExplanationWriter['note'] = (refusal, now) => {
    const network = networkOf(refusal.clientAddress);
    const groupKey = groupOf(refusal, network, now);
    const reference = referenceOf(key, groupKey);
    const same = waiting.get(reference);
    if (same !== undefined) waiting.set(reference, { ...same, occurrences: same.occurrences + 1, lastSeenAt: now });
    else if (waiting.size < capacity) waiting.set(reference, toRow(refusal, { reference, groupKey, network }, now));
    else metrics().explanationsDropped.inc();
    return reference;
  };

  const writeWaiting = async () => {
    const batches = batchesOf([...waiting.values()]);
    waiting = new Map();
    for (let batch = batches.shift(); batch !== undefined; batch = batches.shift()) {
      try {
        await parts.write(batch);
      } catch (error) {
        const unwritten = [batch, ...batches.splice(0)].flat();
        parts.log.warn({ err: error, explanations: unwritten.length }, 'could not write explanations');
        if (parts.isTemporary(error)) waiting = merge(unwritten, waiting, capacity);
        else metrics().explanationsDropped.inc(unwritten.length);
      }
    }
  };

  const flush = async () => {
    await running;
    if (waiting.size === 0) return;
    running = writeWaiting().finally(() => {
      running = null;
    });
    await running;
  };

  const timer = setInterval(() => {
    if (running === null) void flush();
  }, flushEveryMs);
  timer.unref();
  return {
    note,
    flush,
    stop: async () => {
      clearInterval(timer);
      await flush();
    },
  };
}

/** What equal refusals have in common. Neither reason nor values: what must not be told apart has one reference. */
function groupOf({ endpoint, rule, clientId }: Noted, network: string, now: Date): string {
  const minute = Math.floor(now.getTime() / minuteMs);
  return JSON.stringify([minute, endpoint, rule, clientId, network]);
}

function toRow(
  { endpoint, rule, error, description, clientId, facts }: Noted,
  group: { readonly reference: string; readonly groupKey: string; readonly network: string },
  now: Date,
): ExplanationRow {
  return {
    ...group,
    endpoint,
    rule,
    error,
    description,
    clientId,
    facts: writeFacts(facts),
    occurrences: 1,
    createdAt: now,
    lastSeenAt: now,
    expiresAt: new Date(now.getTime() + keptSeconds * 1000),
  };
}

/** Puts what could not be written back before what came meanwhile. */
function merge(
  older: readonly ExplanationRow[],
  newer: ReadonlyMap<string, ExplanationRow>,
  capacity: number,
): Map<string, ExplanationRow> {
  const merged = new Map(older.map((row) => [row.reference, row]));
  for (const [reference, row] of newer) {
    const same = merged.get(reference);
    if (same !== undefined) {
      const occurrences = same.occurrences + row.occurrences;
      merged.set(reference, { ...same, occurrences, lastSeenAt: row.lastSeenAt });
    } else if (merged.size < capacity) merged.set(reference, row);
    else metrics().explanationsDropped.inc();
  }
  return merged;
}
