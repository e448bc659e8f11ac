import { z } from 'zod';
import { boundedText } from '#lib/vocabulary/text';
import { readArgon2 } from './argon2-hash';
import { type Pbkdf2Function, pbkdf2Hash } from './pbkdf2-hash';
import { type HashReader, readDigest, readSalt, type StoredHash, writeBase64 } from './stored-hash';

const text = z.string().max(1000);
const wrapper = z.strictObject({ secretData: text, credentialData: text });
const secret = z.object({ value: text, salt: text });

/** Keycloak writes each additional parameter as a list with one text. */
const numberInList = z.tuple([boundedText(7, z.regex(/^\d{1,7}$/))]).transform(([digits]) => Number(digits));
const argon2 = z.object({
  hashIterations: z.int(),
  algorithm: z.literal('argon2'),
  additionalParameters: z.object({
    type: z.tuple([z.enum(['id', 'i', 'd'])]),
    version: z.tuple([z.enum(['1.0', '1.3'])]),
    memory: numberInList,
    parallelism: numberInList,
    hashLength: numberInList,
  }),
});

const functions = { pbkdf2: 'sha1', 'pbkdf2-sha256': 'sha256', 'pbkdf2-sha512': 'sha512' } as const satisfies Record<
  string,
  Pbkdf2Function
>;
const credential = z.union([
  argon2,
  z.object({ hashIterations: z.int(), algorithm: z.enum(['pbkdf2', 'pbkdf2-sha256', 'pbkdf2-sha512']) }),
]);

/**
 * Keycloak's `secretData` and `credentialData`, the two JSON texts of its exports and its table, in one JSON object.
 */
export const readKeycloak: HashReader = (json) => {
  const outer = wrapper.safeParse(readJson(json)).data;
  if (outer === undefined) return null;
  const secrets = secret.safeParse(readJson(outer.secretData)).data;
  const parameters = credential.safeParse(readJson(outer.credentialData)).data;
  const salt = readSalt(secrets?.salt ?? '');
  const digest = readDigest(secrets?.value ?? '');
  if (parameters === undefined || salt === null || digest === null) return null;
  if (parameters.algorithm === 'argon2') return argon2Hash(parameters, salt, digest);
  const { algorithm, hashIterations: iterations } = parameters;
  return pbkdf2Hash({ hash: functions[algorithm], iterations, salt, digest });
};

/** The same as a PHC string. */
function argon2Hash(
  { hashIterations, additionalParameters }: z.output<typeof argon2>,
  salt: Buffer,
  digest: Buffer,
): StoredHash | null {
  const { type, version, memory, parallelism, hashLength } = additionalParameters;
  if (digest.length !== hashLength) return null;
  const numbers = `v=${version[0] === '1.3' ? 19 : 16}$m=${memory},t=${hashIterations},p=${parallelism}`;
  return readArgon2(`$argon2${type[0]}$${numbers}$${writeBase64(salt)}$${writeBase64(digest)}`);
}

function readJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
