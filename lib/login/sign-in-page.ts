import type { Client } from '#lib/clients/client';
import { isDocumentClient } from '#lib/clients/documents/document-client';
import { documentHost } from '#lib/clients/documents/domains';
import { clientLogo } from '#lib/clients/logos/client-logo';
import type { Context } from '#lib/context';
import type { Snapshot } from '#lib/snapshot/snapshot';
import type { PageFrame } from '#lib/theme/brand';
import { type FormBinding, formBinding } from './form-binding';
import type { OpenInteraction } from './load-interaction';
import { strangerOf } from './stranger';

/** The application behind an interaction, as far as a person may know it. */
export type ClientView = {
  /** The host of its document or of its answers for one that nobody vouched for. */
  readonly name: string;
  /** The address of its logo on this server; null if there is none to show. */
  readonly logo: string | null;
  readonly clientUri: string | null;
  readonly policyUri: string | null;
  readonly tosUri: string | null;
  /** False for a client that registered itself: the pages name the hosts of its links. */
  readonly isVouched: boolean;
};

/** What every page has on which a person signs in or may cancel it. */
export type SignInPage = {
  readonly frame: PageFrame;
  readonly form: FormBinding;
  /** Null for the portal itself. */
  readonly client: ClientView | null;
  /** False for the portal's own sign-in, which has no application to return to. */
  readonly canCancel: boolean;
  /** False for a device, which waits elsewhere, and for an application that is not known yet: canceling stays here. */
  readonly cancelReturns: boolean;
};

/** The step moved on while the page was open: go there. */
export type RedirectPage = { readonly page: 'redirect'; readonly location: string };

export type PageInput = { readonly interaction: string | null; readonly cookieHeader: string | undefined };

/** What every page has on which a person signs in or may cancel it. */
export function signInPage(open: OpenInteraction, cookieHeader: string | undefined, context: Context): SignInPage {
  const { handle, client, frame } = open;
  return {
    frame,
    form: formBinding({ handle, cookieHeader }, context),
    client: client === null ? null : { ...clientView(client, context.snapshot), ...calledByHost(open) },
    canCancel: client !== null,
    cancelReturns: open.kind === 'authorize' || open.kind === 'portal',
  };
}

/**
 * A client that registered itself can choose any name. So the page names it by the host that gets the answer, as the
 * consent page does.
 */
function calledByHost(open: OpenInteraction): Pick<ClientView, 'name'> | null {
  if (open.kind !== 'authorize') return null;
  const stranger = strangerOf(open.client, open.interaction.request.redirectUri);
  return stranger && { name: stranger.host };
}

/** The data of an application that a person may see. */
export function clientView(client: Client, { logos }: Pick<Snapshot, 'logos'>): ClientView {
  const { clientName, clientId, clientUri, policyUri, tosUri, selfRegistered } = client;
  return {
    name: isDocumentClient(client) ? documentHost(clientId) : (clientName ?? clientId),
    logo: clientLogo(client, logos),
    clientUri,
    policyUri,
    tosUri,
    isVouched: !selfRegistered,
  };
}
