import type { Client } from '#lib/clients/client';
import type { Context } from '#lib/context';
import type { ClientLink } from '#lib/http/page-models';
import type { Interaction } from '#lib/interactions/interaction';
import { authorizeUrlBytes, rebuildRequest } from '#lib/protocol/authorize/rebuild-request';
import { explainRefusal } from '#lib/protocol/explain-refusal';
import { homeLink } from '#lib/protocol/lead-to-client';
import type { OAuthError } from '#lib/protocol/oauth-error';
import { type PageRule, pageRuleName, pageRules } from '#lib/protocol/rules/page';
import type { PageFrame } from '#lib/theme/brand';
import { trialPath } from './trial/trial-path';

/** Why a page cannot be shown. The code is the catalog key `error.<code>`. */
export type PageProblem =
  | 'interaction_unknown'
  | 'interaction_expired'
  /** Only the application can begin it again. */
  | 'interaction_expired_pushed'
  | 'interaction_other_browser'
  | 'interaction_finished'
  /** The application was changed meanwhile and may not have its answer any more. */
  | 'interaction_overtaken'
  | 'device_expired'
  | 'forbidden_origin'
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_redirect_uri'
  | 'no_way_to_sign_in'
  | 'too_many_requests'
  | 'too_many_sign_ins'
  | 'unavailable'
  | 'not_found'
  | 'server_error';

export type ProblemPage = {
  readonly page: 'problem';
  /** The portal's own when left out. */
  readonly frame?: PageFrame;
  readonly status: number;
  readonly problem: PageProblem;
  /** The reference for support, which leads to the explanation record. */
  readonly reference: string;
  /** Where the person can go on, when the application registered its home page. */
  readonly continueTo: ClientLink | null;
  /** One of our addresses where the person can try again; none if left out. */
  readonly again?: { readonly word: 'retry' | 'restart'; readonly href: string } | null;
  /** For the application's developer, in a closed <details>: error code, description, received value. Escaped text. */
  readonly details: readonly { readonly label: string; readonly value: string }[];
};

/** A page with a problem. Its reference leads to the explanation record. */
export function problemPage(
  status: number,
  problem: PageRule,
  { explain }: Context,
  clientId: string | null = null,
): ProblemPage {
  const { description } = pageRules[problem];
  const reference = explain({ rule: pageRuleName(problem), error: problem, description, clientId, facts: {} });
  return { page: 'problem', status, problem, reference, continueTo: null, details: [] };
}

/** The target of an interaction: a client, or null for the portal itself. */
type For = {
  readonly client: Client | null;
  readonly frame: PageFrame;
  /** Of the request; the application gets it again when it restarts the sign-in. */
  readonly loginHint: string | null;
};

/** The same in the look of the interaction it belongs to. */
export function openProblem(
  { client, frame }: Omit<For, 'loginHint'>,
  [status, problem]: readonly [status: number, problem: PageRule],
  context: Context,
): ProblemPage {
  return { ...problemPage(status, problem, context, client?.clientId), frame };
}

/** Why an interaction is over; null while it waits. */
export function endedPage(
  interaction: Exclude<Interaction, { kind: 'refused_code' }>,
  waitsFor: For,
  context: Context,
): ProblemPage | null {
  if (interaction.completedAt !== null) return finishedPage(waitsFor, context);
  if (interaction.expiresAt > context.now) return null;
  const expired = openProblem(waitsFor, [410, 'interaction_expired'], context);
  const href = restartAddress(interaction, waitsFor.client);
  const problem = href === null ? 'interaction_expired_pushed' : expired.problem;
  const again = href === null ? null : ({ word: 'restart', href } as const);
  return { ...expired, problem, continueTo: homeOf(waitsFor, context), again };
}

/** Where a person restarts after their time was up; null when only the application can restart. */
function restartAddress(
  interaction: Exclude<Interaction, { kind: 'refused_code' }>,
  client: Client | null,
): string | null {
  switch (interaction.kind) {
    case 'device':
      return '/device';
    case 'document': {
      const address = `/connect/authorize?${interaction.query}`;
      return address.length > authorizeUrlBytes ? null : address;
    }
    case 'portal':
      return interaction.area;
    case 'authorize':
      if (interaction.triedBy !== null) return trialPath(interaction.request.clientId);
      // RFC 9126 §1 and §5, RFC 9101 §10.5: a request that was pushed or signed can only come from the client.
      if (interaction.wasPushed || interaction.wasSigned) return null;
      if (client?.requirePushedAuthorizationRequests || client?.requireSignedRequestObject) return null;
      return rebuildRequest(interaction.request);
    default:
      return interaction satisfies never;
  }
}

/** A finished interaction never answers the client again (design: interaction). */
export function finishedPage(waitsFor: For, context: Context): ProblemPage {
  const finished = openProblem(waitsFor, [409, 'interaction_finished'], context);
  return { ...finished, continueTo: homeOf(waitsFor, context) };
}

/** A client that lost its right gets neither the answer nor an error (RFC 6749 §4.1.2.1). */
export function overtakenPage(
  error: OAuthError,
  { client, frame }: { readonly client: Client; readonly frame: PageFrame },
  context: Context,
): ProblemPage {
  const { reference } = explainRefusal(error, client.clientId, context);
  return {
    page: 'problem',
    status: 400,
    problem: 'interaction_overtaken',
    reference: reference ?? context.requestId,
    continueTo: homeOf({ client, loginHint: null }, context),
    details: [
      { label: 'error', value: error.code },
      { label: 'description', value: error.description },
    ],
    frame,
  };
}

function homeOf({ client, loginHint }: Omit<For, 'frame'>, context: Context): ProblemPage['continueTo'] {
  return client === null ? null : homeLink(client, loginHint, context);
}
