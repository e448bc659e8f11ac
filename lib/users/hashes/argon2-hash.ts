import { parseOptions } from '@node-rs/argon2';
import { computeHash } from './hashing-thread';
import { type HashReader, readDigest, readSalt } from './stored-hash';

/** The limits: memory in KiB, passes, lanes, and the memory that all passes together go through. */
const maximum = { memoryCost: 262_144, timeCost: 100, parallelism: 16, passedMemory: 2_097_152 } as const;

const limits = 'argon2 with at most 256 MiB, 100 passes, 2 GiB in all passes together, and 16 lanes';

const shape = /^(?<kind>\$argon2(?:id|i|d)\$[^,]*,[^,]*,p=\d[^$]*)\$(?<salt>[^$]+)\$(?<digest>[^$]+)$/;

/** Argon2 as a PHC string (RFC 9106 §3.1), the format of most tools. Django puts the name of its hasher in front. */
export const readArgon2: HashReader = (whole) => {
  const text = whole.replace(/^argon2(?=\$)/, '');
  const { kind = '', salt = '', digest = '' } = shape.exec(text)?.groups ?? {};
  if (readSalt(salt) === null || readDigest(digest) === null) return null;
  const options = readOptions(text);
  if (options === null) return null;
  const isBearable =
    options.memoryCost <= maximum.memoryCost &&
    options.timeCost <= maximum.timeCost &&
    options.memoryCost * options.timeCost <= maximum.passedMemory &&
    options.parallelism <= maximum.parallelism;
  return {
    kind,
    excess: isBearable ? null : limits,
    matches: (password) => computeHash('argon2Verify', text, password),
  };
};

function readOptions(text: string): ReturnType<typeof parseOptions> | null {
  try {
    return parseOptions(text);
  } catch {
    return null;
  }
}
