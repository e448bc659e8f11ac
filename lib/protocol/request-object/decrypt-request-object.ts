import { compactDecrypt } from 'jose';
import type { Client } from '#lib/clients/client';
import type { Context } from '#lib/context';
import { ForeignJwtError } from '#lib/foreign-jwt/foreign-jwt-error';
import { keyPhase } from '#lib/keys/key-phase';
import type { DecryptionKey } from '#lib/keys/key-ring';
import { type ContentEncryption, defaultContentEncryption } from '#lib/vocabulary/encryption-algs';
import { isJsonObject, readJson } from '#lib/vocabulary/json';

/** The encrypted length of the longest request object, with the header and the key. */
const maximumLength = 34_000;

/**
 * The allowed header members (RFC 7516 §4.1). `zip` is not among them, because it could hide a decompression bomb (RFC
 * 8725 §3.6). Neither is anything that refers to another key.
 */
const knownHeaders: ReadonlySet<string> = new Set(['alg', 'enc', 'kid', 'typ', 'cty', 'epk', 'apu', 'apv']);
const types: readonly unknown[] = [undefined, 'JWT', 'oauth-authz-req+jwt'];

type Header = Readonly<Record<string, unknown>>;

/**
 * The signed request object inside an encrypted one (RFC 9101 §6.1). Any other text is returned unchanged. The content
 * must be signed, because anybody with our public key could have encrypted it.
 * @throws ForeignJwtError if the client may not send it, or if none of our keys can open it
 */
export async function decryptRequestObject(text: string, client: Client, context: Context): Promise<string> {
  const parts = text.split('.', 6);
  if (parts.length !== 5) return text;
  if (text.length > maximumLength) throw new ForeignJwtError('decryption', 'the encrypted request object is too long');
  const header = readHeader(parts[0] ?? '');
  const { alg, enc } = checkEncryption(header, client);
  for (const { privateKey } of keysFor(alg, header.kid, context)) {
    const opened = await open(text, privateKey, alg, enc);
    if (opened !== null) return opened;
  }
  throw new ForeignJwtError('decryption', 'no key of this server decrypts the request object');
}

function readHeader(part: string): Header {
  const bytes = Buffer.from(part, 'base64url');
  const header = bytes.toString('base64url') === part ? parseJson(bytes.toString()) : null;
  if (!isJsonObject(header))
    throw new ForeignJwtError('decryption', 'the header of the encrypted request object is malformed');
  return header;
}

function parseJson(text: string): unknown {
  try {
    return readJson(text);
  } catch {
    return null;
  }
}

/** The client chose both when it registered, so that a sender cannot choose weaker ones. */
function checkEncryption(
  header: Header,
  { requestObjectEncryptionAlg: alg, requestObjectEncryptionEnc }: Client,
): { readonly alg: DecryptionKey['alg']; readonly enc: ContentEncryption } {
  if (alg === null) throw new ForeignJwtError('decryption', 'the client did not register encryption');
  const enc = requestObjectEncryptionEnc ?? defaultContentEncryption;
  for (const [name, registered] of Object.entries({ alg, enc })) {
    if (header[name] === registered) continue;
    const facts = { name, received: String(header[name]).slice(0, 100), registered: [registered] };
    throw new ForeignJwtError('decryption', `the client registered another ${name}`, facts);
  }
  const unknown = Object.keys(header).find((name) => !knownHeaders.has(name));
  if (unknown !== undefined) throw new ForeignJwtError('decryption', `the header contains ${unknown.slice(0, 100)}`);
  if (!types.includes(header.typ) || !types.includes(header.cty)) {
    throw new ForeignJwtError('decryption', 'the header names another type', { name: 'typ' });
  }
  return { alg, enc };
}

/** The key that the client names, or otherwise every key that is not expired. A retired key can still decrypt. */
function keysFor(alg: DecryptionKey['alg'], kid: unknown, { snapshot, now }: Context): readonly DecryptionKey[] {
  return [...snapshot.decryptionKeys.values()].filter(
    (key) => key.alg === alg && (kid === undefined || key.kid === kid) && keyPhase(key, now) !== 'expired',
  );
}

/** Null for every failure, because the failed step would help an attacker (RFC 7516 §11.5). */
async function open(
  text: string,
  key: DecryptionKey['privateKey'],
  alg: DecryptionKey['alg'],
  enc: ContentEncryption,
): Promise<string | null> {
  try {
    const options = { keyManagementAlgorithms: [alg], contentEncryptionAlgorithms: [enc] };
    return Buffer.from((await compactDecrypt(text, key, options)).plaintext).toString('latin1');
  } catch {
    return null;
  }
}
