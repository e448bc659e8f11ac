import { createHash, timingSafeEqual } from 'node:crypto';
import { computeHash } from './hashing-thread';
import type { HashReader } from './stored-hash';

/** The exponent of the number of rounds. */
const cost = { minimum: 4, maximum: 14 } as const;

const shape =
  /^(?<prefix>\{bcrypt\}|bcrypt\$|bcrypt_sha256\$)?\$2[aby]\$(?<cost>\d\d)\$(?<salt>[./A-Za-z0-9]{22})(?<digest>[./A-Za-z0-9]{31})$/;

/**
 * bcrypt. The three versions mark only bugs in old implementations. Spring and Django put a name in front. With
 * `bcrypt_sha256`, Django hashes the hexadecimal SHA-256 digest of the password, so that no password is too long.
 */
export const readBcrypt: HashReader = (text) => {
  const { prefix, cost: digits = '', salt = '', digest = '' } = shape.exec(text)?.groups ?? {};
  if (Number(digits) < cost.minimum) return null;
  return {
    kind: `$2b$${digits}`,
    excess: Number(digits) <= cost.maximum ? null : `bcrypt with a cost of at most ${cost.maximum}`,
    matches: async (password) => {
      const hashed = prefix === 'bcrypt_sha256$' ? createHash('sha256').update(password).digest('hex') : password;
      const made = await computeHash('bcrypt', hashed, `$2b$${digits}$${salt}`);
      return timingSafeEqual(Buffer.from(made.slice(-digest.length)), Buffer.from(digest));
    },
  };
};
