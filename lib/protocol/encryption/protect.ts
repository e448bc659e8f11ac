import type { Client } from '#lib/clients/client';
import type { Context } from '#lib/context';
import { type Encryption, encryptJwt, pickEncryptionKey } from '#lib/foreign-keys/encryption-key';
import { findRegisteredKey, type KeyOwner } from '#lib/foreign-keys/registered-keys';
import { temporarilyUnavailable } from '../oauth-error';

/** Turns a signed JWT into what its recipient gets: an encrypted JWT, or the same. */
export type Protect = (jwt: string) => Promise<string>;

/** The settings of the responses that are encrypted if a client registered an algorithm. */
const encryptionSettings = {
  id_token: { alg: 'idTokenEncryptedResponseAlg', enc: 'idTokenEncryptedResponseEnc' },
  userinfo: { alg: 'userinfoEncryptedResponseAlg', enc: 'userinfoEncryptedResponseEnc' },
  authorization: { alg: 'authorizationEncryptedResponseAlg', enc: 'authorizationEncryptedResponseEnc' },
} as const;

/** Published keys are not fetched more often than this. */
const retrySeconds = 30;

/**
 * How a response is protected for a client. Call it before anything is used up, so that a client whose key is missing
 * can repeat the request.
 * @throws temporarily_unavailable if no key of the client fits, or encrypting with it fails
 */
export function protectFor(
  client: Client,
  response: keyof typeof encryptionSettings,
  context: Context,
): Promise<Protect> {
  const names = encryptionSettings[response];
  const alg = client[names.alg];
  if (alg === null) return unprotected;
  return protectForOwner(client, { alg, enc: client[names.enc] }, { clientId: client.clientId }, context);
}

/** For a JWT that is not encrypted, and for no JWT. */
export const unprotected = Promise.resolve<Protect>(async (jwt) => jwt);

/**
 * The same for any owner of keys.
 * @param encryption null for a JWT that is not encrypted
 * @param facts identifies the owner, for the explanation
 * @throws temporarily_unavailable if no key of the owner fits, or encrypting with it fails
 */
export async function protectForOwner(
  owner: KeyOwner,
  encryption: Encryption | null,
  facts: { readonly clientId?: string },
  { settings, now }: Pick<Context, 'settings' | 'now'>,
): Promise<Protect> {
  if (encryption === null) return unprotected;
  const { alg } = encryption;
  const missing = (reason: string) =>
    temporarilyUnavailable('encryption_key_missing', retrySeconds, { ...facts, reason, registered: [alg] });
  const fail = (cause: unknown) => {
    throw missing(cause instanceof Error ? cause.message : String(cause));
  };
  const key = await findRegisteredKey(owner, (keys) => pickEncryptionKey(keys, alg), settings, now).catch(fail);
  if (key === null) throw missing(`no registered key fits ${alg}`);
  // The key was tried when it was imported, so this is not expected to fail.
  return (jwt) => encryptJwt(jwt, encryption, key).catch(fail);
}
