import type { Client } from '#lib/clients/client';

/**
 * Whether a remembered consent can replace the consent page for a request of this client. Any program on the device can
 * pretend to be a native application without a secret (RFC 8252 §8.6), so its requests are confirmed each time
 * (decision 016).
 */
export function canRememberConsent(
  client: Pick<Client, 'allowRememberConsent' | 'applicationType' | 'tokenEndpointAuthMethod'>,
): boolean {
  return client.allowRememberConsent && (client.applicationType === 'web' || client.tokenEndpointAuthMethod !== 'none');
}
