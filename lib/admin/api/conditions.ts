import { namesTag } from '#lib/http/respond';
import type { HttpRequest } from '#lib/http/types';
import { ApiProblem } from './api-problem';

/** The condition of a change (RFC 9110 §13.1). */
export type Condition =
  | { readonly kind: 'none' }
  /** The stored version must be one of these. Null allows any version. */
  | { readonly kind: 'match'; readonly versions: readonly string[] | null }
  /** The entry must not exist. */
  | { readonly kind: 'absent' };

const tag = /^(?:W\/)?"([\x21\x23-\x7e]*)"$/;

/**
 * Reads If-Match and If-None-Match of a change.
 * @throws ApiProblem `malformed`; `precondition_required` if the operation needs a condition
 */
export function readCondition(
  { headers }: Pick<HttpRequest, 'headers'>,
  needed: 'match' | 'create' | undefined,
): Condition {
  const [match, noneMatch] = [headers['if-match'], headers['if-none-match']];
  if (needed === undefined) return { kind: 'none' };
  if (match !== undefined && noneMatch !== undefined) throw malformed('expected If-Match or If-None-Match, not both');
  if (match !== undefined) return { kind: 'match', versions: match.trim() === '*' ? null : readTags(match) };
  if (noneMatch !== undefined && needed === 'create') {
    if (noneMatch.trim() !== '*') throw malformed('expected If-None-Match: *');
    return { kind: 'absent' };
  }
  const orNone = needed === 'create' ? ', or If-None-Match: * to create it' : '';
  throw new ApiProblem('precondition_required', `expected If-Match with the ETag you read${orNone}`);
}

/** The tags of a list. A weak one never matches in a change (RFC 9110 §13.1.1), so it becomes a tag that matches nothing. */
function readTags(header: string): string[] {
  return header.split(',').map((part) => {
    const text = part.trim();
    const found = tag.exec(text)?.[1];
    if (found === undefined) throw malformed('expected If-Match with an ETag in quotes, or *');
    return text.startsWith('W/') ? '' : found;
  });
}

function malformed(message: string): ApiProblem {
  return new ApiProblem('malformed', message);
}

/**
 * Checks a condition.
 * @param version the version of the stored entry; null if there is none
 * @throws ApiProblem `changed_meanwhile`
 */
export function checkCondition(condition: Condition, version: string | null): void {
  if (condition.kind === 'none') return;
  const holds =
    condition.kind === 'absent'
      ? version === null
      : version !== null && (condition.versions === null || condition.versions.includes(version));
  if (holds) return;
  const message = condition.kind === 'absent' ? 'it already exists' : 'it was changed or deleted';
  throw new ApiProblem('changed_meanwhile', message);
}

/** Whether the caller already has this version (RFC 9110 §13.1.2). The response to a read is then 304. */
export function isKnown({ headers }: Pick<HttpRequest, 'headers'>, version: string): boolean {
  return namesTag(headers['if-none-match'], `"${version}"`);
}
