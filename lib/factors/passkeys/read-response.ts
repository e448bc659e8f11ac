import { z } from 'zod';
import { boundedList } from '#lib/vocabulary/entry';
import { boundedText } from '#lib/vocabulary/text';

/** A field in base64url without padding, with at most this many bytes. */
function bytes(maximum: number) {
  return boundedText(Math.ceil((maximum * 4) / 3), z.regex(/^[A-Za-z0-9_-]+$/));
}

/** WebAuthn §5.1 and CTAP 2.1 §6.1.1: a credential ID has at most 1023 bytes. */
const credential = { id: bytes(1023), rawId: bytes(1023), type: z.literal('public-key') };

const registration = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes(4096),
    attestationObject: bytes(16_384),
    transports: boundedList(boundedText(32, z.regex(/^[a-z-]+$/)), 10).optional(),
  }),
});

const authentication = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes(4096),
    authenticatorData: bytes(4096),
    signature: bytes(8192),
    userHandle: bytes(64).nullish(),
  }),
});

export type RegistrationResponse = z.infer<typeof registration>;
export type AuthenticationResponse = z.infer<typeof authentication>;

/** The maximum length of an answer, in characters of JSON. */
const longestResponse = 32_768;

/** The answer to `navigator.credentials.create()`, from JSON. Null if it is invalid or too large. */
export function readRegistration(text: string): RegistrationResponse | null {
  return registration.safeParse(parseJson(text)).data ?? null;
}

/** The answer to `navigator.credentials.get()`, from JSON. Null if it is invalid or too large. */
export function readAuthentication(text: string): AuthenticationResponse | null {
  return authentication.safeParse(parseJson(text)).data ?? null;
}

const clientData = z.object({
  challenge: z.string().min(1).max(256),
  crossOrigin: z.boolean().optional(),
  topOrigin: z.unknown().optional(),
});

/**
 * The challenge of a ceremony (WebAuthn §5.8.1), before anything is verified.
 * @returns null if the client data is malformed; `isEmbedded` if the ceremony took place in a frame of another site's
 * page
 */
export function readClientData(encoded: string): { readonly challenge: string; readonly isEmbedded: boolean } | null {
  const { data } = clientData.safeParse(parseJson(Buffer.from(encoded, 'base64url').toString('utf8')));
  if (data === undefined) return null;
  const { challenge, crossOrigin = false, topOrigin } = data;
  return { challenge, isEmbedded: crossOrigin || topOrigin !== undefined };
}

function parseJson(text: string): unknown {
  if (text.length > longestResponse) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
