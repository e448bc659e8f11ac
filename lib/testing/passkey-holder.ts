import type { Context } from '#lib/context';
import { relyingParty } from '#lib/factors/passkeys/passkey';
import { insertPasskey } from '#lib/factors/passkeys/passkey-store';
import { finishRegistration, startRegistration } from '#lib/factors/passkeys/registration';
import { proven } from '#lib/vocabulary/account-proof';
import type { SoftwareAuthenticator } from './software-authenticator';

/** The database of a server, and its issuer. */
type PasskeyPlace = {
  readonly context: () => Pick<Context, 'db' | 'now'> & { readonly settings: { readonly issuer: string } };
};

/**
 * Creates a passkey for an account in this authenticator.
 * @returns its id
 */
export async function givePasskey(
  provider: PasskeyPlace,
  authenticator: SoftwareAuthenticator,
  username = 'alice',
): Promise<string> {
  const { db, settings, now } = provider.context();
  const { sub } = await db.user.findFirstOrThrow({ where: { username }, select: { sub: true } });
  const ceremony = { rp: relyingParty(settings), now };
  const person = { sub, boundTo: 'test' };
  const options = await startRegistration(db, { ...person, username, displayName: username }, ceremony);
  const result = await finishRegistration(db, authenticator.create(options), person, ceremony);
  if ('problem' in result) throw new Error(`no passkey: ${result.problem}`);
  await insertPasskey(db, proven('person', result.made.sub), { ...result.made, name: 'Key' });
  return result.made.id;
}
