import type { SigningKey } from '#lib/keys/key-ring';
import { type JwtType, signJwt } from '#lib/keys/sign-jwt';
import { maximumOwnJwt } from '#lib/keys/verify-own-jwt';

type Payload = Readonly<Record<string, unknown>>;

/**
 * Signs an ID token that has at most maximumOwnJwt characters, so that we accept what we issue. Only claims of thousands of
 * characters outside ASCII make it longer. Then the largest of them are left out; UserInfo still has them (OpenID Connect
 * Core §5.4: claims of scopes are voluntary).
 * @param optional the names of the claims that may be left out: those of the person
 */
export function signFitting(
  key: SigningKey,
  typ: JwtType,
  payload: Payload,
  optional: () => readonly string[],
): string {
  const token = signJwt(key, typ, payload);
  if (token.length <= maximumOwnJwt) return token;
  // Four characters for three bytes.
  const excessBytes = Math.ceil(((token.length - maximumOwnJwt) * 3) / 4);
  const leftOut = new Set(largest(payload, optional(), excessBytes));
  return signJwt(key, typ, Object.fromEntries(Object.entries(payload).filter(([name]) => !leftOut.has(name))));
}

/** The fewest claims that take this number of bytes together. */
function largest(payload: Payload, optional: readonly string[], bytes: number): readonly string[] {
  const sized = optional.map((name) => ({
    name,
    size: Buffer.byteLength(JSON.stringify({ [name]: payload[name] })) - 2,
  }));
  let left = bytes;
  const chosen: string[] = [];
  for (const { name, size } of sized.sort((one, other) => other.size - one.size)) {
    if (left <= 0) break;
    chosen.push(name);
    left -= size;
  }
  return chosen;
}
