import type { ProblemCode } from '#lib/http/page-models';
import type { OAuthError } from '../oauth-error';

/** How our own page shows why a document describes no client. */
export function documentRefusal({ rule, retry }: OAuthError): {
  readonly status: number;
  readonly problem: ProblemCode;
} {
  if (retry !== null) return { status: retry.status, problem: retry.status === 429 ? 'agent_limit' : 'unavailable' };
  if (rule === 'domain_denied') return { status: 403, problem: 'domain_denied' };
  return { status: 400, problem: 'document_failed' };
}
