import { readJson } from './json';

export type JwtParts = {
  readonly header: Readonly<Record<string, unknown>>;
  readonly payload: Readonly<Record<string, unknown>>;
};

const maximumLength = 64 * 1024;
const base64url = /^[A-Za-z0-9_-]+$/;

/**
 * Reads a JWT (RFC 7519 §3) from outside before it is trusted or its signature is checked: header and payload are
 * objects within the limits of incoming JSON.
 * @throws Error that names the problem
 */
export function readJwt(token: string): JwtParts {
  const parts = token.length > maximumLength ? [] : token.split('.');
  const [header, payload, signature, ...more] = parts;
  if (header === undefined || payload === undefined || signature === undefined || more.length > 0) {
    throw new Error('the token is not a signed JWT');
  }
  return { header: readPart('header', header), payload: readPart('payload', payload) };
}

function readPart(name: string, part: string): Readonly<Record<string, unknown>> {
  if (!base64url.test(part)) throw new Error(`the ${name} of the token is not base64url`);
  const value = read(name, new TextDecoder().decode(Buffer.from(part, 'base64url')));
  if (!isRecord(value)) throw new Error(`the ${name} of the token is not an object`);
  return value;
}

function read(name: string, text: string): unknown {
  try {
    return readJson(text);
  } catch (cause) {
    throw new Error(`the ${name} of the token cannot be read`, { cause });
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
