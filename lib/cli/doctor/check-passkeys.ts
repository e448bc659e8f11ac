import { isAddressHost } from '#lib/settings/issuer';
import type { Settings } from '#lib/settings/settings';
import { type Finding, healthy } from './finding';

/** Reports that passkeys are not possible if the issuer's host is an IP address (Web Authentication §5.1.2). */
export function* checkPasskeys({ issuerHost }: Pick<Settings, 'issuerHost'>): Generator<Finding> {
  if (!isAddressHost(issuerHost)) return;
  const advice = 'Give the server a name and set SIGNET_ISSUER, so that people can use passkeys.';
  yield { ...healthy('passkeys', 'off, because the host of SIGNET_ISSUER is an IP address'), advice };
}
