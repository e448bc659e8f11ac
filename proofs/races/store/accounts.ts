import { lockOwners } from '#lib/admin/users/account-store';
import { hashHandle } from '#lib/crypto/hash';
import { createHandle, createId } from '#lib/crypto/random';
import type { Database } from '#lib/db/database';
import { isUniqueViolation, transaction } from '#lib/db/transaction';
import { deleteUsers } from '#lib/sessions/delete-user';
import {
  consumeAccountLink,
  insertAccountLink,
  releaseLinkAttempt,
  reserveLinkAttempt,
} from '#lib/users/account-link-store';
import { findAddressHolders, lockAddress } from '#lib/users/address-store';
import { storedCanonicalUsername } from '#lib/users/canonical-username';
import { createIdentity } from '#lib/users/identity-store';
import { saveOwnerSetup, spendOwnerSetup } from '#lib/users/owner/owner-setup-store';
import { consumePasswordLink, insertPasswordLink } from '#lib/users/password-link-store';
import { replacePasswordHash } from '#lib/users/password-store';
import { redeemPendingAccount, savePendingAccount } from '#lib/users/pending-account-store';
import { removeIdentity } from '#lib/users/remove-identities';
import { lockUnprovedAccount } from '#lib/users/user-list-store';
import { createUser, setClaims } from '#lib/users/user-store';
import { proven } from '#lib/vocabulary/account-proof';
import { inAnHour, newInteraction, newPerson } from './rows';
import { type StoreRace, storeRace } from './store-race';

/** @returns whether the value was still free */
async function isFirst(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (isUniqueViolation(error)) return false;
    throw error;
  }
}

async function newLink(db: Database): Promise<string> {
  const hash = hashHandle(createHandle());
  const times = { createdAt: new Date(), expiresAt: inAnHour() };
  const link = { hash, kind: 'recover', sub: await newPerson(db), email: 'a@people.test' } as const;
  await transaction(db, (tx) => insertAccountLink(tx, { ...link, ...times }));
  return hash;
}

const wrongCodes = 5;

export const accountRaces: readonly StoreRace[] = [
  storeRace({
    promise: 'A mailed link is used once',
    places: ['lib/users/account-link-store.ts: consumeAccountLink'],
    prepare: newLink,
    use: async (db, hash) =>
      (await transaction(db, (tx) => consumeAccountLink(tx, hash, ['recover'], new Date()))) !== null,
  }),
  storeRace({
    promise: 'The second factor of a recovery has five attempts',
    places: ['lib/users/account-link-store.ts: reserveLinkAttempt'],
    successes: wrongCodes,
    prepare: newLink,
    use: (db, hash) => reserveLinkAttempt(db, hash, wrongCodes, new Date()),
  }),
  storeRace({
    promise: 'Attempts at the second factor of a recovery are given back',
    places: ['lib/users/account-link-store.ts: releaseLinkAttempt'],
    successes: null,
    prepare: newLink,
    use: async (db, hash) => {
      if (await reserveLinkAttempt(db, hash, wrongCodes, new Date())) await releaseLinkAttempt(db, hash);
      return true;
    },
    check: async (db, hash) => {
      const { wrongCodes: left } = await db.accountLink.findUniqueOrThrow({ where: { hash } });
      return left === 0 ? null : `${left} attempts stay counted`;
    },
  }),
  storeRace({
    promise: 'A link that sets a password is used once',
    places: ['lib/users/password-link-store.ts: consumePasswordLink'],
    prepare: async (db) => {
      const hash = hashHandle(createHandle());
      const times = { createdAt: new Date(), expiresAt: inAnHour() };
      await insertPasswordLink(db, { hash, sub: await newPerson(db), carries: null, email: null, ...times });
      return hash;
    },
    use: async (db, hash) => (await transaction(db, (tx) => consumePasswordLink(tx, hash, new Date()))) !== null,
  }),
  storeRace({
    promise: 'The link of the first owner is used once',
    places: ['lib/users/owner/owner-setup-store.ts: spendOwnerSetup'],
    prepare: async (db) => {
      const value = createId();
      await transaction(db, (tx) => saveOwnerSetup(tx, value));
      return value;
    },
    use: (db, value) => transaction(db, (tx) => spendOwnerSetup(tx, value)),
  }),
  storeRace({
    promise: 'An account that waits for its address is created once',
    places: [
      'lib/users/pending-account-store.ts: redeemPendingAccount',
      'lib/users/pending-account-store.ts: savePendingAccount',
    ],
    prepare: async (db) => {
      const hash = await newInteraction(db);
      const account = { hash, username: null, name: null, email: 'a@people.test', passwordHash: 'x' };
      const times = { createdAt: new Date(), expiresAt: inAnHour() };
      await transaction(db, (tx) => savePendingAccount(tx, { ...account, ...times }));
      return hash;
    },
    use: async (db, hash) => (await transaction(db, (tx) => redeemPendingAccount(tx, hash, new Date()))) !== null,
  }),
  storeRace({
    promise: 'A username belongs to one account',
    places: [
      'lib/admin/users/save-user.ts: createAccount',
      'lib/admin/users/save-user.ts: saveProfile',
      'lib/account/profile/form.ts: usernameForm',
      'lib/cli/user-commands.ts: addUser',
      'lib/login/setup/owner.ts: handleOwnerSubmit',
      'lib/login/sign-up/submit-code.ts: createAndSignIn',
      'lib/login/sign-up/submit.ts: signUp',
    ],
    prepare: async () => `name-${createId().toLowerCase()}`,
    use: (db, username) => {
      const names = { username, canonicalUsername: storedCanonicalUsername(username) };
      const rest = { passwordHash: null, enabled: true, admin: null, tenants: 'all', claims: {} } as const;
      return isFirst(() => transaction(db, (tx) => createUser(tx, { ...names, ...rest }, new Date())));
    },
  }),
  storeRace({
    promise: 'A verified address belongs to one account',
    places: ['lib/users/address-store.ts: lockAddress'],
    prepare: async (db) => {
      const subs = await Promise.all(Array.from({ length: 16 }, () => newPerson(db)));
      return { subs, email: `${createId().toLowerCase()}@people.test` };
    },
    use: (db, { subs, email }, index) =>
      transaction(db, async (tx) => {
        await lockAddress(tx, email, new Date());
        if ((await findAddressHolders(tx, email)).length > 0) return false;
        await setClaims(tx, proven('profile', subs[index] ?? ''), { email, email_verified: true }, new Date());
        return true;
      }),
  }),
  storeRace({
    promise: 'A person at a provider belongs to one account',
    places: ['lib/login/proofs/after-proof.ts: retryIfTaken'],
    prepare: async (db) => {
      const subs = await Promise.all(Array.from({ length: 16 }, () => newPerson(db)));
      return { subs, subject: createId() };
    },
    use: (db, { subs, subject }, index) => {
      const identity = { provider: 'upstream', issuer: 'https://up.test', subject, sub: subs[index] ?? '', claims: [] };
      return isFirst(() =>
        transaction(db, (tx) => createIdentity(tx, proven('provider', identity.sub), identity, new Date())),
      );
    },
  }),
  storeRace({
    promise: 'A link to a provider is removed once',
    places: ['lib/users/identity-store.ts: deleteIdentities'],
    prepare: async (db) => {
      const key = { provider: 'upstream', issuer: 'https://up.test', subject: createId(), sub: await newPerson(db) };
      await transaction(db, (tx) =>
        createIdentity(tx, proven('provider', key.sub), { ...key, claims: [] }, new Date()),
      );
      return key;
    },
    use: async (db, key) => {
      const removed = await transaction(db, (tx) => removeIdentity(tx, proven('administrator', key.sub), key));
      return removed.length > 0;
    },
  }),
  storeRace({
    promise: 'A password hash is replaced by one of several at once',
    places: ['lib/users/password-store.ts: replacePasswordHash'],
    prepare: (db) => newPerson(db, { passwordHash: 'old' }),
    use: (db, sub, index) =>
      replacePasswordHash(db, proven('password', sub), { old: 'old', new: `new ${index}` }, new Date()),
  }),
  storeRace({
    promise: 'An unverified account is deleted once',
    places: ['lib/users/user-list-store.ts: lockUnprovedAccount'],
    prepare: (db) => newPerson(db, { origin: 'sign_up' }),
    use: (db, sub) =>
      transaction(db, async (tx) => {
        if (!(await lockUnprovedAccount(tx, sub, inAnHour()))) return false;
        await deleteUsers(tx, [sub], { dialect: db.prepared.dialect, now: inAnHour() });
        return true;
      }),
  }),
  storeRace({
    promise: 'One of two owners who give up their roles stays an owner',
    places: ['lib/admin/users/account-store.ts: lockOwners'],
    uses: 2,
    prepare: async (db) => {
      await db.user.updateMany({ data: { admin: null } });
      const owner = { admin: 'owner', passwordHash: 'x', passwordCarries: 'owner' } as const;
      return [await newPerson(db, owner), await newPerson(db, owner)];
    },
    use: (db, owners, index) =>
      transaction(db, async (tx) => {
        const own = owners[index] ?? '';
        if ((await lockOwners(tx)).every((sub) => sub === own)) return false;
        await tx.user.update({ where: { sub: own }, data: { admin: null }, select: { sub: true } });
        return true;
      }),
  }),
];
