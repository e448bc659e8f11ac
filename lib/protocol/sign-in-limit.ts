import { interactionLifetimeSeconds } from '#lib/interactions/interaction';
import type { RequestLimit } from './limit-requests';

/**
 * The limit of sign-ins started by browsers without a session, at all endpoints together, so that nobody fills the
 * table. A whole company may use one address.
 */
export const signInLimit = {
  rule: 'sign_ins_spent',
  name: 'sign-in-begun',
  perAddress: 10_000,
  /** About 20 MB an address. */
  bytesEach: 2048,
  windowSeconds: interactionLifetimeSeconds,
} as const satisfies RequestLimit;
