import type { MasterSecret } from '#lib/crypto/master-secret';
import type { Logger } from '#lib/log/log';
import { hasBegun } from '#lib/vocabulary/time';
import type { RecordExchange, RunningTraces } from './http-exchange';
import { createMarker, type NotedStep, toStep } from './step';
import type { WaitingStep } from './step-store';

/** The maximum number of waiting steps, in memory. */
const capacity = 500;

/**
 * A step that is identified only by its marks may arrive before the step that makes the marks known, if another process
 * served that one. It is retried this many times, once in each flush.
 */
const attempts = 3;

export type TraceRecorder = {
  /** Records an exchange if it concerns a traced client. It does not use the database and never throws. */
  readonly note: RecordExchange;
  /**
   * Writes the waiting steps. Must not be called again before it has finished.
   * @throws with the error of `write` as its cause. Steps that were not written are lost
   */
  readonly flush: () => Promise<void>;
};

type Parts = {
  readonly secret: MasterSecret;
  /** @returns the steps that do not belong to any known trace */
  readonly write: (steps: readonly WaitingStep[]) => Promise<readonly WaitingStep[]>;
  readonly log: Pick<Logger, 'warn'>;
};

type Waiting = WaitingStep & { readonly attempts: number };

/** Collects the steps of traced clients, which a background job writes. There is one in each process. */
export function createTraceRecorder({ secret, write, log }: Parts): TraceRecorder {
  const marker = createMarker(secret);
  let waiting: Waiting[] = [];
  let noted = 0;

  const add = (steps: readonly Waiting[]) => {
    waiting.push(...steps.slice(0, capacity - waiting.length));
  };

  const flush = async () => {
    const batch = waiting;
    if (batch.length === 0) return;
    waiting = [];
    try {
      const unknown = new Set(await write(batch));
      add(batch.filter((step) => unknown.has(step) && step.attempts < attempts).map(triedOnce));
    } catch (cause) {
      throw new Error(`could not write ${batch.length} steps of traces`, { cause });
    }
  };

  return {
    note: (exchange, traces) => {
      try {
        const step = toStep(exchange, marker);
        const running = runningAt(exchange.at, traces);
        const traceId = step === null ? undefined : traceOf(step, running);
        if (step === null || traceId === undefined) return;
        const ids = [...running.values()];
        add([{ traceId, running: ids, order: noted % 10_000, step: step.step, attempts: 1 }]);
        noted += 1;
      } catch (error) {
        log.warn({ err: error }, 'could not take down a step of a trace');
      }
    },
    flush,
  };
}

/**
 * The IDs of the traces that have not ended, by client. The configuration contains ended ones until it is read again.
 */
function runningAt(at: Date, traces: RunningTraces): ReadonlyMap<string, string> {
  const running = [...traces].filter(([, { startedAt, endsAt }]) => hasBegun(startedAt, at) && at < endsAt);
  return new Map(running.map(([clientId, { id }]) => [clientId, id]));
}

/** @returns null if only its marks can decide; undefined if it belongs to no trace */
function traceOf({ clientId, step }: NotedStep, running: ReadonlyMap<string, string>): string | null | undefined {
  if (clientId !== null) return running.get(clientId);
  return running.size > 0 && step.marks.length > 0 ? null : undefined;
}

function triedOnce(step: Waiting): Waiting {
  return { ...step, attempts: step.attempts + 1 };
}
