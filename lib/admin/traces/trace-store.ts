import type { Database, Transaction } from '#lib/db/database';

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

/** A trace as a list shows it. */
export type TraceRow = {
  readonly id: string;
  readonly clientId: string;
  /** Null for a client that started it by the API; its ID is the name. */
  readonly actorId: string | null;
  readonly actorName: string;
  readonly startedAt: Date;
  readonly endsAt: Date;
  readonly stoppedBy: string | null;
  readonly seen: number;
};

/** Traces, the newest first; of one client or of all. */
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

/** The traces that run, in the transaction that decides whether another one may. */
export async function findRunning(tx: Transaction, now: Date): Promise<{ id: string; clientId: string }[]> {
  return tx.trace.findMany({ select: { id: true, clientId: true }, where: { endsAt: { gt: now } } });
}

type NewTrace = Omit<TraceRow, 'stoppedBy' | 'seen'> & {
  readonly expiresAt: Date;
};

export async function createTrace(tx: Transaction, trace: NewTrace): Promise<void> {
  await tx.trace.create({ data: trace, select: { id: true } });
}

/** @returns false when it had ended before */
export async function endTrace(
  tx: Transaction,
  { id, stoppedBy }: { readonly id: string; readonly stoppedBy: string },
  now: Date,
): Promise<boolean> {
  // The clock of another process may be ahead, and its end in the future.
  const where = { id, stoppedBy: null, endsAt: { gt: now } };
  const { count } = await tx.trace.updateMany({ where, data: { endsAt: now, stoppedBy } });
  return count === 1;
}

/** A step without what is only read one by one. */
export type StepRow = {
  readonly id: string;
  readonly at: Date;
  readonly endpoint: string;
  readonly status: number;
  readonly outcome: string;
  readonly failed: boolean;
  readonly marks: readonly string[];
};

/** The steps of a trace in their order: never more than are kept of one. */
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

/** The details of steps, by id. */
export async function readDetails(db: Database, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await db.traceStep.findMany({ select: { id: true, detail: true }, where: { id: { in: [...ids] } } });
  return new Map(rows.map(({ id, detail }) => [id, detail]));
}
