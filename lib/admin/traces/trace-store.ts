import type { Database, Transaction } from '#lib/db/database';
import type { TraceStep } from '#lib/trace/step';
import { latestStart } from '#lib/vocabulary/time';

const traceSelect = {
  id: true,
  clientId: true,
  actorId: true,
  actorName: true,
  startedAt: true,
  endsAt: true,
  stoppedBy: true,
  seen: true,
} as const;

/** The columns of a trace that a list shows. */
export type TraceRow = {
  readonly id: string;
  readonly clientId: string;
  /** Null for a client that started it through the API; its ID is in the name. */
  readonly actorId: string | null;
  readonly actorName: string;
  readonly startedAt: Date;
  readonly endsAt: Date;
  readonly stoppedBy: string | null;
  readonly seen: number;
};

/** The traces of one client or of all, the newest first. */
export async function listTraces(db: Database, clientId: string | null, limit: number): Promise<TraceRow[]> {
  return db.trace.findMany({
    select: traceSelect,
    where: clientId === null ? {} : { clientId },
    orderBy: [{ startedAt: 'desc' }, { id: 'desc' }],
    take: limit,
  });
}

export async function findTrace(db: Database | Transaction, id: string): Promise<TraceRow | null> {
  return db.trace.findUnique({ where: { id }, select: traceSelect });
}

/** The running traces. It reads them in the transaction that decides whether another one may start. */
export async function findRunning(tx: Transaction, now: Date): Promise<{ id: string; clientId: string }[]> {
  return tx.trace.findMany({ select: { id: true, clientId: true }, where: isRunning(now) });
}

function isRunning(now: Date) {
  return { startedAt: { lte: latestStart(now) }, endsAt: { gt: now } };
}

type NewTrace = Omit<TraceRow, 'stoppedBy' | 'seen'> & {
  readonly expiresAt: Date;
};

export async function createTrace(tx: Transaction, trace: NewTrace): Promise<void> {
  await tx.trace.create({ data: trace, select: { id: true } });
}

/** @returns false if it had already ended */
export async function endTrace(
  tx: Transaction,
  { id, stoppedBy }: { readonly id: string; readonly stoppedBy: string },
  now: Date,
): Promise<boolean> {
  // If another process stopped the trace and its clock is ahead, `endsAt` may still be in the future here. `stoppedBy`
  // tells.
  const where = { id, stoppedBy: null, ...isRunning(now) };
  const { count } = await tx.trace.updateMany({ where, data: { endsAt: now, stoppedBy } });
  return count === 1;
}

/** The columns of a step, without the details. */
export type StepRow = Omit<TraceStep, 'detail'> & { readonly id: string };

/** The steps of a trace in their order. The limit is the number of steps that a trace keeps. */
export async function listSteps(db: Database, traceId: string): Promise<StepRow[]> {
  const rows = await db.traceStep.findMany({
    select: {
      id: true,
      at: true,
      endpoint: true,
      status: true,
      outcome: true,
      failed: true,
      marks: { select: { mark: true } },
    },
    where: { traceId },
    orderBy: { id: 'asc' },
  });
  return rows.map(({ marks, ...row }) => ({ ...row, marks: marks.map(({ mark }) => mark) }));
}

/** The details of steps, by their ID. */
export async function readDetails(db: Database, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await db.traceStep.findMany({ select: { id: true, detail: true }, where: { id: { in: [...ids] } } });
  return new Map(rows.map(({ id, detail }) => [id, detail]));
}
