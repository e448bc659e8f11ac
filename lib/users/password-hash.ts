import { setTimeout } from 'node:timers/promises';
import { singleton } from '#lib/singleton';
import { computeHash } from './hashes/hashing-thread';
import { measuredHash, readHash } from './hashes/read-hash';
import type { StoredHash } from './hashes/stored-hash';
import { passwordQueue } from './password-queue';

/** OWASP Password Storage: argon2id with 19 MiB, two passes, one lane. It is also the library's own default. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 } as const;

/** The cost grows with the length, and real passwords are shorter. */
export const maximumPasswordBytes = 1024;

/** The kind of our own hashes, see StoredHash. */
export const ownKind = `$argon2id$v=19$m=${parameters.memoryCost},t=${parameters.timeCost},p=${parameters.parallelism}`;

/**
 * Hashes a password for storage, as a PHC string. Waits for its turn in the password queue.
 * @param network the network of the caller, see turnKey(); empty for the server's own work
 * @throws PasswordQueueFull (code `password_queue_full`); Error if the password is longer than 1 KiB
 */
export async function hashPassword(password: string, network = ''): Promise<string> {
  if (isTooLong(password)) throw new Error(`a password has at most ${maximumPasswordBytes} bytes`);
  return passwordQueue().run(() => computeHash('argon2', password.normalize('NFC'), parameters), network);
}

type VerifyOptions = {
  /** The network whose turn it uses, see turnKey(). */
  readonly network?: string;
  /** The minimum duration of each comparison in milliseconds, without the wait for its turn. */
  readonly leastMs?: number;
};

/**
 * The time that a kind of hash takes in this process, in milliseconds: the slowest of three.
 * @param kind see passwordKind()
 * @throws PasswordQueueFull (code `password_queue_full`)
 */
export async function measureKind(kind: string): Promise<number> {
  const measured = measuredHash(kind);
  // A hash that cannot be checked takes the time of the dummy hash.
  if (measured === null || measured.excess !== null) return 0;
  return passwordQueue().run(async () => {
    let slowest = 0;
    for (let round = 0; round < 3; round += 1) {
      const startedAt = performance.now();
      await measured.matches('');
      slowest = Math.max(slowest, performance.now() - startedAt);
    }
    return slowest;
  });
}

/**
 * Compares a password with its stored hash: in its composed form, and for a hash of another server,
 * which may have hashed what was typed, also as it was typed. If there is no hash (no such user, no password) or the password is too
 * long, it does the same work with a dummy hash and returns false. Waits for its turn in the password queue each time.
 * @throws PasswordQueueFull (code `password_queue_full`)
 */
export async function verifyPassword(
  stored: string | null,
  password: string,
  { network = '', leastMs = 0 }: VerifyOptions = {},
): Promise<boolean> {
  const read = stored === null || isTooLong(password) ? null : readHash(stored);
  const comparable = read !== null && read.excess === null;
  const against = comparable ? read : dummyHash();
  // With a floor, foreign hashes are stored, so every check does the same for a decomposed text (security #86).
  const isForeign = leastMs > 0 || (comparable && stored !== null && needsRehash(stored));
  // RFC 8265 §4.2.2: keyboards compose the same letters in different ways.
  const composed = password.normalize('NFC');
  const texts = isForeign ? [...new Set([composed, password])] : [composed];
  let matches = false;
  for (const text of texts) {
    if (matches) break;
    const tookMs = await passwordQueue().run(async () => {
      const startedAt = performance.now();
      matches = await against.matches(comparable ? text : '');
      return performance.now() - startedAt;
    }, network);
    recordCheck(against.kind, tookMs);
    // Outside the queue, so that the wait does not take a turn from others.
    if (tookMs < leastMs) await setTimeout(leastMs - tookMs);
  }
  return matches && comparable;
}

/**
 * Why a hash cannot be used in a configuration file: its notation is unknown, or checking it would take seconds or
 * gigabytes.
 * @returns what is expected; null if the hash is fine
 */
export function findHashProblem(text: string): string | null {
  const read = readHash(text);
  if (read === null)
    return 'expected a complete argon2, bcrypt, scrypt or PBKDF2 hash in a format of docs/configuration.md';
  return read.excess === null ? null : `is too expensive to verify; expected ${read.excess}`;
}

/** Whether a stored hash has another algorithm, notation or cost than a new one. */
export function needsRehash(stored: string): boolean {
  return !stored.startsWith(`${ownKind}$`);
}

/** A hash of our own kind that no password matches. Verifying it takes as long as a real one. */
function dummyHash(): StoredHash {
  const dummy = measuredHash(ownKind);
  if (dummy === null) throw new Error('our own kind of hash cannot be read');
  return dummy;
}

function isTooLong(password: string): boolean {
  return Buffer.byteLength(password) > maximumPasswordBytes;
}

/**
 * The number of checks of a kind that count. It is large enough to notice a busy machine, and small enough to forget it
 * again.
 */
const newest = 20;

/** A factor for a check that takes longer than all previous ones. */
const headroom = 1.25;

/**
 * Records how long the check of a hash took in this process.
 * @param kind see StoredHash
 */
export function recordCheck(kind: string, ms: number): void {
  times().set(kind, [ms, ...(times().get(kind) ?? [])].slice(0, newest));
}

/** The time that hardly any check of a kind exceeds now, in milliseconds. 0 if none was recorded. */
export function paceOf(kind: string): number {
  return Math.max(0, ...(times().get(kind) ?? [])) * headroom;
}

function times(): Map<string, readonly number[]> {
  return singleton('password-check-times', () => new Map<string, readonly number[]>());
}

/**
 * The kind of a hash (see StoredHash), for the column of foreign hashes. Hashes of one kind take the same time.
 * @returns null without a hash, for a hash of the current kind, and for one that cannot be read
 */
export function passwordKind(passwordHash: string | null): string | null {
  if (passwordHash === null || !needsRehash(passwordHash)) return null;
  return readHash(passwordHash)?.kind ?? null;
}
