import type { Client } from '#lib/clients/client';
import type { Context } from '#lib/context';
import type { UpstreamError } from '#lib/federation/upstream-error';
import type { HttpResponse } from '#lib/http/types';
import { choosing } from '#lib/interactions/interaction-store';
import { noteUpstream, type UpstreamSignIn } from '#lib/interactions/upstream-sign-in-store';
import { metrics } from '#lib/metrics/metrics';
import { failureRuleName, failureRules } from '#lib/protocol/rules/upstream';
import type { OpenInteraction } from '../load-interaction';
import { toPageWith } from '../respond';

/** Shows the reason on a page with its own address, because the parameters of the provider's answer are used up. */
export async function showFailure(
  open: OpenInteraction,
  signIn: UpstreamSignIn,
  error: UpstreamError,
  context: Context,
): Promise<HttpResponse> {
  const reference = recordFailure(error, { provider: signIn.provider, client: open.client }, context);
  await noteUpstream(context.db, signIn.hash, { problem: error.code, reference });
  return toPageWith(choosing, 'federation', open, context);
}

/** Counts a failure and records its reason. @returns the reference for the page */
export function recordFailure(
  { code, message }: UpstreamError,
  { provider, client }: { readonly provider: string; readonly client: Client | null },
  { explain }: Context,
): string {
  const { description } = failureRules[code];
  metrics().signIns.inc({ outcome: failureRuleName(code) });
  return explain({
    rule: failureRuleName(code),
    error: code,
    description,
    clientId: client?.clientId ?? null,
    facts: { name: provider, reason: message },
  });
}
