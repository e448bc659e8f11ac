import type { Client } from '#lib/clients/client';

/**
 * True if a remembered consent may answer a request of this client without a page. A native application without a secret
 * could be any program on the device (RFC 8252 §8.6), so it is confirmed each time (decision 005).
 */
export function canRememberConsent(
  client: Pick<Client, 'allowRememberConsent' | 'applicationType' | 'tokenEndpointAuthMethod'>,
): boolean {
  return client.allowRememberConsent && (client.applicationType === 'web' || client.tokenEndpointAuthMethod !== 'none');
}
