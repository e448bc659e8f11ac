import { setTimeout } from 'node:timers/promises';
import { hash, parseOptions, verify } from '@node-rs/argon2';
import { passwordQueue } from './password-queue';

/** OWASP Password Storage: argon2id with 19 MiB, two passes, one lane. It is also the library's own default. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 } as const;

/** The cost grows with the length, and nobody types longer passwords. */
export const maximumPasswordBytes = 1024;

/** A hash that no password matches, with the current parameters: verifying it takes as long as a real one. */
const dummyHash = `$argon2id$v=19$m=19456,t=2,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/** Limits for imported hashes: one that takes gigabytes or minutes would stop the server. */
const importable = { memoryCost: 262_144, timeCost: 16, parallelism: 16 } as const;

/**
 * Hashes a password for storage, as a PHC string. Waits for its turn in the password queue.
 * @param network the network of the caller, see turnKey(); empty for the server's own work
 * @throws PasswordQueueFull (code `password_queue_full`); Error if the password is longer than 1 KiB
 */
export async function hashPassword(password: string, network = ''): Promise<string> {
  if (isTooLong(password)) throw new Error(`a password has at most ${maximumPasswordBytes} bytes`);
  return passwordQueue().run(() => hash(normalize(password), parameters), network);
}

export type VerifyOptions = {
  /** The network whose turn it uses, see turnKey(). */
  readonly network?: string;
  /** The minimum duration of the check in milliseconds, without the wait for its turn. */
  readonly leastMs?: number;
};

/**
 * The time that a kind of hash takes in this process, in milliseconds: the slowest of three.
 * @param kind see passwordKind()
 * @throws PasswordQueueFull (code `password_queue_full`)
 */
export async function measureKind(kind: string): Promise<number> {
  return passwordQueue().run(async () => {
    let slowest = 0;
    for (let round = 0; round < 3; round += 1) {
      const startedAt = performance.now();
      await verify(`${kind}$${'A'.repeat(22)}$${'A'.repeat(43)}`, '');
      slowest = Math.max(slowest, performance.now() - startedAt);
    }
    return slowest;
  });
}

/**
 * Compares a password with its stored hash. If there is no hash (no such user, no password) or the password is too
 * long, it does the same work with a dummy and returns false. Waits for its turn in the password queue.
 * @throws PasswordQueueFull (code `password_queue_full`)
 */
export async function verifyPassword(
  stored: string | null,
  password: string,
  { network = '', leastMs = 0 }: VerifyOptions = {},
): Promise<boolean> {
  const comparable = stored !== null && isPasswordHash(stored) && !isTooLong(password);
  const against = comparable ? stored : dummyHash;
  const presented = comparable ? normalize(password) : '';
  const { matches, tookMs } = await passwordQueue().run(async () => {
    const startedAt = performance.now();
    const found = await verify(against, presented);
    return { matches: found, tookMs: performance.now() - startedAt };
  }, network);
  // Outside the queue: waiting must not take a turn from others.
  if (tookMs < leastMs) await setTimeout(leastMs - tookMs);
  return matches && comparable;
}

/** True for an argon2 PHC string that can be verified at acceptable cost: the password hash of a configuration file. */
export function isPasswordHash(text: string): boolean {
  if (!/^\$argon2(id|i|d)\$/.test(text) || text.length > 500) return false;
  const options = readParameters(text);
  return (
    options !== null &&
    options.memoryCost <= importable.memoryCost &&
    options.timeCost <= importable.timeCost &&
    options.parallelism <= importable.parallelism
  );
}

/** True if a stored hash has other parameters than a new one would have. */
export function needsRehash(stored: string): boolean {
  const { memoryCost, timeCost, parallelism } = parameters;
  return !stored.startsWith(`$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`);
}

function readParameters(text: string): ReturnType<typeof parseOptions> | null {
  try {
    return parseOptions(text);
  } catch {
    return null;
  }
}

function isTooLong(password: string): boolean {
  return Buffer.byteLength(password) > maximumPasswordBytes;
}

/** RFC 8265 §4.2.2: keyboards compose the same letters in different ways. */
function normalize(password: string): string {
  return password.normalize('NFC');
}
