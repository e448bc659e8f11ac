import type { ProblemCode } from '#lib/http/page-models';
import type { OAuthError } from '../oauth-error';

/** How our own page shows why a document does not describe a client. */
export function documentRefusal({ rule, retry, facts }: OAuthError): {
  readonly status: number;
  readonly problem: ProblemCode;
  readonly host?: string;
} {
  if (retry !== null) return { status: retry.status, problem: retry.status === 429 ? 'agent_limit' : 'unavailable' };
  if (rule === 'approval_pending') return { status: 403, problem: 'agent_pending', host: facts.name ?? '' };
  if (rule === 'domain_denied') return { status: 403, problem: 'domain_denied' };
  return { status: 400, problem: rule === 'document_unreachable' ? 'document_failed' : 'document_invalid' };
}
