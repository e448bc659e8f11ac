import type { AddressRequest } from '#lib/account/email/change-email';
import { createId } from '#lib/crypto/random';
import { findUserByUsername } from '#lib/users/user-store';
import type { TestProvider } from './provider';

/** What a person sends for another address, from a session in a new browser. The `sid` begins with `asked-`. */
export async function addressRequest(
  provider: TestProvider,
  username: string,
  clientAddress: string,
): Promise<AddressRequest> {
  const { db, now } = provider.context();
  const user = await findUserByUsername(db, username);
  if (user === null) throw new Error(`there is no ${username}`);
  const { sub } = user;
  const id = `asked-${createId()}`;
  const times = { createdAt: now, expiresAt: new Date('2100-01-01') };
  await db.browser.create({ data: { id, handleHash: id, ...times } });
  const session = { sid: id, browserId: id, sub, authTime: now, idp: 'local', remember: false, lastSeenAt: now };
  await db.session.create({ data: { ...session, ...times } });
  return {
    session: { sid: id, sub, user },
    caller: { clientAddress, cookieHeader: undefined },
    origin: { locale: 'en', tenant: null },
  };
}
