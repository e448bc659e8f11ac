import { timingSafeEqual } from 'node:crypto';
import { computeHash } from './hashing-thread';
import { type HashReader, readDigest, readSalt, type StoredHash } from './stored-hash';

/** Blocks of 128 bytes: held in memory at a time (256 MiB), and computed in total. */
const maximum = { stored: 2 ** 21, computed: 2 ** 22 } as const;

const shape =
  /^(?<kind>\$scrypt\$ln=(?<ln>\d{1,2}),r=(?<r>\d{1,3}),p=(?<p>\d{1,3}))\$(?<salt>[^$]+)\$(?<digest>[^$]+)$/;

/** scrypt (RFC 7914) as a PHC string. */
export const readScrypt: HashReader = (text) => {
  const { kind = '', ln = '', r = '', p = '', ...rest } = shape.exec(text)?.groups ?? {};
  const salt = readSalt(rest.salt ?? '');
  const digest = readDigest(rest.digest ?? '');
  if (salt === null || digest === null) return null;
  return scryptHash({ kind, rounds: 2 ** Number(ln), blockSize: Number(r), parallelization: Number(p), salt, digest });
};

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
