import type { UpstreamError } from '#lib/federation/upstream-error';
import { metrics } from '#lib/metrics/metrics';
import type { Context } from '#lib/protocol/context';
import { failureRuleName, failureRules } from '#lib/protocol/rules/upstream';

/** Counts a failure and notes why it failed. @returns the reference for the page */
export function noteFailure(
  { code, message }: UpstreamError,
  { provider, clientId }: { readonly provider: string; readonly clientId: string },
  { explain }: Context,
): string {
  const { description } = failureRules[code];
  metrics().signIns.inc({ outcome: failureRuleName(code) });
  return explain({
    rule: failureRuleName(code),
    error: code,
    description,
    clientId: clientId === '' ? null : clientId,
    facts: { name: provider, reason: message },
  });
}
