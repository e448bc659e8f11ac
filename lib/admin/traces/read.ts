import { maximumSteps, readDetail, type StepDetail } from '#lib/trace/step-detail';
import { hasBegun } from '#lib/vocabulary/time';
import type { AdminContext } from '../admin-context';
import { notFound } from '../admin-error';
import type { PastActor } from '../find-actor-paths';
import { findFixed } from '../requests/read';
import { findTrace, listSteps, listTraces, readDetails, type StepRow, type TraceRow } from './trace-store';

/** A trace of a client. */
export type TraceLine = TraceRow & {
  /** The person or client that started it. */
  readonly actor: PastActor;
  /** Null for a client without a name. */
  readonly clientName: string | null;
  readonly running: boolean;
  /** The seconds until it ends; 0 after its end. */
  readonly secondsLeft: number;
  /** Some steps were not recorded because the trace was full. */
  readonly full: boolean;
};

/** The columns of a step that a list shows. */
type StepLine = Omit<StepRow, 'marks'>;

/** The steps of one sign-in, or a single request that belongs to none. */
export type SignInLine = {
  /** The ID of its first step. */
  readonly id: string;
  readonly steps: readonly StepLine[];
  readonly failed: boolean;
  readonly result: SignInResult;
};

/** `fixed`: what was refused would be accepted by now. `recovered`: a step was refused, and the last one was not. */
export const signInResults = ['good', 'recovered', 'refused', 'fixed'] as const;
type SignInResult = (typeof signInResults)[number];

export type StepView = StepLine &
  StepDetail & {
    /** The request was refused, and would be accepted by now. */
    readonly isFixed: boolean;
    /** As in `access`, with the names of the clients. */
    readonly access: readonly (StepDetail['access'][number] & { readonly clientName: string | null })[];
  };

export const shownTraces = 50;
export const shownSignIns = 100;

/** The newest traces of one client or of all. */
export async function readTraces(admin: AdminContext, clientId: string | null = null): Promise<TraceLine[]> {
  const rows = await listTraces(admin.db, clientId, shownTraces);
  return rows.map((row) => toLine(row, admin));
}

/** A trace with its sign-ins, the newest first. @throws AdminError `not_found` */
export async function readTrace(
  admin: AdminContext,
  id: string,
): Promise<{ readonly trace: TraceLine; readonly signIns: readonly SignInLine[] }> {
  const trace = await getTrace(admin, id);
  const groups = groupSteps(await listSteps(admin.db, trace.id))
    .toReversed()
    .slice(0, shownSignIns);
  const refused = groups.flat().filter(({ failed }) => failed);
  const details = await findDetails(admin, refused);
  const signIns = groups.flatMap((group) => toSignIn(group, (id) => details.get(id)?.isFixed === true));
  return { trace, signIns };
}

/**
 * One sign-in of a trace, with everything that can be shown of its steps.
 * @param stepId the ID of any of its steps, because two sign-ins can turn out to be the same
 * @throws AdminError `not_found`
 */
export async function readSignIn(
  admin: AdminContext,
  id: string,
  stepId: string,
): Promise<{ readonly trace: TraceLine; readonly steps: readonly StepView[] }> {
  const trace = await getTrace(admin, id);
  const groups = groupSteps(await listSteps(admin.db, trace.id));
  const steps = groups.find((group) => group.some((step) => step.id === stepId));
  if (steps === undefined) throw notFound();
  const details = await findDetails(admin, steps);
  const nameOf = (clientId: string) => admin.snapshot.clients.get(clientId)?.clientName ?? null;
  return {
    trace,
    steps: steps.flatMap(({ marks: _, ...step }) => {
      const detail = details.get(step.id);
      if (detail === undefined) return [];
      const access = detail.access.map((one) => ({ ...one, clientName: nameOf(one.clientId) }));
      return [{ ...step, ...detail, access }];
    }),
  };
}

/** The details of steps, and whether what was refused would be accepted by now. */
async function findDetails(admin: AdminContext, steps: readonly Pick<StepRow, 'id'>[]) {
  const found = await readDetails(
    admin.db,
    steps.map(({ id }) => id),
  );
  const details = [...found].map(([id, text]) => [id, readDetail(text)] as const);
  const fixed = await findFixed(
    admin,
    details.flatMap(([, { refusal }]) => refusal?.reference ?? []),
  );
  return new Map(
    details.map(([id, detail]) => [id, { ...detail, isFixed: fixed.has(detail.refusal?.reference ?? '') }]),
  );
}

async function getTrace(admin: AdminContext, id: string): Promise<TraceLine> {
  const row = await findTrace(admin.db, id.slice(0, 26));
  if (row === null) throw notFound();
  return toLine(row, admin);
}

function toLine(row: TraceRow, { snapshot, now }: AdminContext): TraceLine {
  const leftMs = hasBegun(row.startedAt, now) ? row.endsAt.getTime() - now.getTime() : 0;
  const secondsLeft = Math.max(0, Math.ceil(leftMs / 1000));
  const clientName = snapshot.clients.get(row.clientId)?.clientName ?? null;
  const { actorId, actorName: name } = row;
  const actor = actorId === null ? { kind: 'client', id: name, name } : { kind: 'user', id: actorId, name };
  return { ...row, actor, clientName, secondsLeft, running: secondsLeft > 0, full: row.seen > maximumSteps };
}

function toSignIn(group: readonly StepRow[], isFixed: (id: string) => boolean): SignInLine[] {
  const steps = group.map(({ marks: _, ...step }) => step);
  const [first] = steps;
  const failed = steps.some((step) => step.failed);
  return first === undefined ? [] : [{ id: first.id, steps, failed, result: resultOf(steps, isFixed) }];
}

function resultOf(steps: readonly StepLine[], isFixed: (id: string) => boolean): SignInResult {
  const failed = steps.filter((step) => step.failed);
  if (failed.length === 0) return 'good';
  if (failed.every(({ id }) => isFixed(id))) return 'fixed';
  return steps.at(-1)?.failed ? 'refused' : 'recovered';
}

type Marked = { readonly id: string; readonly marks: readonly string[] };

/**
 * Groups the steps of the same sign-in. Steps belong together if they share a mark, directly or through other steps.
 * Pure.
 * @param steps in their order
 * @returns the groups, in the order of their first steps
 */
export function groupSteps<Step extends Marked>(steps: readonly Step[]): Step[][] {
  const groupOfMark = new Map<string, Set<Step>>();
  const groups = new Set<Set<Step>>();
  for (const step of steps) {
    const touched = new Set(step.marks.flatMap((mark) => groupOfMark.get(mark) ?? []));
    const group = new Set([...[...touched].flatMap((one) => [...one]), step]);
    for (const old of touched) groups.delete(old);
    groups.add(group);
    for (const { marks } of group) for (const mark of marks) groupOfMark.set(mark, group);
  }
  return [...groups]
    .map((group) => [...group].toSorted((a, b) => (a.id < b.id ? -1 : 1)))
    .toSorted(([a], [b]) => ((a?.id ?? '') < (b?.id ?? '') ? -1 : 1));
}
