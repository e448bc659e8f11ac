import type { Client } from '#lib/clients/client';
import type { Context } from '#lib/context';
import type { ProblemModel } from '#lib/http/page-models';
import type { HttpResponse } from '#lib/http/types';
import type { Interaction } from '#lib/interactions/interaction';
import { findRegistered } from '#lib/protocol/authorize/match-redirect-uri';
import { authorizeUrlBytes, rebuildRequest } from '#lib/protocol/authorize/rebuild-request';
import { explainRefusal } from '#lib/protocol/explain-refusal';
import { invalidRequestUri, type OAuthError } from '#lib/protocol/oauth-error';
import { appName, clientLink, homeLink } from '#lib/protocol/redirect-to-client';
import { type PageRule, pageRuleName, pageRules } from '#lib/protocol/rules/page';
import { type PageFrame, wholeFrame } from '#lib/theme/brand';
import { webUri } from '#lib/vocabulary/uri';
import { trialPath } from './trial/report';

/** Why a page cannot be shown. The code is the catalog key `error.<code>`. */
export type PageProblem =
  | 'interaction_unknown'
  | 'interaction_expired'
  /** Only the client can start it again. */
  | 'interaction_expired_pushed'
  | 'interaction_other_browser'
  | 'interaction_finished'
  /** The client was changed in the meantime and may no longer get its answer. */
  | 'interaction_overtaken'
  | 'device_expired'
  | 'forbidden_origin'
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_redirect_uri'
  | 'missing_redirect_uri'
  | 'no_way_to_sign_in'
  | 'too_many_requests'
  | 'too_many_sign_ins'
  | 'unavailable'
  | 'not_found'
  | 'server_error';

export type ProblemPage = Omit<ProblemModel, 'problem' | 'host' | 'investigate'> & {
  readonly page: 'problem';
  readonly problem: PageProblem;
};

/** A form that was answered before gets that answer, and no page: see findFirstAnswer(). */
export type Answered = { readonly page: 'problem'; readonly firstAnswer: HttpResponse };

/** A page with a problem. Its reference leads to the explanation record. */
export function problemPage(
  status: number,
  problem: PageRule,
  { explain, snapshot }: Context,
  clientId: string | null = null,
): ProblemPage {
  const { description } = pageRules[problem];
  const reference = explain({ rule: pageRuleName(problem), error: problem, description, clientId, facts: {} });
  const frame = wholeFrame(snapshot.brand);
  return { page: 'problem', frame, status, problem, reference, continueTo: null, details: [] };
}

/** The target of an interaction: a client, or null for the portal itself. */
type For = {
  readonly client: Client | null;
  readonly frame: PageFrame;
  /** The hint of the request. The client gets it again when it restarts the sign-in. */
  readonly loginHint: string | null;
};

/** The same in the look of its interaction. */
export function openProblem(
  { client, frame }: Omit<For, 'loginHint'>,
  [status, problem]: readonly [status: number, problem: PageRule],
  context: Context,
): ProblemPage {
  return { ...problemPage(status, problem, context, client?.clientId), frame, app: appName(client) };
}

type Ended = Exclude<Interaction, { kind: 'refused_code' }>;

/** Why an interaction is over. Null while it waits. */
export function endedPage(interaction: Ended, waitsFor: For, context: Context): ProblemPage | null {
  if (interaction.completedAt !== null) {
    return { ...finishedPage({ ...waitsFor, interaction }, context), details: usedReference(interaction) };
  }
  if (interaction.expiresAt > context.now) return null;
  const expired = openProblem(waitsFor, [410, 'interaction_expired'], context);
  const href = restartAddress(interaction, waitsFor.client);
  const problem = href === null ? 'interaction_expired_pushed' : expired.problem;
  const again = href === null ? null : ({ word: 'restart', href } as const);
  return { ...expired, problem, continueTo: homeOf(waitsFor, context), again };
}

/** The browser comes back to this page with a request_uri that was used (RFC 9126 §4, security #69). */
function usedReference(interaction: Ended): ProblemPage['details'] {
  if (interaction.kind !== 'authorize' || !interaction.wasPushed) return [];
  const { code, description } = invalidRequestUri('request_uri_unusable');
  return [
    { label: 'error', value: code },
    { label: 'description', value: description },
  ];
}

/** Where a person restarts after their time ran out. Null if only the client can restart. */
function restartAddress(interaction: Ended, client: Client | null): string | null {
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
export function finishedPage(
  { interaction, ...waitsFor }: For & { readonly interaction: Ended },
  context: Context,
): ProblemPage {
  const finished = openProblem(waitsFor, [409, 'interaction_finished'], context);
  const again = interaction.kind === 'portal' ? ({ word: 'restart', href: interaction.area } as const) : null;
  return { ...finished, continueTo: homeOf(waitsFor, context) ?? siteOf(interaction, waitsFor), again };
}

/** The site of the address that the answer went to, for a client without a home page. */
function siteOf(interaction: Ended, { client }: Pick<For, 'client'>): ProblemPage['continueTo'] {
  if (client === null || interaction.kind !== 'authorize') return null;
  const { redirectUri } = interaction.request;
  const isRegistered = findRegistered(client, redirectUri) !== undefined;
  return isRegistered && webUri.safeParse(redirectUri).success
    ? clientLink(client, new URL('/', redirectUri).href)
    : null;
}

/** A client that may no longer get the answer does not get an error either (RFC 6749 §4.1.2.1). */
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
    app: appName(client),
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
