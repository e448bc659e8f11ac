import { interactionLifetimeSeconds } from '#lib/interactions/interaction';
import type { RequestLimit } from './limit-requests';

/**
 * The limit for sign-ins that browsers without a session start, at all endpoints together, so that nobody can fill the
 * table. A whole company may share one address.
 */
export const signInLimit = {
  rule: 'sign_ins_spent',
  name: 'sign-in-begun',
  perAddress: 10_000,
  /** About 20 MB for each address. */
  bytesEach: 2048,
  windowSeconds: interactionLifetimeSeconds,
} as const satisfies RequestLimit;
