import { z } from 'zod';
import { maximumDocumentUrl } from '#lib/vocabulary/client-id';
import type { AdminContext } from '../admin-context';
import { encode } from '../api/encode';
import { apiRoot } from '../api/find-operation';
import { defineOperation, type Operation } from '../api/operation';
import { moment, nothing, object } from '../api/schemas';
import { startTrace, stopTrace } from './change-trace';
import { readSignIn, readTrace, readTraces, shownSignIns, shownTraces, signInResults, type TraceLine } from './read';

const traceSchema = object('Trace', {
  id: z.string(),
  client_id: z.string(),
  client_name: z.string().nullable(),
  started_by: z.string(),
  started_at: moment,
  ends_at: moment,
  stopped_by: z.string().nullable(),
  running: z.boolean(),
  steps: z.int().meta({ description: 'How many steps there were, including those that were not kept.' }),
  full: z.boolean(),
});

const stepFields = {
  id: z.string(),
  at: moment,
  endpoint: z.string(),
  status: z.int(),
  outcome: z.string(),
  failed: z.boolean(),
};
const stepLine = object('TraceStepLine', stepFields);

const signInSchema = object('TraceSignIn', {
  id: z.string(),
  failed: z.boolean(),
  result: z.enum(signInResults).meta({
    description:
      '`recovered`: a step was refused, and the last one was not. `fixed`: what was refused would be accepted now.',
  }),
  steps: z.array(stepLine),
});

const parameters = z.array(
  z.strictObject({
    name: z.string(),
    value: z.string().nullable().meta({ description: 'Null if the value is withheld.' }),
    length: z.number().optional(),
    mark: z.string().optional().meta({ description: 'Equal values have the same mark.' }),
  }),
);

const stepSchema = object('TraceStep', {
  ...stepFields,
  method: z.string(),
  request_id: z.string(),
  network: z.string(),
  duration_ms: z.number(),
  to: z.string().nullable(),
  refusal: z.strictObject({ rule: z.string(), reference: z.string(), description: z.string() }).nullable(),
  access: z
    .array(z.strictObject({ client_id: z.string(), may: z.boolean(), because: z.array(z.string()) }))
    .meta({ description: 'Whether the user may use a client, and why.' }),
  received: parameters,
  answered: parameters,
});

const tracesSchema = z.strictObject({ items: z.array(traceSchema) });
const signInsSchema = z.strictObject({ trace: traceSchema, sign_ins: z.array(signInSchema) });
const stepsSchema = z.strictObject({ trace: traceSchema, steps: z.array(stepSchema) });

async function answerTrace(admin: AdminContext, id: string) {
  return encode(traceSchema, nameTrace((await readTrace(admin, id)).trace));
}

/** Live traces: every step of a client's sign-ins, without secrets. */
export const traceOperations: readonly Operation[] = [
  defineOperation({
    id: 'listTraces',
    endpoint: 'GET /traces',
    summary: `List the newest ${shownTraces} live traces`,
    permission: 'read',
    query: z.strictObject({ client: z.string().max(maximumDocumentUrl).optional() }),
    success: { status: 200, description: 'Traces.', schema: tracesSchema },
    run: async (admin, { query }) => {
      return { body: encode(tracesSchema, { items: (await readTraces(admin, query.client)).map(nameTrace) }) };
    },
  }),
  defineOperation({
    id: 'startTrace',
    endpoint: 'POST /traces',
    summary: 'Trace a client for 15 minutes',
    description: 'If a trace of the client is already running, returns that trace.',
    permission: 'edit',
    body: z.strictObject({ client_id: z.string().min(1).max(maximumDocumentUrl) }),
    problems: ['not_found'],
    success: { status: 201, description: 'The trace.', schema: traceSchema },
    run: async (admin, { body }) => {
      const id = await startTrace(admin, body.client_id);
      return { body: await answerTrace(admin, id), location: `${apiRoot}/traces/${id}` };
    },
  }),
  defineOperation({
    id: 'getTrace',
    endpoint: 'GET /traces/{trace_id}',
    summary: `Get a trace with its newest ${shownSignIns} sign-ins`,
    permission: 'read',
    success: {
      status: 200,
      description: 'The trace. A request that belongs to no sign-in is listed by itself.',
      schema: signInsSchema,
    },
    run: async (admin, { path: { trace_id: id = '' } }) => {
      const { trace, signIns } = await readTrace(admin, id);
      return { body: encode(signInsSchema, { trace: nameTrace(trace), signIns }) };
    },
  }),
  defineOperation({
    id: 'getTracedSignIn',
    endpoint: 'GET /traces/{trace_id}/sign-ins/{step_id}',
    summary: 'Get all steps of a sign-in',
    permission: 'read',
    success: {
      status: 200,
      description: 'The steps. Codes, tokens, secrets, names and passwords are never stored.',
      schema: stepsSchema,
    },
    run: async (admin, { path: { trace_id: id = '', step_id: stepId = '' } }) => {
      const { trace, steps } = await readSignIn(admin, id, stepId);
      return { body: encode(stepsSchema, { trace: nameTrace(trace), steps }) };
    },
  }),
  defineOperation({
    id: 'stopTrace',
    endpoint: 'POST /traces/{trace_id}/stop',
    summary: 'Stop a trace',
    description: 'You can read its steps for a day after it started.',
    permission: 'edit',
    body: nothing,
    success: { status: 200, description: 'The trace.', schema: traceSchema },
    run: async (admin, { path: { trace_id: id = '' } }) => {
      await stopTrace(admin, id);
      return { body: await answerTrace(admin, id) };
    },
  }),
];

/** What the schemas call otherwise than we do. */
function nameTrace(trace: TraceLine) {
  return { ...trace, startedBy: trace.actorName, steps: trace.seen };
}
