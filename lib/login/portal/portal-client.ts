import { blankClient } from '#lib/clients/blank-client';
import type { Client } from '#lib/clients/client';
import { toClient } from '#lib/clients/client-record';

/**
 * The portal itself, in the place of the client that somebody signs in for. It has no address, no grant and no scope,
 * and no request can name it.
 */
export const portalClient: Client = toClient({
  ...blankClient('portal'),
  clientId: '',
  tokenEndpointAuthMethod: 'none',
  grantTypes: [],
  responseTypes: [],
  scope: [],
  requireConsent: false,
});
