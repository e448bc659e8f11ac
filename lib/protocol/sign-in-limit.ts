import { interactionLifetimeSeconds } from '#lib/interactions/store';
import type { RequestLimit } from './limit-requests';

/**
 * Sign-ins that browsers without a session begin, wherever they do, so that nobody fills the table. A whole company may
 * sign in from one address.
 */
export const signInLimit = {
  rule: 'sign_ins_spent',
  name: 'sign-in-begun',
  perAddress: 10_000,
  windowSeconds: interactionLifetimeSeconds,
} as const satisfies RequestLimit;
