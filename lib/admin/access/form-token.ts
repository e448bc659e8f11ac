import type { Context } from '#lib/context';
import { csrfToken, verifyCsrf } from '#lib/sessions/csrf';
import type { Principal } from './principal';

const purpose = 'admin';

/**
 * The value of the hidden `csrf` input in forms of the administration, bound to the session. Empty without a session.
 */
export function createFormToken({ sid }: Principal, { settings }: Context): string {
  return sid === null ? '' : csrfToken(settings.secret, { handle: sid }, purpose);
}

/** True if the form was made for this session (security #100). */
export function hasFormToken({ sid }: Principal, { settings }: Context, token: string): boolean {
  return sid !== null && verifyCsrf(settings.secret, { handle: sid }, purpose, token);
}
