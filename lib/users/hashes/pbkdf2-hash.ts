import { timingSafeEqual } from 'node:crypto';
import { computeHash } from './hashing-thread';
import { type HashReader, readBase64, readDigest, readSalt, type StoredHash, writeBase64 } from './stored-hash';

/** The digest length in bytes, and the maximum number of HMAC rounds, which take about two seconds. */
const functions = {
  sha1: { bytes: 20, maximumRounds: 6_000_000 },
  sha256: { bytes: 32, maximumRounds: 6_000_000 },
  sha512: { bytes: 64, maximumRounds: 3_000_000 },
} as const;

export type Pbkdf2Function = keyof typeof functions;

type Pbkdf2Parameters = {
  readonly hash: Pbkdf2Function;
  readonly iterations: number;
  readonly salt: Buffer;
  readonly digest: Buffer;
};

/** PBKDF2 (RFC 8018 §5.2), from any notation. Null if the numbers are invalid. */
export function pbkdf2Hash({ hash, iterations, salt, digest }: Pbkdf2Parameters): StoredHash | null {
  if (!Number.isSafeInteger(iterations) || iterations < 1) return null;
  const { bytes, maximumRounds } = functions[hash];
  // A digest that is longer than the function's output repeats the iterations for each part of that length.
  const rounds = iterations * Math.ceil(digest.length / bytes);
  const limit = `PBKDF2 with ${hash} and at most ${maximumRounds} rounds, which are the iterations for each ${bytes} bytes`;
  return {
    kind: `$pbkdf2-${hash}$i=${iterations},l=${digest.length}`,
    excess: rounds <= maximumRounds ? null : limit,
    matches: async (password) =>
      timingSafeEqual(await computeHash('pbkdf2', password, salt, iterations, digest.length, hash), digest),
  };
}

const shape =
  /^\$pbkdf2(?:-(?<hash>sha1|sha256|sha512))?\$(?:i=)?(?<iterations>\d{1,10})(?:,l=(?<length>\d{1,3}))?\$(?<salt>[^$]+)\$(?<digest>[^$]+)$/;

/** A PHC string, with parameters by name (`i=600000,l=32`) or with only the iterations, as passlib writes it. */
export const readPbkdf2: HashReader = (text) => {
  const { hash, iterations, length, ...rest } = shape.exec(text)?.groups ?? {};
  const salt = readSalt(rest.salt ?? '');
  const digest = readDigest(rest.digest ?? '');
  if (salt === null || digest === null) return null;
  const named = isPbkdf2Function(hash) ? hash : 'sha1';
  if (digest.length !== (length === undefined ? functions[named].bytes : Number(length))) return null;
  return pbkdf2Hash({ hash: named, iterations: Number(iterations), salt, digest });
};

const djangoShape = /^pbkdf2_(?<hash>sha1|sha256)\$(?<iterations>\d{1,10})\$(?<salt>[^$]{1,128})\$(?<digest>[^$]+)$/;

/** The notation of Django. Its salt is text. */
export const readDjango: HashReader = (text) => {
  const { hash, iterations, salt = '', digest: encoded = '' } = djangoShape.exec(text)?.groups ?? {};
  // Django always writes padding.
  const digest = encoded.length % 4 === 0 ? readDigest(encoded) : null;
  if (digest === null || !isPbkdf2Function(hash) || digest.length !== functions[hash].bytes) return null;
  return pbkdf2Hash({ hash, iterations: Number(iterations), salt: Buffer.from(salt), digest });
};

function isPbkdf2Function(name: string | undefined): name is Pbkdf2Function {
  return name !== undefined && Object.hasOwn(functions, name);
}

const aspnetFunctions: readonly Pbkdf2Function[] = ['sha1', 'sha256', 'sha512'];

/** Format marker (one byte), then function, iterations and length of the salt as big-endian 32-bit numbers. */
const headerBytes = 13;

/** The Base64 text of ASP.NET Identity. Version 2 starts with a byte 0, version 3 with a byte 1. */
export const readAspNet: HashReader = (text) => {
  // The first letter is the first six bits of the marker. The second one also holds bits of the salt in version 2.
  const bytes = /^A[A-Za-z0-9+/]{31,199}={0,2}$/.test(text) && text.length % 4 === 0 ? readBase64(text) : null;
  if (bytes === null) return null;
  return bytes[0] === 0 ? readVersion2(bytes) : readVersion3(bytes);
};

/** 16 bytes of salt, 32 bytes of digest, and always 1000 iterations with SHA-1. */
function readVersion2(bytes: Buffer): ReturnType<HashReader> {
  if (bytes.length !== 49) return null;
  return pbkdf2Hash({ hash: 'sha1', iterations: 1000, salt: bytes.subarray(1, 17), digest: bytes.subarray(17) });
}

function readVersion3(bytes: Buffer): ReturnType<HashReader> {
  if (bytes[0] !== 1 || bytes.length <= headerBytes) return null;
  const hash = aspnetFunctions[bytes.readUInt32BE(1)];
  const saltEnd = headerBytes + bytes.readUInt32BE(9);
  const digest = readDigest(writeBase64(bytes.subarray(saltEnd)));
  // Identity itself creates no salt shorter than 128 bits.
  if (hash === undefined || digest === null || saltEnd < headerBytes + 16) return null;
  return pbkdf2Hash({ hash, iterations: bytes.readUInt32BE(5), salt: bytes.subarray(headerBytes, saltEnd), digest });
}
