import type { Context } from '#lib/context';
import { withReference } from '#lib/explain/reference';
import type { OAuthError } from './oauth-error';

/** The content of the response to a refused request. */
export type Explained = {
  readonly code: OAuthError['code'];
  /** For the client's developer, with the reference at its end. */
  readonly description: string;
  /** Null for a response that is not a refusal. */
  readonly reference: string | null;
};

/** RFC 8628 §3.5: a waiting device always gets these answers, and they are no problem. */
const answers: ReadonlySet<OAuthError['code']> = new Set(['authorization_pending', 'slow_down']);

/**
 * Records why a request is refused.
 * @param clientId the client, as far as it is known; otherwise the record has the client that the request named
 */
export function explainRefusal(
  error: OAuthError,
  clientId: string | null,
  { explain }: Pick<Context, 'explain'>,
): Explained {
  const { code, rule, description, facts } = error;
  if (answers.has(code)) return { code, description, reference: null };
  const reference = explain({ rule, error: code, description, clientId: clientId ?? facts.clientId ?? null, facts });
  return { code, description: withReference(description, reference), reference };
}
