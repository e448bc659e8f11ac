import type { Context } from '#lib/context';
import { sha256 } from '#lib/crypto/hash';
import { noStore } from '#lib/http/respond';
import type { HttpRequest, HttpResponse } from '#lib/http/types';
import { withDpopNonce } from '#lib/protocol/dpop/with-nonce';
import { withResourceMetadata } from '#lib/protocol/protected-resources';
import { reserve } from '#lib/ratelimit/reserve';
import { adminScopes } from '#lib/scopes/admin-scopes';
import { authorizePrincipal } from '../access/principal';
import { recordRefusal } from '../access/record-refusal';
import type { AdminContext } from '../admin-context';
import { isAdminError } from '../admin-error';
import { ApiProblem, answerProblem, fromAdminError, isApiProblem } from './api-problem';
import { authenticate, type Caller, insufficientScope } from './authenticate';
import { isKnown, readCondition } from './conditions';
import { apiRoot, findOperation, type Matched } from './find-operation';
import { type Answered, checkKey, runOnce } from './idempotency/run-once';
import { type Operation, takesIdempotencyKey } from './operation';
import { operations } from './operations';
import { readJsonBody, readQuery, readReason } from './read-request';

/**
 * The number of changes that one caller may request in a minute. A configuration of thousands of entries is one change.
 */
const changesPerMinute = 1200;

/** The admin API (docs/admin-api.md). One table lists the operations, their permissions, input and output. */
export const handleAdminApi = withDpopNonce(withResourceMetadata(apiRoot, answer));

async function answer(request: HttpRequest, context: Context): Promise<HttpResponse> {
  let clientId: string | undefined;
  let hasCondition = false;
  try {
    const matched = findOperation(request, operations);
    hasCondition = matched.operation.condition !== undefined;
    const caller = matched.operation.permission === 'open' ? null : await authenticate(request, context);
    clientId = caller?.clientId;
    const done = await answerOperation(matched, request, context, caller);
    return { ...done, report: { outcome: 'ok', ...(clientId !== undefined && { clientId }) } };
  } catch (error) {
    const problem = isAdminError(error) ? fromAdminError(error, hasCondition) : error;
    if (!isApiProblem(problem)) throw error;
    const refusal = answerProblem(problem, context.requestId);
    return { ...refusal, report: { ...refusal.report, ...(clientId !== undefined && { clientId }) } };
  }
}

async function answerOperation(
  { operation, path }: Matched,
  request: HttpRequest,
  context: Context,
  caller: Caller | null,
): Promise<HttpResponse> {
  await authorize(operation, caller, request, context);
  const input = {
    path,
    query: readQuery(request),
    body: readJsonBody(request),
    condition: readCondition(request, operation.condition),
  };
  const admin = openAdmin(request, context, caller);
  if (caller !== null && operation.method !== 'GET') await limitChanges(caller, context);
  const run = async () => ({ status: operation.success.status, ...(await operation.run(admin, input)) });
  const key = takesIdempotencyKey(operation) ? request.headers['idempotency-key'] : undefined;
  if (key === undefined || caller === null) return respond(operation, request, await run());
  const { method, query, body } = request;
  const content = JSON.stringify([method, request.path, query, body]);
  const outcome = await runOnce(context, { caller: nameOf(caller), key: checkKey(key), content }, run);
  return respond(operation, request, outcome, outcome.isReplayed ? { 'idempotent-replayed': 'true' } : {});
}

/** The guard: refuses an operation unless the caller has its declared permission. */
async function authorize(
  { id, permission }: Operation,
  caller: Caller | null,
  { clientAddress }: HttpRequest,
  context: Context,
): Promise<void> {
  if (permission === 'open') return;
  const principal = caller?.principal ?? null;
  if (authorizePrincipal(principal, { permission }) === 'allowed') return;
  if (principal !== null) {
    await recordRefusal(context, { principal, clientAddress, source: 'api', what: id, permission });
  }
  throw insufficientScope(adminScopes[permission], context);
}

const nobody: Caller['principal'] = { kind: 'token', sub: null, name: '', role: null, sid: null };

function openAdmin(request: HttpRequest, context: Context, caller: Caller | null): AdminContext {
  const { clientAddress } = request;
  const principal = caller?.principal ?? nobody;
  return {
    ...context,
    log: context.log,
    principal,
    proof: 'token',
    clientAddress,
    source: 'api',
    reason: readReason(request),
  };
}

async function limitChanges(caller: Caller, { db, now }: Context): Promise<void> {
  const minute = { key: `admin-api ${nameOf(caller)}`, limit: changesPerMinute, windowSeconds: 60 };
  const { allowed, retryAfterSeconds } = await reserve(db, minute, now);
  if (allowed) return;
  const headers = { 'retry-after': String(retryAfterSeconds) };
  throw new ApiProblem(
    'too_many_requests',
    `A caller can make at most ${changesPerMinute} changes per minute`,
    [],
    headers,
  );
}

/** Identifies the caller. A hash, so that it is short enough everywhere. */
function nameOf({ clientId, principal }: Caller): string {
  return sha256(`${clientId} ${principal.sub ?? ''}`);
}

function respond(
  { method }: Operation,
  request: HttpRequest,
  { status, body, once, version, location, lines }: Answered,
  more: Readonly<Record<string, string>> = {},
): HttpResponse {
  const headers = {
    ...noStore,
    'x-content-type-options': 'nosniff',
    ...(version !== undefined && { etag: `"${version}"` }),
    ...(location !== undefined && { location }),
    ...more,
  };
  if (method === 'GET' && version !== undefined && isKnown(request, version)) return { status: 304, headers, body: '' };
  if (lines !== undefined) {
    return { status, headers: { ...headers, 'content-type': 'application/x-ndjson; charset=utf-8' }, body: lines };
  }
  if (body === undefined) return { status, headers, body: '' };
  const json = { ...headers, 'content-type': 'application/json; charset=utf-8' };
  return { status, headers: json, body: JSON.stringify({ ...body, ...once }) };
}
