import { agentHost } from '#lib/clients/agents/self-description';
import type { Client } from '#lib/clients/client';
import { blankClient, toClient } from '#lib/clients/client-record';
import { deviceGrantType } from '#lib/clients/flows';
import type { Context } from '#lib/context';
import { maximumHandle } from '#lib/crypto/random';
import type {
  AuthorizationInteraction,
  DeviceInteraction,
  DocumentInteraction,
  EnteredDevice,
  Interaction,
  PortalInteraction,
} from '#lib/interactions/interaction';
import { findInteraction } from '#lib/interactions/interaction-store';
import { judgeRequest } from '#lib/protocol/authorize/judge-request';
import type { TrustedRedirect } from '#lib/protocol/authorize/trusted-redirect';
import { readDocumentRequest } from '#lib/protocol/documents/document-request';
import {
  invalidRequest,
  invalidScope,
  isOAuthError,
  type OAuthError,
  unauthorizedClient,
} from '#lib/protocol/oauth-error';
import { hasLostTenant, requestFrame } from '#lib/protocol/request-tenant';
import { portalSignIn, type RequiredSignIn, requiredSignIn } from '#lib/protocol/required-sign-in';
import { stillAllowed } from '#lib/protocol/scope';
import { isBoundTo, readBinding } from '#lib/sessions/browser-binding';
import type { Snapshot } from '#lib/snapshot/snapshot';
import { type PageFrame, wholeFrame } from '#lib/theme/brand';
import { endedPage, overtakenPage, type ProblemPage, problemPage } from './problem-page';

/** An interaction that its browser may continue. */
export type OpenInteraction = OpenAuthorization | OpenDevice | OpenDocument | OpenPortal;

type Open = {
  readonly page: 'open';
  /** The handle in the page's address and in the form. */
  readonly handle: string;
  /** The requirements for the session. */
  readonly required: RequiredSignIn;
  readonly loginHint: string | null;
  readonly uiLocales: string | null;
  /** The look of the pages. */
  readonly frame: PageFrame;
};

export type OpenAuthorization = Open & {
  readonly kind: 'authorize';
  readonly interaction: AuthorizationInteraction;
  readonly client: Client;
  /** Where the answer goes, according to the current client. */
  readonly to: TrustedRedirect;
};

export type OpenDevice = Open & {
  readonly kind: 'device';
  readonly interaction: DeviceInteraction;
  readonly client: Client;
};

export type OpenDocument = Open & {
  readonly kind: 'document';
  readonly interaction: DocumentInteraction;
  /** Represents the client until it is known. */
  readonly client: Client;
};

type OpenPortal = Open & {
  readonly kind: 'portal';
  readonly interaction: PortalInteraction;
  readonly client: null;
};

/** An interaction of this browser in any state. */
export type OwnInteraction = { readonly page: 'own'; readonly handle: string; readonly interaction: Interaction };

/** Finds the interaction behind a page or a form. */
export async function loadInteraction(
  handle: string | null,
  cookieHeader: string | undefined,
  context: Context,
): Promise<OpenInteraction | ProblemPage> {
  const own = await findOwnInteraction(handle, cookieHeader, context);
  return own.page === 'problem' ? own : openInteraction(own, context);
}

/** The same for a page that only a client's authorization request has. */
export async function loadAuthorization(
  handle: string | null,
  cookieHeader: string | undefined,
  context: Context,
): Promise<OpenAuthorization | ProblemPage> {
  const open = await loadInteraction(handle, cookieHeader, context);
  return open.page === 'open' && open.kind !== 'authorize' ? problemPage(400, 'interaction_unknown', context) : open;
}

/**
 * Finds an interaction, even one that is over. The handle alone is never enough: the request must have the
 * browser-binding cookie that the interaction began with.
 */
export async function findOwnInteraction(
  handle: string | null,
  cookieHeader: string | undefined,
  context: Context,
): Promise<OwnInteraction | ProblemPage> {
  const { db, settings } = context;
  if (handle === null || handle.length > maximumHandle) return problemPage(400, 'interaction_unknown', context);
  const interaction = await findInteraction(db, handle);
  if (interaction === null) return problemPage(404, 'interaction_unknown', context);
  const binding = readBinding(cookieHeader, settings);
  if (binding === null || !isBoundTo(binding, interaction.browserHash)) {
    return problemPage(403, 'interaction_other_browser', context);
  }
  return { page: 'own', handle, interaction };
}

/** A waiting interaction, checked against the current client. Otherwise the page with the reason. */
export function openInteraction(
  { handle, interaction }: Pick<OwnInteraction, 'handle' | 'interaction'>,
  context: Context,
): OpenInteraction | ProblemPage {
  switch (interaction.kind) {
    case 'authorize':
      return openAuthorization(handle, interaction, context);
    case 'device':
      return openDevice(handle, interaction, context);
    case 'document':
      return openDocument(handle, interaction, context);
    case 'portal':
      return openPortal(handle, interaction, context);
    case 'refused_code':
      return problemPage(400, 'interaction_unknown', context);
    default:
      return interaction satisfies never;
  }
}

function openAuthorization(
  handle: string,
  interaction: AuthorizationInteraction,
  context: Context,
): OpenAuthorization | ProblemPage {
  const shared = openForClient(interaction, interaction.request, context);
  if (shared.page === 'problem') return shared;
  const to = judgeRequest(interaction, context);
  if (isOAuthError(to)) return overtakenPage(to, shared, context);
  return { ...shared, kind: 'authorize', handle, interaction, to };
}

function openDevice(handle: string, interaction: DeviceInteraction, context: Context): OpenDevice | ProblemPage {
  const shared = openForClient(interaction, interaction.device, context);
  if (shared.page === 'problem') return shared;
  const problem = judgeDevice(interaction.device, shared.client, context);
  if (problem !== null) return overtakenPage(problem, shared, context);
  return { ...shared, kind: 'device', handle, interaction };
}

type ClientRequest = (AuthorizationInteraction['request'] | DeviceInteraction['device']) & {
  readonly display?: string | null;
};

function openForClient(
  interaction: AuthorizationInteraction | DeviceInteraction,
  request: ClientRequest,
  context: Context,
): (Omit<Open, 'handle'> & { readonly client: Client }) | ProblemPage {
  const { snapshot } = context;
  const { clientId, loginHint, uiLocales } = request;
  const client = snapshot.clients.get(clientId);
  if (!client?.enabled) return problemPage(400, 'invalid_client', context, clientId);
  const frame = requestFrame({ client, ...request }, snapshot);
  const ended = endedPage(interaction, { client, frame, loginHint }, context);
  if (ended !== null) return ended;
  return { page: 'open', client, required: requiredSignIn(request, client, context), loginHint, uiLocales, frame };
}

function openDocument(handle: string, interaction: DocumentInteraction, context: Context): OpenDocument | ProblemPage {
  const { clientId, loginHint, uiLocales, ...asked } = readDocumentRequest(interaction.query);
  const client = unknownClient(clientId, context.snapshot);
  const frame = requestFrame({ client, ...asked }, context.snapshot);
  const ended = endedPage(interaction, { client, frame, loginHint }, context);
  if (ended !== null) return ended;
  const required = requiredSignIn(asked, client, context);
  return { page: 'open', kind: 'document', handle, interaction, client, required, loginHint, uiLocales, frame };
}

function openPortal(handle: string, interaction: PortalInteraction, context: Context): OpenPortal | ProblemPage {
  const shared = { client: null, loginHint: null, uiLocales: null, frame: wholeFrame(context.snapshot.brand) };
  const ended = endedPage(interaction, shared, context);
  if (ended !== null) return ended;
  const required = portalSignIn(interaction, context);
  return { ...shared, page: 'open', kind: 'portal', handle, interaction, required };
}

/**
 * A client that is shown only by its host, because it is unknown or not approved yet. People sign in by the rules of
 * the portal.
 */
function unknownClient(clientId: string, { clients }: Pick<Snapshot, 'clients'>): Client {
  const address = { clientId, selfRegistered: true, documentHash: '', redirectUris: [] };
  const clientName = agentHost(clients.get(clientId) ?? address);
  return toClient({ ...blankClient(clientId), clientName, selfRegistered: true });
}

/**
 * Checks a device's request against the current client, which may have lost the grant type or the whole scope while the
 * person signed in.
 * @returns null if the person may still answer it
 */
function judgeDevice({ scope, acrValues }: EnteredDevice, client: Client, { snapshot }: Context): OAuthError | null {
  if (!client.grantTypes.has(deviceGrantType)) {
    return unauthorizedClient('device_grant_not_allowed', { registered: [...client.grantTypes] });
  }
  if (hasLostTenant({ client, acrValues }, snapshot)) return invalidRequest('request_tenant_gone');
  if (stillAllowed(snapshot, client, scope).length > 0) return null;
  return invalidScope('scope_empty', { registered: client.scope });
}
