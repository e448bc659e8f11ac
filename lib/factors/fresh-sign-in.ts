/** In milliseconds: the maximum age of a sign-in that may change factors, the password or the address (security #183). */
const freshMs = 5 * 60 * 1000;

/** Whether a sign-in is recent enough for such a change. Pure. @param signedInAt the time of its first factor */
export function isSignInFresh(signedInAt: Date, now: Date): boolean {
  return now.getTime() - signedInAt.getTime() <= freshMs;
}
