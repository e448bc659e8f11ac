import { createHash, timingSafeEqual } from 'node:crypto';
import { readArgon2 } from './argon2-hash';
import { computeHash } from './hashing-thread';
import { readKeycloak } from './keycloak-hash';
import { readAspNet, readDjango, readPbkdf2 } from './pbkdf2-hash';
import { type HashReader, readDigest, readSalt, type StoredHash, writeBase64 } from './stored-hash';

/** In characters. Keycloak's notation is the longest. */
const maximumLength = 2000;

/** Blocks of 128 bytes: held in memory at a time (256 MiB), and computed in total. */
const maximum = { stored: 2 ** 21, computed: 2 ** 22 } as const;

/** The exponent of the number of rounds. */
const cost = { minimum: 4, maximum: 14 } as const;

const bcryptShape =
  /^(?<prefix>\{bcrypt\}|bcrypt\$|bcrypt_sha256\$)?\$2[aby]\$(?<cost>\d\d)\$(?<salt>[./A-Za-z0-9]{22})(?<digest>[./A-Za-z0-9]{31})$/;

/**
 * bcrypt. The three versions mark only bugs in old implementations. Spring and Django put a name in front. With
 * `bcrypt_sha256`, Django hashes the hexadecimal SHA-256 digest of the password, so that no password is too long.
 */
const readBcrypt: HashReader = (text) => {
  const { prefix, cost: digits = '', salt = '', digest = '' } = bcryptShape.exec(text)?.groups ?? {};
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

const scryptShape =
  /^(?<kind>\$scrypt\$ln=(?<ln>\d{1,2}),r=(?<r>\d{1,3}),p=(?<p>\d{1,3}))\$(?<salt>[^$]+)\$(?<digest>[^$]+)$/;

/** scrypt (RFC 7914) as a PHC string. */
const readScrypt: HashReader = (text) => {
  const { kind = '', ln = '', r = '', p = '', ...rest } = scryptShape.exec(text)?.groups ?? {};
  const salt = readSalt(rest.salt ?? '');
  const digest = readDigest(rest.digest ?? '');
  if (salt === null || digest === null) return null;
  return scryptHash({ kind, rounds: 2 ** Number(ln), blockSize: Number(r), parallelization: Number(p), salt, digest });
};

const readers: readonly HashReader[] = [
  readArgon2,
  readBcrypt,
  readScrypt,
  readPbkdf2,
  readDjango,
  readKeycloak,
  readAspNet,
];

/**
 * Reads a password hash in one of the notations in docs/configuration.md. No text matches two of them.
 * @returns null for everything else; a hash whose cost is too high has `excess`
 */
export function readHash(text: string): StoredHash | null {
  if (text.length > maximumLength) return null;
  for (const read of readers) {
    const hash = read(text);
    if (hash !== null) return hash;
  }
  return null;
}

/**
 * A hash of a kind (see StoredHash) that belongs to no account, to measure its time. Null if the kind no longer exists.
 */
export function measuredHash(kind: string): StoredHash | null {
  if (kind.startsWith('$2b$')) return readHash(`${kind}$${'.'.repeat(53)}`);
  const digestBytes = Number(/,l=(\d+)$/.exec(kind)?.[1] ?? 32);
  return readHash(`${kind}$${'A'.repeat(22)}$${writeBase64(new Uint8Array(digestBytes))}`);
}

type ScryptParameters = {
  readonly kind: string;
  readonly rounds: number;
  readonly blockSize: number;
  readonly parallelization: number;
  readonly salt: Buffer;
  readonly digest: Buffer;
};

function scryptHash(parameters: ScryptParameters): StoredHash | null {
  const { kind, rounds, blockSize, parallelization, salt, digest } = parameters;
  // RFC 7914 §2: N is larger than 1, and less than 2^(128 * r / 8).
  if (rounds < 2 || blockSize < 1 || parallelization < 1 || Math.log2(rounds) >= 16 * blockSize) return null;
  const stored = rounds * blockSize;
  const isBearable = stored <= maximum.stored && stored * parallelization <= maximum.computed;
  return {
    kind,
    excess: isBearable ? null : 'scrypt with N * r of at most 2^21 (256 MiB) and N * r * p of at most 2^22',
    matches: async (password) => {
      const maxmem = 128 * blockSize * (rounds + parallelization + 4) + 1024;
      const options = { N: rounds, r: blockSize, p: parallelization, maxmem };
      return timingSafeEqual(await computeHash('scrypt', password, salt, digest.length, options), digest);
    },
  };
}
