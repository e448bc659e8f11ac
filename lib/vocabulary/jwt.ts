import { isJsonObject, readExactJson, readJson } from './json';

/** The header `typ` of an access token: the type of RFC 9068 §2.1, or `JWT` for libraries that do not support it. */
export const accessTokenTyps = ['at+jwt', 'JWT'] as const;

export type AccessTokenTyp = (typeof accessTokenTyps)[number];

export type JwtParts = {
  readonly header: Readonly<Record<string, unknown>>;
  readonly payload: Readonly<Record<string, unknown>>;
};

/** A provider's token may be longer, and whole numbers beyond 2^53 in its payload are texts (see readExactJson()). */
type Sender = 'anybody' | 'provider';

const maximumLength: Readonly<Record<Sender, number>> = { anybody: 64 * 1024, provider: 256 * 1024 };

/**
 * Reads a JWT (RFC 7519 §3) from outside before it is trusted or its signature is checked. It must have three parts in
 * base64url, and header and payload must be objects within the limits of incoming JSON.
 * @throws Error that names the problem
 */
export function readJwt(token: string, sender: Sender = 'anybody'): JwtParts {
  const parts = token.length > maximumLength[sender] ? [] : token.split('.');
  const [header, payload, signature, ...more] = parts;
  if (header === undefined || payload === undefined || signature === undefined || more.length > 0) {
    throw new Error('the token is not a signed JWT');
  }
  decode('signature', signature);
  return { header: readPart('header', header, 'anybody'), payload: readPart('payload', payload, sender) };
}

function readPart(name: string, part: string, sender: Sender): Readonly<Record<string, unknown>> {
  const value = read(name, decode(name, part), sender);
  if (!isJsonObject(value)) throw new Error(`the ${name} of the token is not an object`);
  return value;
}

/** Bytes have only one text form: no padding, no other characters, and no unused bits that are set (RFC 4648 §3.5). */
function decode(name: string, part: string): Buffer {
  const bytes = Buffer.from(part, 'base64url');
  if (part === '' || bytes.toString('base64url') !== part) {
    throw new Error(`the ${name} of the token is not base64url`);
  }
  return bytes;
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function read(name: string, bytes: Buffer, sender: Sender): unknown {
  try {
    const text = utf8.decode(bytes);
    return sender === 'provider' ? readExactJson(text) : readJson(text);
  } catch (cause) {
    throw new Error(`the ${name} of the token cannot be read`, { cause });
  }
}
