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

/** Answers and no problems: a device waits (RFC 8628 §3.5), or the person said no, which the audit log has. */
const answers: ReadonlySet<string> = new Set([
  'authorization_pending',
  'slow_down',
  'person_denied',
  'person_cancelled',
  'device_denied',
]);

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
  if (answers.has(code) || answers.has(rule)) return { code, description, reference: null };
  const reference = explain({ rule, error: code, description, clientId: clientId ?? facts.clientId ?? null, facts });
  return { code, description: withReference(description, reference), reference };
}
