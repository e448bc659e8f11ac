import { sha256 } from '#lib/crypto/hash';
import type { Logger } from '#lib/log/log';
import { metrics } from '#lib/metrics/metrics';
import { batchesOf } from '#lib/vocabulary/batches';
import { isLongerThanClientId } from '#lib/vocabulary/client-id';
import { networkOf } from '#lib/vocabulary/ip-address';
import { daySeconds, minuteMs } from '#lib/vocabulary/time';
import type { WaitingExplanation } from './explanation-store';
import { createFairQueue } from './fair-queue';
import { type LimitedFacts, limitFacts, writeFacts } from './limited-facts';
import { createReference } from './reference';
import type { Explain, Refusal, RequestPlace } from './refusal';

/** The maximum number of waiting refusals. Beyond it, some are only in the log. */
const defaultCapacity = 1_000;
const keptSeconds = 7 * daySeconds;

type Recorded = Omit<Refusal, 'facts'> & RequestPlace & { readonly facts: LimitedFacts };

export type ExplanationWriter = {
  /**
   * Queues a refusal. Equal ones within a minute become one record. It does not use the database.
   * @returns the reference of this refusal
   */
  readonly record: (refusal: Recorded, now: Date) => string;
  /**
   * Writes the waiting records. Must not be called again before it has finished.
   * @throws with the database's error as its cause. Records that were not written wait if there is room, otherwise they
   * are dropped
   */
  readonly flush: () => Promise<void>;
};

type Parts = {
  /** @throws what the database throws */
  readonly write: (rows: readonly WaitingExplanation[]) => Promise<void>;
  /** Whether the error is temporary, so that writing can be tried again. */
  readonly isTemporary: (error: unknown) => boolean;
  readonly capacity?: number;
};

/** Collects refusals, which a background job writes. There is one in each process. */
export function createExplanationWriter(parts: Parts): ExplanationWriter {
  const waiting = createFairQueue(parts.capacity ?? defaultCapacity);

  const wait = (row: WaitingExplanation) => {
    const left = waiting.add(row);
    if (left > 0) metrics().explanationsDropped.inc(left);
  };

  const record: ExplanationWriter['record'] = (refusal, now) => {
    const reference = createReference();
    wait(toRow(refusal, reference, now));
    return reference;
  };

  const flush = async () => {
    const batches = batchesOf(waiting.takeAll());
    for (let batch = batches.shift(); batch !== undefined; batch = batches.shift()) {
      try {
        await parts.write(batch);
      } catch (cause) {
        const unwritten = [batch, ...batches].flat();
        if (parts.isTemporary(cause)) for (const row of unwritten) wait(row);
        else metrics().explanationsDropped.inc(unwritten.length);
        throw new Error(`could not write ${unwritten.length} explanations`, { cause });
      }
    }
  };
  return { record, flush };
}

function toRow(
  { endpoint, clientAddress, rule, error, description, clientId, facts: kept }: Recorded,
  reference: string,
  now: Date,
): WaitingExplanation {
  const network = networkOf(clientAddress);
  const facts = writeFacts(kept);
  // The digest also covers reason and values, so a refusal with another reason or value gets its own record.
  const minute = Math.floor(now.getTime() / minuteMs);
  const groupKey = sha256(JSON.stringify([minute, endpoint, rule, description, clientId, network, facts]));
  return {
    reference,
    groupKey,
    endpoint,
    rule,
    error,
    description,
    clientId,
    network,
    facts,
    occurrences: 1,
    createdAt: now,
    lastSeenAt: now,
    expiresAt: new Date(now.getTime() + keptSeconds * 1000),
  };
}

type Request = RequestPlace & { readonly now: Date; readonly log: () => Pick<Logger, 'info'> };

/** Records the refusal of one request. The log line has the same content as the record. */
export function createExplain(writer: Pick<ExplanationWriter, 'record'>, request: Request): Explain {
  return (refusal) => {
    const { rule, error, description } = refusal;
    const clientId = refusal.clientId !== null && isClientId(refusal.clientId) ? refusal.clientId : null;
    const facts = limitFacts(refusal.facts);
    const { endpoint, clientAddress, now } = request;
    const reference = writer.record({ endpoint, clientAddress, rule, error, description, clientId, facts }, now);
    request
      .log()
      .info({ reference, error, rule, description, ...(clientId === null ? {} : { clientId }), ...facts }, 'refused');
    return reference;
  };
}

/** The client in a request can be any text at first. */
function isClientId(text: string): boolean {
  return /^[\x21-\x7e]+$/.test(text) && !isLongerThanClientId(text);
}
