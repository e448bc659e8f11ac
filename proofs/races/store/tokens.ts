import {
  consumeInitialToken,
  createInitialToken,
  deleteInitialToken,
} from '#lib/clients/registration/initial-token-store';
import { rememberConsent } from '#lib/consents/consent-store';
import { hashHandle } from '#lib/crypto/hash';
import { createHandle, createId } from '#lib/crypto/random';
import type { Database } from '#lib/db/database';
import { bumpRevision, readRevision } from '#lib/db/revision';
import { endClientAccess } from '#lib/db/revoke-grants';
import { run } from '#lib/db/run';
import { transaction } from '#lib/db/transaction';
import { spendJwt } from '#lib/foreign-jwt/used-jwt-store';
import {
  answerDevice,
  claimDevice,
  countPoll,
  denyCode,
  findPendingDevice,
  storeDeviceRequest,
} from '#lib/tokens/devices/device-store';
import { createGrant, extendGrant, revokeGrant } from '#lib/tokens/grant-store';
import { revokeJwt, revokeRefreshToken } from '#lib/tokens/revocation-store';
import { countGraceUse } from '#lib/tokens/token-store';
import { noNamedClaims } from '#lib/vocabulary/requested-claims';
import { clientId, inAnHour, newGrant, newPerson } from './rows';
import { type StoreRace, storeRace } from './store-race';

const graceUses = 10;

async function newDevice(db: Database) {
  const [hash, codeHash] = [hashHandle(createHandle()), hashHandle(createHandle())];
  await run(db, [storeDeviceRequest({ ...deviceOf(codeHash), hash })]);
  return { hash, codeHash };
}

function deviceOf(codeHash: ReturnType<typeof hashHandle>) {
  const hints = { loginHint: null, uiLocales: null, acrValues: null };
  const times = { createdAt: new Date(), expiresAt: inAnHour(), intervalSeconds: 5 };
  return { codeHash, clientId, scope: ['openid'], clientAddress: '192.0.2.1', ...hints, ...times };
}

export const tokenRaces: readonly StoreRace[] = [
  storeRace({
    promise: 'A JWT from a client is used once',
    places: ['lib/foreign-jwt/used-jwt-store.ts: insertUse'],
    prepare: async () => createId(),
    use: (db, jti) => spendJwt(db, { purpose: 'client_assertion', owner: 'raced', jti, expiresAt: inAnHour() }),
  }),
  storeRace({
    promise: 'An initial access token for three clients registers three',
    places: ['lib/clients/registration/initial-token-store.ts: consumeInitialToken'],
    successes: 3,
    prepare: (db) =>
      createInitialToken(db, { description: null, remainingUses: 3, flows: 'code', expiresAt: null }, new Date()),
    use: (db, token) => transaction(db, (tx) => consumeInitialToken(tx, token, new Date())),
  }),
  storeRace({
    promise: 'An initial access token is deleted once',
    places: ['lib/clients/registration/initial-token-store.ts: deleteInitialToken'],
    prepare: async (db) => {
      await db.initialAccessToken.deleteMany({});
      const token = await createInitialToken(
        db,
        { description: null, remainingUses: 3, flows: 'code', expiresAt: null },
        new Date(),
      );
      return Buffer.from(hashHandle(token), 'base64url').toString('hex').slice(0, 12);
    },
    use: deleteInitialToken,
  }),
  storeRace({
    promise: 'A repeated refresh has ten answers in its window',
    places: ['lib/tokens/token-store.ts: usedAgain', 'lib/tokens/token-store.ts: unusedSuccessor'],
    successes: graceUses,
    prepare: async (db) => {
      const [{ grantId, tokenHash: hash }, successor] = [await newGrant(db), hashHandle(createHandle())];
      await db.refreshToken.update({ where: { hash }, data: { consumedAt: new Date() } });
      const token = { hash: successor, grantId, createdAt: new Date(), expiresAt: inAnHour() };
      await db.refreshToken.create({ data: token });
      return { hash, successor };
    },
    use: async (db, { hash, successor }) => {
      const limits = { consumedAfter: new Date(Date.now() - 600_000), uses: graceUses };
      return (await run(db, [countGraceUse({ hash, successor, confirmation: null }, limits)])) === null;
    },
  }),
  storeRace({
    promise: 'A grant is revoked once, and not extended afterwards',
    places: ['lib/tokens/revocation-store.ts: revokeRefreshToken', 'lib/tokens/grant-store.ts: extended'],
    prepare: newGrant,
    use: async (db, { grantId, tokenHash }, index) => {
      const hash = hashHandle(createHandle());
      await db.refreshToken.create({ data: { hash, grantId, createdAt: new Date(), expiresAt: inAnHour() } });
      if (index % 4 < 2) await run(db, [extendGrant(grantId, inAnHour())]);
      return revokeRefreshToken(db, { hash: index % 2 === 0 ? hash : hashOf(tokenHash), clientId }, new Date());
    },
    check: async (db, { grantId }) => {
      const refused = await run(db, [extendGrant(grantId, inAnHour())]);
      return refused === null ? 'the revoked grant was extended' : null;
    },
  }),
  storeRace({
    promise: 'A grant keeps the first reason of its end',
    places: ['lib/tokens/revocation-store.ts: revokeJwt'],
    successes: null,
    prepare: newGrant,
    use: async (db, { grantId }, index) => {
      await revokeGrant(db, grantId, `reason ${index}`, new Date());
      await revokeJwt(db, { jti: grantId, expiresAt: inAnHour() });
      return true;
    },
    check: async (db, { grantId }) => {
      const first = await db.grant.findUniqueOrThrow({ where: { id: grantId }, select: { revokedReason: true } });
      await revokeGrant(db, grantId, 'another', new Date());
      const last = await db.grant.findUniqueOrThrow({ where: { id: grantId }, select: { revokedReason: true } });
      return first.revokedReason === last.revokedReason ? null : 'the reason changed';
    },
  }),
  storeRace({
    promise: 'Nothing that is granted while the access of a client ends survives it',
    places: ['lib/db/revoke-grants.ts: endEarlierAccess', 'lib/consents/consent-store.ts: remembering'],
    successes: null,
    prepare: async (db) => ({ sub: await newPerson(db), revision: await readRevision(db) }),
    use: async (db, { sub, revision }, index) => {
      const now = new Date();
      if (index === 7) {
        await transaction(db, async (tx) => {
          await bumpRevision(tx);
          await endClientAccess(tx, clientId, { reason: 'blocked', now });
        });
        return true;
      }
      const authentication = { sub, sid: null, authTime: now, amr: ['pwd'], idp: 'local', acr: null };
      const grant = { id: createId(), clientId, scope: ['openid'], authentication };
      const consent = { scope: ['openid'], claims: [], expiresAt: null };
      const by = { now, revision };
      const rest = { resources: [], namedClaims: noNamedClaims, tenant: null };
      const steps = [createGrant({ ...grant, ...rest }, { ...by, expiresAt: inAnHour() })];
      // Refused if it comes too late.
      await run(db, [...steps, rememberConsent({ sub, clientId }, consent, by)]);
      return true;
    },
    check: async (db, { sub }) => {
      const grants = await db.grant.count({ where: { sub, clientId, revokedAt: null } });
      const consents = await db.consent.count({ where: { sub, clientId } });
      return grants + consents === 0 ? null : `${grants} grants and ${consents} consents`;
    },
  }),
  storeRace({
    promise: 'A user code belongs to one device',
    places: ['lib/tokens/devices/device-store.ts: insert'],
    prepare: async () => hashHandle(createHandle()),
    use: async (db, codeHash) => {
      const request = { ...deviceOf(codeHash), hash: hashHandle(createHandle()) };
      return (await run(db, [storeDeviceRequest(request)])) === null;
    },
  }),
  storeRace({
    promise: 'A device is approved or denied, once',
    places: ['lib/tokens/devices/device-store.ts: answerDevice'],
    prepare: newDevice,
    use: (db, { hash, codeHash }, index) => {
      const status = index % 4 < 2 ? 'approved' : 'denied';
      return transaction(db, (tx) => answerDevice(tx, hash, { status, userCodeHashes: [codeHash] }, new Date()));
    },
  }),
  storeRace({
    promise: 'A code that was shared is denied once',
    places: ['lib/tokens/devices/device-store.ts: denyCode'],
    prepare: newDevice,
    use: (db, { codeHash }) => transaction(db, (tx) => denyCode(tx, codeHash, new Date())),
  }),
  storeRace({
    promise: 'A user code belongs to the first person',
    places: [],
    prepare: newDevice,
    use: async (db, { hash, codeHash }, index) => {
      const owned = hashHandle(`${codeHash} of ${index}`);
      await claimDevice(db, hash, { code: codeHash, owned }, new Date());
      return (await findPendingDevice(db, [owned], new Date())) === hash;
    },
  }),
  storeRace({
    promise: 'One of several polls at once is in time',
    places: ['lib/tokens/devices/device-store.ts: polling'],
    prepare: newDevice,
    use: async (db, { hash }) =>
      (await countPoll(db, { hash, clientId }, { now: new Date(), toleranceMs: 0, slowDownSeconds: 5 })) === 'in_time',
  }),
];

/** The hash of a handle, read from JSON. */
function hashOf(text: string): ReturnType<typeof hashHandle> {
  return text as ReturnType<typeof hashHandle>;
}
