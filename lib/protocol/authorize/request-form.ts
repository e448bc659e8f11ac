import type { Client } from '#lib/clients/client';
import { invalidRequest } from '../oauth-error';

/** How a request was sent. */
export type RequestForm = {
  /** The client pushed it (RFC 9126). */
  readonly wasPushed: boolean;
  /** The client signed it (RFC 9101). */
  readonly wasSigned: boolean;
};

/**
 * RFC 9126 §5 and §6, RFC 9101 §10.5.
 * @throws invalid_request if the client's requests must be pushed or signed, and this one was not
 */
export function checkForm(client: Client, { wasPushed, wasSigned }: RequestForm): void {
  if (client.requirePushedAuthorizationRequests && !wasPushed) throw invalidRequest('push_required');
  if (client.requireSignedRequestObject && !wasSigned) throw invalidRequest('signature_required');
}
