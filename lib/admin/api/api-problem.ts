import { type ProblemDetails, problemJson, type ValueProblem } from '#lib/http/problem';
import { challenge } from '#lib/http/respond';
import type { HttpResponse } from '#lib/http/types';
import type { AdminError, AdminErrorCode } from '../admin-error';

/** Every problem of the API, with status and title. The code is stable. */
export const problems = {
  invalid: [400, 'The request is not valid'],
  malformed: [400, 'The request is malformed'],
  ambiguous: [400, 'The request identifies its caller in two ways'],
  unauthorized: [401, 'An access token is required'],
  invalid_token: [401, 'The access token is not valid'],
  insufficient_user_authentication: [401, 'The token needs a newer or stronger sign-in'],
  forbidden: [403, 'You do not have permission'],
  insufficient_scope: [403, 'The token does not have the required scope'],
  not_found: [404, 'Not found'],
  method_not_allowed: [405, 'This address does not support the method'],
  in_use: [409, 'The object is in use'],
  managed: [409, 'Another system manages this object'],
  too_many: [409, 'The limit is reached'],
  already_exists: [409, 'The object already exists'],
  last_owner: [409, 'At least one owner is required'],
  conflict: [409, 'Someone else changed the object at the same time'],
  in_progress: [409, 'The same request is still in progress'],
  changed_meanwhile: [412, 'The object has changed since you read it'],
  unsupported_media_type: [415, 'The body must be JSON'],
  key_reused: [422, 'The Idempotency-Key was used with another request'],
  precondition_required: [428, 'A precondition header is required'],
  too_many_requests: [429, 'Too many requests'],
} as const satisfies Record<string, readonly [status: number, title: string]>;

export type ProblemCode = keyof typeof problems;

/** A refused request of the API. handleAdminApi() is the only place that catches it. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem';

  constructor(
    readonly code: ProblemCode,
    message: string,
    readonly errors: readonly ValueProblem[] = [],
    readonly headers: HttpResponse['headers'] = {},
  ) {
    super(message);
  }
}

/** Compares the name, because the class exists once in each bundle. */
export function isApiProblem(error: unknown): error is ApiProblem {
  return error instanceof Error && error.name === 'ApiProblem';
}

export function answerProblem({ code, message, errors, headers }: ApiProblem, reference: string): HttpResponse {
  const [status, title] = problems[code];
  const details: ProblemDetails = { status, code, title, detail: message, errors, reference };
  return problemJson(details, headers);
}

/**
 * Translates a refusal of the administration for the API.
 * @param hasCondition whether the operation has a condition, which was met when it began
 */
export function fromAdminError({ code, message, fields }: AdminError, hasCondition: boolean): ApiProblem {
  const errors = fields.map((one) => ({ pointer: toPointer(one.field), code: one.code, detail: one.message }));
  return new ApiProblem(problemOf(code, hasCondition), message, errors, challengeOf(code));
}

function problemOf(code: AdminErrorCode, hasCondition: boolean): ProblemCode {
  if (code === 'changed_meanwhile' || code === 'already_exists') {
    if (hasCondition) return 'changed_meanwhile';
    return code === 'already_exists' ? code : 'conflict';
  }
  if (code === 'reauthenticate') return 'insufficient_user_authentication';
  return code;
}

/** RFC 6750 §3.1. */
function challengeOf(code: AdminErrorCode): HttpResponse['headers'] {
  return code === 'forbidden'
    ? { 'www-authenticate': challenge('Bearer', { realm: 'signet', error: 'insufficient_scope' }) }
    : {};
}

const part = /^(?:\[(\d+)\]|\.?("(?:[^"\\]|\\.)*"|[^.[\]]+))/;

/** Converts the output of formatPath() to a JSON Pointer (RFC 6901): `redirect_uris[1]` → `/redirect_uris/1`. */
export function toPointer(field: string): string {
  let rest = field;
  let pointer = '';
  for (let match = part.exec(rest); match !== null; match = part.exec(rest)) {
    const [whole, index, name = ''] = match;
    const key = index ?? (name.startsWith('"') ? String(JSON.parse(name)) : name);
    pointer += `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    rest = rest.slice(whole.length);
  }
  return pointer;
}
