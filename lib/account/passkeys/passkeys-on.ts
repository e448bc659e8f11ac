import type { Context } from '#lib/context';
import { policyOf, portalScope } from '#lib/protocol/policy-of';

/** Whether people may have passkeys here. */
export function passkeysOn(context: Context): boolean {
  return policyOf(portalScope, context).passkeys;
}
