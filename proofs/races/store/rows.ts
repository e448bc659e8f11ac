import { hashHandle } from '#lib/crypto/hash';
import { createHandle, createId } from '#lib/crypto/random';
import type { Database } from '#lib/db/database';
import { run } from '#lib/db/run';
import { createInteraction, findInteraction } from '#lib/interactions/interaction-store';
import { createGrant } from '#lib/tokens/grant-store';
import { storedCanonicalUsername } from '#lib/users/canonical-username';
import { createUser, type UserInput } from '#lib/users/user-store';
import { noNamedClaims } from '#lib/vocabulary/requested-claims';

/** The client of `storeConfiguration`. */
export const clientId = 'raced';

/** The configuration of the database at the start of the races. */
export const storeConfiguration = {
  clients: [
    {
      client_id: clientId,
      token_endpoint_auth_method: 'none',
      redirect_uris: ['https://rp.test/cb'],
      grant_types: ['authorization_code', 'refresh_token'],
      scope: 'openid offline_access',
    },
  ],
};

export const inAnHour = () => new Date(Date.now() + 3_600_000);

/** A person that only this race uses. @returns the sub */
export async function newPerson(db: Database, more: Partial<UserInput> = {}): Promise<string> {
  const username = `person-${createId().toLowerCase()}`;
  const names = { username, canonicalUsername: storedCanonicalUsername(username) };
  const rest = { passwordHash: null, enabled: true, admin: null, tenants: 'all', claims: {} } as const;
  return (await createUser(db, { ...names, ...rest, ...more }, new Date())).sub;
}

/** A session in a new browser. */
export async function newSession(db: Database): Promise<{ sid: string; sub: string; browserId: string }> {
  const [sub, sid, browserId, now] = [await newPerson(db), createId(), createId(), new Date()];
  const times = { createdAt: now, expiresAt: inAnHour() };
  await db.browser.create({
    data: { id: browserId, handleHash: hashHandle(createHandle()), currentSid: sid, ...times },
  });
  const session = { sid, browserId, sub, authTime: now, lastSeenAt: now, idp: 'local', remember: false };
  await db.session.create({ data: { ...session, ...times } });
  return { sid, sub, browserId };
}

/** Later than every end of access. */
const newestRevision = 2_000_000_000;

/** A grant with a refresh token. */
export async function newGrant(db: Database): Promise<{ grantId: string; tokenHash: string }> {
  const [{ sid, sub }, grantId, tokenHash, now] = [
    await newSession(db),
    createId(),
    hashHandle(createHandle()),
    new Date(),
  ];
  const authentication = { sub, sid, authTime: now, amr: ['pwd'], idp: 'local', acr: null };
  const grant = { id: grantId, clientId, scope: ['openid', 'offline_access'], authentication };
  const rest = { resources: [], namedClaims: noNamedClaims, tenant: null };
  await run(db, [createGrant({ ...grant, ...rest }, { now, expiresAt: inAnHour(), revision: newestRevision })]);
  await db.refreshToken.create({ data: { hash: tokenHash, grantId, createdAt: now, expiresAt: inAnHour() } });
  return { grantId, tokenHash };
}

/** An open interaction of a sign-in for the portal. @returns its hash */
export async function newInteraction(db: Database): Promise<string> {
  const waiting = { kind: 'portal', area: '/account', again: false, changesFactors: false, typed: null } as const;
  const handle = await createInteraction(db, waiting, hashHandle(createHandle()), new Date());
  const interaction = await findInteraction(db, handle);
  if (interaction === null) throw new Error('the interaction is gone');
  return interaction.hash;
}
