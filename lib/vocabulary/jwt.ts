import { isJsonObject, readExactJson, readJson } from './json';

export type JwtParts = {
  readonly header: Readonly<Record<string, unknown>>;
  readonly payload: Readonly<Record<string, unknown>>;
};

/** Whether whole numbers beyond 2^53 in the payload are rounded, as JSON.parse() does it, or kept as texts. */
type JwtReading = { readonly largeNumbers?: 'rounded' | 'text' };

const maximumLength = 64 * 1024;

/**
 * Reads a JWT (RFC 7519 §3) from outside before it is trusted or its signature is checked. It must have three parts in
 * base64url, and header and payload must be objects within the limits of incoming JSON.
 * @throws Error that names the problem
 */
export function readJwt(token: string, { largeNumbers = 'rounded' }: JwtReading = {}): JwtParts {
  const parts = token.length > maximumLength ? [] : token.split('.');
  const [header, payload, signature, ...more] = parts;
  if (header === undefined || payload === undefined || signature === undefined || more.length > 0) {
    throw new Error('the token is not a signed JWT');
  }
  decode('signature', signature);
  return { header: readPart('header', header), payload: readPart('payload', payload, largeNumbers) };
}

function readPart(
  name: string,
  part: string,
  largeNumbers?: JwtReading['largeNumbers'],
): Readonly<Record<string, unknown>> {
  const value = read(name, decode(name, part), largeNumbers);
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

function read(name: string, bytes: Buffer, largeNumbers: JwtReading['largeNumbers']): unknown {
  try {
    const text = utf8.decode(bytes);
    return largeNumbers === 'text' ? readExactJson(text) : readJson(text);
  } catch (cause) {
    throw new Error(`the ${name} of the token cannot be read`, { cause });
  }
}
