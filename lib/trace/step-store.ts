import { createEventId } from '#lib/audit/event-id';
import type { Database, Transaction } from '#lib/db/database';
import { transaction } from '#lib/db/transaction';
import { batchesOf } from '#lib/vocabulary/batches';
import { latestStart } from '#lib/vocabulary/time';
import type { RunningTraces } from './http-exchange';
import type { TraceStep } from './step';
import { maximumSteps, writeDetail } from './step-detail';

export type WaitingStep = {
  /** Null if only its marks can decide which client it belongs to. */
  readonly traceId: string | null;
  /** The traces that were running at the time of the step. It belongs to none that had ended. */
  readonly running: readonly string[];
  /** A counter of this process below 10,000, for the order within a millisecond. */
  readonly order: number;
  readonly step: TraceStep;
};

/** The running traces. */
export async function listRunningTraces(db: Database, now: Date): Promise<RunningTraces> {
  const rows = await db.trace.findMany({
    select: { id: true, clientId: true, startedAt: true, endsAt: true },
    where: { startedAt: { lte: latestStart(now) }, endsAt: { gt: now } },
  });
  return new Map(rows.map(({ clientId, ...trace }) => [clientId, trace]));
}

/**
 * Stores steps in one transaction, as far as their traces have room.
 * @returns the steps that no mark links to a trace
 */
export async function saveSteps<S extends WaitingStep>(db: Database, waiting: readonly S[]): Promise<S[]> {
  return transaction(db, async (tx) => {
    const known = await findTraces(tx, waiting);
    const unknown: S[] = [];
    const byTrace = new Map<string, WaitingStep[]>();
    for (const one of waiting) {
      const traceId = one.traceId ?? findByMark(one, known);
      if (traceId === undefined) {
        unknown.push(one);
        continue;
      }
      for (const mark of one.step.marks) known.set(mark, traceId);
      byTrace.set(traceId, [...(byTrace.get(traceId) ?? []), one]);
    }
    // Always in the same order, so that processes that write the same traces never deadlock.
    for (const [traceId, steps] of [...byTrace].toSorted()) await addSteps(tx, traceId, steps);
    return unknown;
  });
}

function findByMark({ step, running }: WaitingStep, known: ReadonlyMap<string, string>): string | undefined {
  return step.marks.map((mark) => known.get(mark)).find((id) => id !== undefined && running.includes(id));
}

async function findTraces(tx: Transaction, waiting: readonly WaitingStep[]): Promise<Map<string, string>> {
  const marks = [...new Set(waiting.flatMap(({ traceId, step }) => (traceId === null ? step.marks : [])))];
  const running = [...new Set(waiting.flatMap((one) => one.running))];
  const known = new Map<string, string>();
  for (const batch of batchesOf(marks)) {
    const where = { mark: { in: batch }, traceId: { in: running } };
    const rows = await tx.traceMark.findMany({ select: { mark: true, traceId: true }, where });
    for (const { mark, traceId } of rows) known.set(mark, traceId);
  }
  return known;
}

async function addSteps(tx: Transaction, traceId: string, steps: readonly WaitingStep[]): Promise<void> {
  const room = maximumSteps - (await countIn(tx, traceId, steps.length));
  const kept = steps.slice(0, Math.max(0, room)).map(({ step, order }) => ({ ...step, id: stepId(step.at, order) }));
  const rows = kept.map(({ marks: _, detail, ...step }) => ({ ...step, traceId, detail: writeDetail(detail) }));
  for (const data of batchesOf(rows)) await tx.traceStep.createMany({ data });
  const marks = kept.flatMap(({ id, marks }) => marks.map((mark) => ({ stepId: id, mark, traceId })));
  for (const data of batchesOf(marks)) await tx.traceMark.createMany({ data });
}

/** Sorts by time, and then in the order of arrival. */
function stepId(at: Date, order: number): string {
  const id = createEventId(at);
  return id.slice(0, 10) + String(order).padStart(4, '0') + id.slice(14);
}

/**
 * Counts steps of a trace, whether they are stored or not.
 * @returns the number before
 */
async function countIn(tx: Transaction, traceId: string, steps: number): Promise<number> {
  const [row] = await tx.$queryRaw<{ seen: number }[]>`
    UPDATE "Trace" SET "seen" = "seen" + ${steps} WHERE "id" = ${traceId} RETURNING "seen"`;
  // The client was deleted, and the trace with it.
  return row === undefined ? maximumSteps : Number(row.seen) - steps;
}
