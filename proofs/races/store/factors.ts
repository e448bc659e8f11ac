import { randomBytes } from 'node:crypto';
import { hashHandle } from '#lib/crypto/hash';
import { createId } from '#lib/crypto/random';
import type { Database } from '#lib/db/database';
import { isUniqueViolation, transaction } from '#lib/db/transaction';
import { deleteAuthenticator, spendStep } from '#lib/factors/authenticator-store';
import { consumeEmailCode, reserveCodeAttempt, saveEmailCode } from '#lib/factors/email-code-store';
import { maximumFailures, releaseFailure, reserveFailure, stopFactor } from '#lib/factors/failure-store';
import { createChallenge, redeemChallenge } from '#lib/factors/passkeys/challenge-store';
import { insertPasskey, recordPasskeyUse, removePasskey } from '#lib/factors/passkeys/passkey-store';
import { replaceRecoveryCodes, spendRecoveryCode } from '#lib/factors/recovery-code-store';
import { insertTrustedDevice, removeTrustedDevice, removeTrustedDevices } from '#lib/factors/trusted-device-store';
import { proven } from '#lib/vocabulary/account-proof';
import { inAnHour, newInteraction, newPerson } from './rows';
import { type StoreRace, storeRace } from './store-race';

const wrongCodes = 5;

async function newEmailCode(db: Database) {
  const code = { hash: await newInteraction(db), purpose: 'second_factor', codeHash: createId() } as const;
  const person = { sub: await newPerson(db), email: 'a@people.test' };
  const times = { createdAt: new Date(), expiresAt: inAnHour() };
  await transaction(db, (tx) => saveEmailCode(tx, { ...code, ...person, ...times }));
  return code;
}

async function newPasskey(db: Database, sub?: string) {
  const own = { id: randomBytes(16).toString('base64url'), sub: sub ?? (await newPerson(db)) };
  const kind = { publicKey: 'x', counter: 1, transports: [], aaguid: 'x', name: 'x' };
  const passkey = { ...own, ...kind, deviceBound: true, backedUp: false, createdAt: new Date(), lastUsedAt: null };
  await transaction(db, (tx) => insertPasskey(tx, proven('person', passkey.sub), passkey));
  return own;
}

async function newDevice(db: Database) {
  const own = { id: createId(), sub: await newPerson(db) };
  const now = new Date();
  const device = { ...own, hash: hashHandle(own.id), userAgent: null, address: null };
  await transaction(db, (tx) =>
    insertTrustedDevice(tx, { ...device, createdAt: now, lastUsedAt: now, expiresAt: inAnHour() }),
  );
  return own;
}

async function newAuthenticator(db: Database): Promise<string> {
  const sub = await newPerson(db);
  await db.authenticator.create({ data: { sub, sealed: 'x', createdAt: new Date() } });
  return sub;
}

async function failingPerson(db: Database, failures: number): Promise<string> {
  const sub = await newPerson(db);
  await db.factorFailure.create({ data: { sub, factor: 'totp', failures } });
  return sub;
}

export const factorRaces: readonly StoreRace[] = [
  storeRace({
    promise: 'A code of an authenticator app is used once',
    places: ['lib/factors/authenticator-store.ts: spendStep'],
    prepare: newAuthenticator,
    use: (db, sub) => spendStep(db, sub, 7n, new Date()),
  }),
  storeRace({
    promise: 'An authenticator app is removed once',
    places: ['lib/factors/authenticator-store.ts: deleteAuthenticator'],
    prepare: newAuthenticator,
    use: (db, sub) => transaction(db, (tx) => deleteAuthenticator(tx, proven('operator', sub))),
  }),
  storeRace({
    promise: 'A recovery code is used once',
    places: ['lib/factors/recovery-code-store.ts: spendRecoveryCode'],
    prepare: async (db) => {
      const sub = await newPerson(db);
      const codes = { codes: [], salt: 'x', hashes: ['one', 'other'] };
      await transaction(db, (tx) => replaceRecoveryCodes(tx, proven('person', sub), codes, new Date()));
      return sub;
    },
    use: (db, sub) => transaction(db, (tx) => spendRecoveryCode(tx, sub, 'one', new Date())),
  }),
  storeRace({
    promise: 'A mailed code is used once',
    places: ['lib/factors/email-code-store.ts: consumeEmailCode', 'lib/factors/email-code-store.ts: saveEmailCode'],
    prepare: newEmailCode,
    use: (db, code) => consumeEmailCode(db, code, new Date()),
  }),
  storeRace({
    promise: 'A mailed code has five attempts',
    places: ['lib/factors/email-code-store.ts: reserveCodeAttempt'],
    successes: wrongCodes,
    prepare: newEmailCode,
    use: async (db, code) => (await reserveCodeAttempt(db, code, wrongCodes, new Date())) !== null,
  }),
  storeRace({
    promise: 'A challenge of a passkey is used once',
    places: ['lib/factors/passkeys/challenge-store.ts: redeemChallenge'],
    prepare: async (db) => {
      const use = { purpose: 'sign_in', boundTo: createId(), sub: null } as const;
      return { challenge: await createChallenge(db, use, new Date()), use };
    },
    use: (db, { challenge, use }) => redeemChallenge(db, challenge, use, new Date()),
  }),
  storeRace({
    promise: 'A counter of a passkey is accepted once',
    places: ['lib/factors/passkeys/passkey-store.ts: recordPasskeyUse'],
    prepare: newPasskey,
    use: (db, { id }) => recordPasskeyUse(db, { id, counter: 2, backedUp: false }, new Date()),
  }),
  storeRace({
    promise: 'A passkey belongs to one account',
    places: ['lib/account/passkeys/form.ts: newPasskeyForm'],
    prepare: async (db) => ({ id: randomBytes(16).toString('base64url'), sub: await newPerson(db) }),
    use: async (db, own) => {
      const kind = { publicKey: 'x', counter: 0, transports: [], aaguid: 'x', name: 'x', lastUsedAt: null };
      const passkey = { ...own, ...kind, deviceBound: true, backedUp: false, createdAt: new Date() };
      try {
        await transaction(db, (tx) => insertPasskey(tx, proven('person', passkey.sub), passkey));
        return true;
      } catch (error) {
        if (isUniqueViolation(error)) return false;
        throw error;
      }
    },
  }),
  storeRace({
    promise: 'A passkey is removed once',
    places: ['lib/factors/passkeys/passkey-store.ts: removePasskey'],
    prepare: newPasskey,
    use: (db, own) => transaction(db, (tx) => removePasskey(tx, proven('person', own.sub), own.id)),
  }),
  storeRace({
    promise: 'The trust in a device ends once',
    places: [
      'lib/factors/trusted-device-store.ts: removeTrustedDevice',
      'lib/factors/trusted-device-store.ts: removeTrustedDevices',
    ],
    prepare: newDevice,
    use: (db, { id, sub }, index) =>
      transaction(db, async (tx) =>
        index % 4 < 2 ? removeTrustedDevice(tx, sub, id) : (await removeTrustedDevices(tx, sub)) === 1,
      ),
  }),
  storeRace({
    promise: 'A factor fails a hundred times in a row at most',
    places: ['lib/factors/failure-store.ts: counting'],
    successes: 6,
    prepare: (db) => failingPerson(db, maximumFailures - 6),
    use: async (db, sub) => (await reserveFailure(db, sub, 'totp', new Date())) !== null,
  }),
  storeRace({
    promise: 'Attempts that did not fail are given back',
    places: ['lib/factors/failure-store.ts: releaseFailure'],
    successes: null,
    prepare: (db) => failingPerson(db, 3),
    use: async (db, sub) => {
      await reserveFailure(db, sub, 'totp', new Date());
      await releaseFailure(db, sub, 'totp');
      return true;
    },
    check: async (db, sub) => {
      const { failures } = await db.factorFailure.findUniqueOrThrow({ where: { sub_factor: { sub, factor: 'totp' } } });
      return failures === 3 ? null : `${failures} failures are left of 3`;
    },
  }),
  storeRace({
    promise: 'The hundredth failure stops the factor once, and one mail goes out',
    places: ['lib/factors/failure-store.ts: stopFactor'],
    prepare: (db) => failingPerson(db, maximumFailures),
    use: (db, sub) => transaction(db, (tx) => stopFactor(tx, sub, 'totp', new Date())),
  }),
];
