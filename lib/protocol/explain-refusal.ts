import type { Context } from '#lib/context';
import { withReference } from '#lib/explain/reference';
import type { OAuthError } from './oauth-error';

/** The content of the answer to a refused request. */
export type Explained = {
  readonly code: OAuthError['code'];
  /** For the client's developer, with the reference at its end. */
  readonly description: string;
  /** Null for an answer that is not a refusal. */
  readonly reference: string | null;
};

/** RFC 8628 §3.5: a device that waits is answered so each time, and nothing is wrong. */
const answers: ReadonlySet<OAuthError['code']> = new Set(['authorization_pending', 'slow_down']);

/**
 * Records why a request is refused.
 * @param clientId the client as far as it is known; else the record has whom the request named
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
