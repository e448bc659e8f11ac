import { ForeignJwtError } from './foreign-jwt-error';

/** How long a JWT may be valid. */
export type JwtTimes = {
  /**
   * If set, `exp` is required and may be at most this many seconds in the future, and `iat` at most as long ago. If
   * null, `exp` is optional, and the purpose itself decides how old the JWT may be.
   */
  readonly lifetimeSeconds: number | null;
};

/**
 * How far the clocks of other machines may be ahead (FAPI 2.0 Security Profile §5.3.2.1: at least 10 seconds, less than
 * 60). A clock that is behind needs no tolerance, because a JWT is used as soon as it is created. A tolerance after
 * `exp` would only extend the time in which it can be replayed.
 */
export const clockLeewaySeconds = 30;

/**
 * Checks the times of a JWT of another issuer (RFC 7519 §4.1.4 to §4.1.6, security #144).
 * @param claims the claims of a JWT whose signature is verified
 * @throws ForeignJwtError
 */
export function checkTimes(
  claims: Readonly<Record<string, unknown>>,
  { noun, lifetimeSeconds }: JwtTimes & { readonly noun: string },
  now: Date,
): void {
  const seconds = now.getTime() / 1000;
  const latest = seconds + clockLeewaySeconds;
  const [exp, iat, nbf] = [timeOf(claims, 'exp'), timeOf(claims, 'iat'), timeOf(claims, 'nbf')];
  if (exp === null && lifetimeSeconds !== null) throw failed('exp', `the ${noun} has no exp`);
  if (exp !== null && exp <= seconds) throw failed('exp', `the ${noun} expired at ${textOfTime(exp)}`);
  if (iat !== null && iat > latest) throw failed('iat', 'iat is in the future');
  if (nbf !== null && nbf > latest) throw failed('nbf', 'nbf is in the future');
  if (lifetimeSeconds === null) return;
  if (exp !== null && exp > latest + lifetimeSeconds) throw failed('exp', 'exp is too far ahead');
  if (iat !== null && iat < seconds - lifetimeSeconds) throw failed('iat', 'iat is too old');
}

function timeOf(claims: Readonly<Record<string, unknown>>, name: string): number | null {
  const { [name]: value = null } = claims;
  if (value === null && !(name in claims)) return null;
  if (typeof value !== 'number') throw failed(name, `${name} is not a number`);
  return value;
}

function failed(name: string, message: string): ForeignJwtError {
  return new ForeignJwtError('claims', message, { name });
}

function textOfTime(seconds: number): string {
  const time = seconds * 1000;
  return Math.abs(time) <= 8.64e15 ? new Date(time).toISOString() : 'an invalid time';
}
