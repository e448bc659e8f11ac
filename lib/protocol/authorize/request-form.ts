import type { Client } from '#lib/clients/client';
import { invalidRequest } from '../oauth-error';

/** How a request came. */
export type RequestForm = {
  /** The client pushed it (RFC 9126). */
  readonly wasPushed: boolean;
  /** The client signed it (RFC 9101). */
  readonly wasSigned: boolean;
};

/**
 * RFC 9126 §5 and §6, RFC 9101 §10.5.
 * @throws invalid_request for a client whose requests have to be pushed or signed
 */
export function checkForm(client: Client, { wasPushed, wasSigned }: RequestForm): void {
  if (client.requirePushedAuthorizationRequests && !wasPushed) throw invalidRequest('push_required');
  if (client.requireSignedRequestObject && !wasSigned) throw invalidRequest('signature_required');
}
