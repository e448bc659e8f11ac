import { parseOptions } from '@node-rs/argon2';
import { readDigest, readSalt } from './base64';
import { computeHash } from './hashing-thread';
import type { HashReader } from './stored-hash';

/** The limits: memory in KiB, passes and lanes. */
const maximum = { memoryCost: 262_144, timeCost: 16, parallelism: 16 } as const;

const shape = /^(?<kind>\$argon2(?:id|i|d)\$.*?,p=\d+[^$]*)\$(?<salt>[^$]+)\$(?<digest>[^$]+)$/;

/** Argon2 as a PHC string (RFC 9106 §3.1), the format of most tools. */
export const readArgon2: HashReader = (text) => {
  const { kind = '', salt = '', digest = '' } = shape.exec(text)?.groups ?? {};
  if (readSalt(salt) === null || readDigest(digest) === null) return null;
  const options = readOptions(text);
  if (options === null) return null;
  const isBearable =
    options.memoryCost <= maximum.memoryCost &&
    options.timeCost <= maximum.timeCost &&
    options.parallelism <= maximum.parallelism;
  const excess = isBearable ? null : 'argon2 with at most 256 MiB, 16 passes and 16 lanes';
  return { kind, excess, matches: (password) => computeHash('argon2Verify', text, password) };
};

function readOptions(text: string): ReturnType<typeof parseOptions> | null {
  try {
    return parseOptions(text);
  } catch {
    return null;
  }
}
