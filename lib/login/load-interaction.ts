import type { Client } from '#lib/clients/client';
import { equalDigests } from '#lib/crypto/hash';
import type { EnteredDevice } from '#lib/interactions/devices/entered-device';
import { type DeviceInteraction, findDeviceInteraction } from '#lib/interactions/devices/store';
import { findInteraction, type Interaction } from '#lib/interactions/store';
import type { Context } from '#lib/protocol/context';
import { requestFrame } from '#lib/protocol/request-tenant';
import { type PageRule, pageRuleName, pageRules } from '#lib/protocol/rules/page';
import { readBinding } from '#lib/sessions/browser-binding';
import { type PageFrame, plainFrame } from '#lib/theme/brand';
import { webUri } from '#lib/vocabulary/uri';
import type { ProblemPage } from './page-models';
import { portalClient } from './portal/portal-client';
import { restartOf } from './restart';

/** An authorization request this browser may go on with. */
export type OpenInteraction = {
  readonly page: 'open';
  readonly kind: 'authorize';
  /** The handle of the page's address and of the form. */
  readonly handle: string;
  readonly interaction: Interaction;
  readonly client: Client;
};

/** A device's request whose code was entered in this browser. */
export type OpenDevice = {
  readonly page: 'open';
  readonly kind: 'device';
  readonly handle: string;
  readonly interaction: DeviceInteraction;
  readonly request: EnteredDevice;
  readonly client: Client;
};

/** An interaction of this browser, whatever its state. */
type OwnInteraction = {
  readonly page: 'own';
  readonly handle: string;
  readonly interaction: Interaction | DeviceInteraction;
};

/** Longer than any handle of ours. */
const maximumHandle = 100;

/** Finds the authorization request behind a page or a form. */
export async function loadInteraction(
  handle: string | null,
  cookieHeader: string | undefined,
  context: Context,
): Promise<OpenInteraction | ProblemPage> {
  const open = await loadAnyInteraction(handle, cookieHeader, context);
  return open.page === 'open' && open.kind !== 'authorize' ? problemPage(400, 'interaction_unknown', context) : open;
}

/** Finds the interaction of any kind that waits behind a page or a form. */
export async function loadAnyInteraction(
  handle: string | null,
  cookieHeader: string | undefined,
  context: Context,
): Promise<OpenInteraction | OpenDevice | ProblemPage> {
  const own = await findOwnInteraction(handle, cookieHeader, context);
  return own.page === 'problem' ? own : openInteraction(own, context);
}

/**
 * Finds an interaction, also one that is over. The handle alone is never enough: the browser-binding cookie has to be the
 * one the request came with.
 */
export async function findOwnInteraction(
  handle: string | null,
  cookieHeader: string | undefined,
  context: Context,
): Promise<OwnInteraction | ProblemPage> {
  const { db, settings } = context;
  if (handle === null || handle.length > maximumHandle) return problemPage(400, 'interaction_unknown', context);
  const interaction = (await findInteraction(db, handle)) ?? (await findDeviceInteraction(db, handle));
  if (interaction === null) return problemPage(404, 'interaction_unknown', context);
  const binding = readBinding(cookieHeader, settings);
  if (binding === null || !equalDigests(binding.hash, interaction.browserHash)) {
    return problemPage(403, 'interaction_other_browser', context);
  }
  return { page: 'own', handle, interaction };
}

/** An interaction that waits for a person, with its client; else the page that says why not. */
export function openInteraction(
  { handle, interaction }: OwnInteraction,
  context: Context,
): OpenInteraction | OpenDevice | ProblemPage {
  if (interaction.request === null) return problemPage(400, 'interaction_unknown', context);
  const { clientId } = interaction.request;
  const client = isPortal(interaction) ? portalClient : context.snapshot.clients.get(clientId);
  if (client === undefined || !client.enabled) return problemPage(400, 'invalid_client', context, clientId);
  const frame = requestFrame({ client, ...interaction.request }, context.snapshot);
  if (interaction.completedAt !== null) return finishedPage(client, context, frame);
  if (interaction.expiresAt <= context.now) {
    const expired = problemPage(410, 'interaction_expired', context, clientId);
    const again = restartOf(interaction, client);
    const problem = again === null ? 'interaction_expired_pushed' : expired.problem;
    return { ...expired, problem, continueTo: homeOf(client), again, frame };
  }
  return interaction.kind === 'authorize'
    ? { page: 'open', kind: 'authorize', handle, interaction, client }
    : { page: 'open', kind: 'device', handle, interaction, request: interaction.request, client };
}

function isPortal(interaction: Interaction | DeviceInteraction): boolean {
  return interaction.kind === 'authorize' && interaction.area !== null;
}

/** A finished interaction never answers the client again (design: interaction). */
export function finishedPage(client: Client, context: Context, frame: PageFrame = plainFrame): ProblemPage {
  const { clientId } = client;
  return { ...problemPage(409, 'interaction_finished', context, clientId), continueTo: homeOf(client), frame };
}

/** A page that says what is wrong. Its reference leads to the explanation record. */
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

/** Rows may be older than the rule that refuses other schemes, so it is checked again (security #6). */
function homeOf({ clientUri, clientName, clientId }: Client): ProblemPage['continueTo'] {
  const uri = webUri.safeParse(clientUri);
  return uri.success ? { name: clientName ?? clientId, uri: uri.data } : null;
}
