import { z } from 'zod';
import { adminScopes } from '#lib/scopes/admin-scopes';
import { type ProblemCode, problems } from '../api-problem';
import { type Operation, takesIdempotencyKey } from '../operation';
import { type JsonSchema, schemaOf } from './schema-of';

/** Describes an operation for OpenAPI (OpenAPI 3.1.1 §4.8.10). */
export function describeOperation(operation: Operation): JsonSchema {
  const { id, tag, summary, description, permission, body } = operation;
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(description !== undefined && { description }),
    security: permission === 'open' ? [] : [{ bearer: [adminScopes[permission]] }],
    parameters: [...pathParameters(operation), ...queryParameters(operation), ...headerParameters(operation)],
    ...(body !== null && { requestBody: requestBody(body) }),
    responses: { ...successOf(operation), ...problemsOf(operation) },
  };
}

function pathParameters({ path }: Operation): JsonSchema[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string', minLength: 1 },
  }));
}

function queryParameters({ query }: Operation): JsonSchema[] {
  if (!(query instanceof z.ZodObject)) return [];
  return Object.entries(query.shape).map(([name, schema]) => ({
    name,
    in: 'query',
    required: !schema.safeParse(undefined).success,
    schema: schemaOf(schema),
  }));
}

const text = { type: 'string' } as const;

function headerParameters({ method, condition, success, permission }: Operation): JsonSchema[] {
  if (permission === 'open') return [];
  const header = (name: string, description: string) => ({ name, in: 'header', description, schema: text });
  const match = header('If-Match', 'The ETag you read, or `*` for any version.');
  return [
    ...(condition === 'match' ? [{ ...match, required: true }] : []),
    ...(condition === 'create'
      ? [match, header('If-None-Match', '`*` to create the object only if it does not exist.')]
      : []),
    ...(method === 'GET' && success.isVersioned ? [header('If-None-Match', 'The ETag you already have.')] : []),
    ...(method === 'GET' ? [] : [header('Signet-Reason', 'A note for the audit log and the history.')]),
    ...(takesIdempotencyKey({ method, success })
      ? [header('Idempotency-Key', 'A request repeated with the same key runs only once.')]
      : []),
  ];
}

function requestBody(schema: z.ZodType): JsonSchema {
  const required = !schema.safeParse(undefined).success;
  return { required, content: { 'application/json': { schema: schemaOf(schema) } } };
}

function successOf({ success, condition, method }: Operation): JsonSchema {
  const { status, description, schema, isVersioned, isLines } = success;
  const content =
    schema === undefined
      ? {}
      : { content: { [isLines ? 'application/x-ndjson' : 'application/json']: { schema: schemaOf(schema) } } };
  const headers = isVersioned ? { headers: { ETag: { description: 'The version of the object.', schema: text } } } : {};
  const answer = { description, ...headers, ...content };
  return {
    [status]: answer,
    ...(condition === 'create' && { 201: { ...answer, description: 'Created.' } }),
    ...(isVersioned && method === 'GET' && { 304: { description: 'Not modified.' } }),
  };
}

/** The possible problems, with each status once. */
function problemsOf({ method, condition, permission, path, success, problems: more = [] }: Operation): JsonSchema {
  const codes: ProblemCode[] = ['invalid', ...more];
  if (permission !== 'open') codes.push('unauthorized', 'insufficient_scope');
  if (path.includes('{')) codes.push('not_found');
  if (method !== 'GET' && permission !== 'open') codes.push('in_use', 'too_many_requests');
  if (method !== 'GET' && method !== 'DELETE') codes.push('unsupported_media_type');
  if (takesIdempotencyKey({ method, success })) codes.push('key_reused');
  if (condition !== undefined) codes.push('changed_meanwhile', 'precondition_required');
  const content = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } };
  const wait = { 'Retry-After': { description: 'How many seconds to wait.', schema: text } };
  const answers = codes.map((code) => {
    const headers = code === 'too_many_requests' ? { headers: wait } : {};
    return [problems[code][0], { description: problems[code][1], ...headers, content }];
  });
  return { ...Object.fromEntries(answers), default: { description: 'Another problem.', content } };
}
