import { ownAddress } from '#lib/clients/agents/self-description';
import type { Client } from '#lib/clients/client';
import { isDocumentClient } from '#lib/clients/documents/document-url';
import { documentHost } from '#lib/clients/documents/domains';
import { clientLogo } from '#lib/clients/logos/client-logo';
import type { Context } from '#lib/context';
import { strangerHost } from '#lib/protocol/authorize/redirect-host';
import type { Snapshot } from '#lib/snapshot/snapshot';
import type { PageFrame } from '#lib/theme/brand';
import { isLocalHost } from '#lib/vocabulary/uri';
import { type FormBinding, formBinding } from './form-binding';
import type { OpenInteraction } from './load-interaction';

/** The client of an interaction, as far as a person may know it. */
export type ClientView = {
  /** The host of its document or of its redirect URI, if nobody vouches for it. */
  readonly name: string;
  /** The address of its logo on this server. Null if there is none to show. */
  readonly logo: string | null;
  /** These pages of a client that nobody vouches for are shown only at its own host. */
  readonly clientUri: string | null;
  readonly policyUri: string | null;
  readonly tosUri: string | null;
  /** False for a self-registered client. The pages then show the hosts of its links. */
  readonly isVouched: boolean;
};

/** The data of every page where a person signs in or may cancel. */
export type SignInPage = {
  readonly frame: PageFrame;
  readonly form: FormBinding;
  /** Null for the portal itself. */
  readonly client: ClientView | null;
  /** False for the portal's own sign-in, which has no client to return to. */
  readonly canCancel: boolean;
  /** False for a device, which waits elsewhere, and for a client that is not known yet. Canceling then stays here. */
  readonly cancelReturns: boolean;
};

/** The interaction moved on while the page was open, so the browser is redirected. */
export type RedirectPage = { readonly page: 'redirect'; readonly location: string };

/** Leads to another page of the same interaction. */
export function redirectTo(page: string, { handle }: Pick<OpenInteraction, 'handle'>): RedirectPage {
  return { page: 'redirect', location: `/${page}?interaction=${handle}` };
}

export type PageInput = { readonly interaction: string | null; readonly cookieHeader: string | undefined };

/** The data of every page where a person signs in or may cancel. */
export function signInPage(open: OpenInteraction, cookieHeader: string | undefined, context: Context): SignInPage {
  const { handle, client, frame } = open;
  // A self-registered client can choose any name. So the page shows the host that gets the answer instead, as the consent
  // page does.
  const stranger = open.kind === 'authorize' ? strangerOf(open.client, open.interaction.request.redirectUri) : null;
  return {
    frame,
    form: formBinding({ handle, cookieHeader }, context),
    client: client && { ...clientView(client, context.snapshot), ...(stranger && { name: stranger.host }) },
    canCancel: client !== null,
    cancelReturns: open.kind === 'authorize' || open.kind === 'portal',
  };
}

/** The data of a client that a person may see. */
export function clientView(client: Client, { logos }: Pick<Snapshot, 'logos'>): ClientView {
  const { clientName, clientId, clientUri, policyUri, tosUri, selfRegistered } = client;
  return {
    name: isDocumentClient(client) ? documentHost(clientId) : (clientName ?? clientId),
    logo: clientLogo(client, logos),
    clientUri: ownAddress(client, clientUri),
    policyUri: ownAddress(client, policyUri),
    tosUri: ownAddress(client, tosUri),
    isVouched: !selfRegistered,
  };
}

/** A client that described itself. */
export type Stranger = {
  /** The host of its document or of its redirect URI. In ASCII, so that no letter can imitate another. */
  readonly host: string;
  /** The name that it gives itself. Null without one. */
  readonly name: string | null;
  /** Whether the answer goes to an unknown program on the person's computer. */
  readonly isLocal: boolean;
};

/**
 * How a person recognizes a client that nobody vouches for.
 * @returns null for a client that somebody vouches for
 */
export function strangerOf(client: Client, redirectUri: string): Stranger | null {
  if (!client.selfRegistered) return null;
  const { hostname, protocol } = new URL(redirectUri);
  return {
    host: strangerHost(client, redirectUri),
    name: client.clientName,
    isLocal: isLocalHost(hostname) || !/^https?:$/.test(protocol),
  };
}
