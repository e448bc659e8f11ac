import { hash, parseOptions, verify } from '@node-rs/argon2';
import { passwordQueue } from './password-queue';

/** OWASP Password Storage: argon2id with 19 MiB, two passes, one lane. It is also the library's own default. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 } as const;

/** What a longer password would cost grows with it, and nobody types one. */
export const maximumPasswordBytes = 1024;

/** The hash of nothing anybody can type, made with the same parameters: verifying it takes what a real one takes. */
const dummyHash = `$argon2id$v=19$m=19456,t=2,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/** Bounds for imported hashes: one that takes gigabytes or minutes would stop the server. */
const importable = { memoryCost: 262_144, timeCost: 16, parallelism: 16 } as const;

/**
 * Hashes a password for storing, as a PHC string. Waits for its turn in the password queue.
 * @throws PasswordQueueFull (code `password_queue_full`); Error when the password is longer than 1 KiB
 */
export async function hashPassword(password: string): Promise<string> {
  if (isTooLong(password)) throw new Error(`a password has at most ${maximumPasswordBytes} bytes`);
  return passwordQueue().run(() => hash(normalize(password), parameters));
}

/**
 * Compares a password with its stored hash. Without a hash (no such user, no password) and for a password that is too
 * long it does the same work on a dummy and is false. Waits for its turn in the password queue.
 * @throws PasswordQueueFull (code `password_queue_full`)
 */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const comparable = stored !== null && isPasswordHash(stored) && !isTooLong(password);
  const against = comparable ? stored : dummyHash;
  const presented = comparable ? normalize(password) : '';
  return (await passwordQueue().run(() => verify(against, presented))) && comparable;
}

/** True for an argon2 PHC string we can verify at a bearable cost: what a configuration file may hold. */
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

/** True when a stored hash was made with other parameters than a new one would be. */
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

/** RFC 8265 §4.2.2: keyboards compose letters differently, the person typed the same. */
function normalize(password: string): string {
  return password.normalize('NFC');
}
