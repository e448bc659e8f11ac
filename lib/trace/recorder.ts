import type { Logger } from '#lib/log/log';
import type { NoteExchange, RunningTraces } from './exchange';
import { createMarker } from './marker';
import { type NotedStep, toStep } from './step';
import type { WaitingStep } from './store';

/** So many steps wait at most, in memory. */
const capacity = 500;
const flushAfterMs = 1_000;

/**
 * A step that only its marks belong to may come before the one that made them known, when another process served that
 * one: it is asked for so many times, a second apart.
 */
const attempts = 3;

export type TraceRecorder = {
  /** Takes an exchange down when it concerns a traced client. Touches no database and never throws. */
  readonly note: NoteExchange;
  /** Writes what waits. Never throws. */
  readonly flush: () => Promise<void>;
  /** Writes what waits and ends. */
  readonly stop: () => Promise<void>;
};

type Parts = {
  /** SIGNET_SECRET */
  readonly secret: string;
  /** @returns the steps that belong to no trace as far as is known */
  readonly write: (steps: readonly WaitingStep[]) => Promise<readonly WaitingStep[]>;
  readonly log: Pick<Logger, 'warn'>;
};

type Waiting = WaitingStep & { readonly attempts: number };

/** Collects the steps of traced clients and writes them a second later, off the request path. One a process. */
export function startTraceRecorder({ secret, write, log }: Parts): TraceRecorder {
  const mark = createMarker(secret);
  let waiting: Waiting[] = [];
  let noted = 0;
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> | null = null;

  const add = (steps: readonly Waiting[]) => {
    waiting.push(...steps.slice(0, capacity - waiting.length));
    // Nothing runs while nothing is traced.
    if (waiting.length > 0) timer ??= setTimeout(() => void flush(), flushAfterMs).unref();
  };

  const writeWaiting = async () => {
    const batch = waiting;
    waiting = [];
    try {
      const unknown = new Set(await write(batch));
      add(batch.filter((step) => unknown.has(step) && step.attempts < attempts).map(triedOnce));
    } catch (error) {
      log.warn({ err: error, steps: batch.length }, 'could not write the steps of a trace');
    }
  };

  const flush = async () => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    await running;
    if (waiting.length === 0) return;
    running = writeWaiting().finally(() => {
      running = null;
    });
    await running;
  };

  return {
    note: (exchange, traces) => {
      try {
        const step = toStep(exchange, mark);
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
    stop: async () => {
      await flush();
      if (timer !== null) clearTimeout(timer);
      timer = null;
    },
  };
}

/** The ids of the traces that had not ended, by client: the configuration knows one until it is read anew. */
function runningAt(at: Date, traces: RunningTraces): ReadonlyMap<string, string> {
  const running = [...traces].filter(([, { endsAt }]) => at < endsAt);
  return new Map(running.map(([clientId, { id }]) => [clientId, id]));
}

/** @returns null when only its marks can tell; undefined when it belongs to no trace */
function traceOf({ clientId, step }: NotedStep, running: ReadonlyMap<string, string>): string | null | undefined {
  if (clientId !== null) return running.get(clientId);
  return running.size > 0 && step.marks.length > 0 ? null : undefined;
}

function triedOnce(step: Waiting): Waiting {
  return { ...step, attempts: step.attempts + 1 };
}
