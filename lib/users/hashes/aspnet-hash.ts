import { readBase64, readDigest, writeBase64 } from './base64';
import { type Pbkdf2Function, pbkdf2Hash } from './pbkdf2-hash';
import type { HashReader } from './stored-hash';

const functions: readonly Pbkdf2Function[] = ['sha1', 'sha256', 'sha512'];

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
  const hash = functions[bytes.readUInt32BE(1)];
  const saltEnd = headerBytes + bytes.readUInt32BE(9);
  const digest = readDigest(writeBase64(bytes.subarray(saltEnd)));
  // Identity itself creates no salt shorter than 128 bits.
  if (hash === undefined || digest === null || saltEnd < headerBytes + 16) return null;
  return pbkdf2Hash({ hash, iterations: bytes.readUInt32BE(5), salt: bytes.subarray(headerBytes, saltEnd), digest });
}
