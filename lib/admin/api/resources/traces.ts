import { z } from 'zod';
import { maximumDocumentUrl } from '#lib/vocabulary/client-id';
import { startTrace, stopTrace } from '../../traces/change-trace';
import {
  readSignIn,
  readTrace,
  readTraces,
  type SignInLine,
  type StepLine,
  type StepView,
  shownSignIns,
  shownTraces,
  type TraceLine,
} from '../../traces/read-traces';
import { apiRoot } from '../find-operation';
import { defineOperation, type Operation } from '../operation';
import { moment, name, nothing } from '../schemas';

const tag = 'traces';

const traceSchema = name(
  'Trace',
  z.strictObject({
    id: z.string(),
    client_id: z.string(),
    client_name: z.string().nullable(),
    started_by: z.string(),
    started_at: moment,
    ends_at: moment,
    stopped_by: z.string().nullable(),
    running: z.boolean(),
    steps: z.int().meta({ description: 'How many there were, those included that there was no room for.' }),
    full: z.boolean(),
  }),
);

const stepFields = {
  id: z.string(),
  at: moment,
  endpoint: z.string(),
  status: z.int(),
  outcome: z.string(),
  failed: z.boolean(),
};
const stepLine = name('TraceStepLine', z.strictObject(stepFields));

const signInSchema = name(
  'TraceSignIn',
  z.strictObject({ id: z.string(), failed: z.boolean(), steps: z.array(stepLine) }),
);

const parameters = z.array(
  z.strictObject({
    name: z.string(),
    value: z.string().nullable().meta({ description: 'Null when it may not be shown.' }),
    length: z.number().optional(),
    mark: z.string().optional().meta({ description: 'The same for the same value.' }),
  }),
);

const stepSchema = name(
  'TraceStep',
  z.strictObject({
    ...stepFields,
    method: z.string(),
    request_id: z.string(),
    network: z.string(),
    duration_ms: z.number(),
    to: z.string().nullable(),
    refusal: z.strictObject({ rule: z.string(), reference: z.string(), description: z.string() }).nullable(),
    received: parameters,
    answered: parameters,
  }),
);

/** Live traces: every step of a client's sign-ins, without secrets. */
export const traceOperations: readonly Operation[] = [
  defineOperation({
    id: 'listTraces',
    method: 'GET',
    path: '/traces',
    tag,
    summary: `List the newest ${shownTraces} live traces`,
    permission: 'read',
    query: z.strictObject({ client: z.string().max(maximumDocumentUrl).optional() }),
    body: null,
    success: { status: 200, description: 'Traces.', schema: z.strictObject({ items: z.array(traceSchema) }) },
    run: async (admin, { query }) => {
      const traces = await readTraces(admin, query.client);
      return { body: { items: traces.map(tellTrace) } };
    },
  }),
  defineOperation({
    id: 'startTrace',
    method: 'POST',
    path: '/traces',
    tag,
    summary: 'Trace a client for 15 minutes',
    description: 'A client that is traced already stays so: the answer is that trace.',
    permission: 'edit',
    query: null,
    body: z.strictObject({ client_id: z.string().min(1).max(maximumDocumentUrl) }),
    problems: ['not_found'],
    success: { status: 201, description: 'The trace.', schema: traceSchema },
    run: async (admin, { body }) => {
      const id = await startTrace(admin, body.client_id);
      return { body: tellTrace((await readTrace(admin, id)).trace), location: `${apiRoot}/traces/${id}` };
    },
  }),
  defineOperation({
    id: 'getTrace',
    method: 'GET',
    path: '/traces/{trace_id}',
    tag,
    summary: `Get a trace with its newest ${shownSignIns} sign-ins`,
    permission: 'read',
    query: null,
    body: null,
    success: {
      status: 200,
      description: 'The trace; a request that belongs to no sign-in stands alone.',
      schema: z.strictObject({ trace: traceSchema, sign_ins: z.array(signInSchema) }),
    },
    run: async (admin, { path: { trace_id: id = '' } }) => {
      const { trace, signIns } = await readTrace(admin, id);
      return { body: { trace: tellTrace(trace), sign_ins: signIns.map(tellSignIn) } };
    },
  }),
  defineOperation({
    id: 'getTracedSignIn',
    method: 'GET',
    path: '/traces/{trace_id}/sign-ins/{step_id}',
    tag,
    summary: 'Get every step of a sign-in, by any of them',
    permission: 'read',
    query: null,
    body: null,
    success: {
      status: 200,
      description: 'The steps. Codes, tokens, secrets, names and passwords are not among what is kept.',
      schema: z.strictObject({ trace: traceSchema, steps: z.array(stepSchema) }),
    },
    run: async (admin, { path: { trace_id: id = '', step_id: stepId = '' } }) => {
      const { trace, steps } = await readSignIn(admin, id, stepId);
      return { body: { trace: tellTrace(trace), steps: steps.map(tellStep) } };
    },
  }),
  defineOperation({
    id: 'stopTrace',
    method: 'POST',
    path: '/traces/{trace_id}/stop',
    tag,
    summary: 'End a trace before its time',
    description: 'What it has stays to be read for a day from its start.',
    permission: 'edit',
    query: null,
    body: nothing,
    success: { status: 200, description: 'The trace.', schema: traceSchema },
    run: async (admin, { path: { trace_id: id = '' } }) => {
      await stopTrace(admin, id);
      return { body: tellTrace((await readTrace(admin, id)).trace) };
    },
  }),
];

function tellTrace(trace: TraceLine): z.output<typeof traceSchema> {
  const { id, clientId, clientName, actorName, startedAt, endsAt, stoppedBy, running, seen, full } = trace;
  return {
    id,
    client_id: clientId,
    client_name: clientName,
    started_by: actorName,
    started_at: startedAt.toISOString(),
    ends_at: endsAt.toISOString(),
    stopped_by: stoppedBy,
    running,
    steps: seen,
    full,
  };
}

function tellSignIn({ id, failed, steps }: SignInLine): z.output<typeof signInSchema> {
  return { id, failed, steps: steps.map(tellStepLine) };
}

function tellStepLine({ id, at, endpoint, status, outcome, failed }: StepLine): z.output<typeof stepLine> {
  return { id, at: at.toISOString(), endpoint, status, outcome, failed };
}

function tellStep(step: StepView): z.output<typeof stepSchema> {
  const { method, requestId, network, durationMs, to, refusal, received, answered } = step;
  const detail = { method, network, to, refusal, received, answered };
  return { ...tellStepLine(step), ...detail, request_id: requestId, duration_ms: durationMs };
}
