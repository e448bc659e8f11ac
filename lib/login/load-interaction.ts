import type { Client } from '#lib/clients/client';
import { equalDigests } from '#lib/crypto/hash';
import { findInteraction, type Interaction } from '#lib/interactions/store';
import type { Context } from '#lib/protocol/context';
import { readBinding } from '#lib/sessions/browser-binding';
import type { PageProblem, ProblemPage } from './page-models';

/** An interaction this browser may go on with. */
export type OpenInteraction = {
  readonly page: 'open';
  /** The handle of the page's address and of the form. */
  readonly handle: string;
  readonly interaction: Interaction;
  readonly client: Client;
};

/** Longer than any handle of ours. */
const maximumHandle = 100;

/**
 * Finds the interaction behind a page or a form. The handle alone is never enough: the browser-binding cookie has to be
 * the one the request came with.
 */
export async function loadInteraction(
  handle: string | null,
  cookieHeader: string | undefined,
  context: Context,
): Promise<OpenInteraction | ProblemPage> {
  const { db, settings, snapshot, now } = context;
  if (handle === null || handle.length > maximumHandle) return problemPage(400, 'interaction_unknown', context);
  const interaction = await findInteraction(db, handle);
  if (interaction === null) return problemPage(404, 'interaction_unknown', context);
  const binding = readBinding(cookieHeader, settings);
  if (binding === null || !equalDigests(binding.hash, interaction.browserHash)) {
    return problemPage(403, 'interaction_other_browser', context);
  }
  const client = snapshot.clients.get(interaction.request.clientId);
  if (client === undefined || !client.enabled) return problemPage(400, 'invalid_client', context);
  if (interaction.completedAt !== null) return finishedPage(client, context);
  if (interaction.expiresAt <= now) {
    return { ...problemPage(410, 'interaction_expired', context), continueTo: homeOf(client) };
  }
  return { page: 'open', handle, interaction, client };
}

/** A finished interaction never answers the client again (design: interaction). */
export function finishedPage(client: Client, context: Context): ProblemPage {
  return { ...problemPage(409, 'interaction_finished', context), continueTo: homeOf(client) };
}

/** A page that says what is wrong, with the request id as reference. */
export function problemPage(status: number, problem: PageProblem, context: Context): ProblemPage {
  return { page: 'problem', status, problem, reference: context.requestId, continueTo: null, details: [] };
}

function homeOf(client: Client): ProblemPage['continueTo'] {
  return client.clientUri === null ? null : { name: client.clientName ?? client.clientId, uri: client.clientUri };
}
