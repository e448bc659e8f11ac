import { hashHandle } from '#lib/crypto/hash';
import { createHandle, createId } from '#lib/crypto/random';
import type { Database } from '#lib/db/database';
import { run } from '#lib/db/run';
import { transaction } from '#lib/db/transaction';
import {
  completeInteraction,
  createInteraction,
  dropProofs,
  keepProofs,
  maximumWrongCodes,
  recordReport,
  reserveCode,
} from '#lib/interactions/interaction-store';
import { spendPushedRequest } from '#lib/interactions/pushed-request-store';
import {
  createUpstreamSignIn,
  finishUpstreamSignIn,
  redeemUpstreamSignIn,
} from '#lib/interactions/upstream-sign-in-store';
import { endSessions, replaceProofs } from '#lib/sessions/session-store';
import { reserveLogoutToken } from '#lib/sessions/upstream/upstream-session-store';
import { clientId, inAnHour, newInteraction, newPerson, newSession } from './rows';
import { type StoreRace, storeRace } from './store-race';

const proof = (at: number) => ({ factor: 'password', at: new Date(at) }) as const;

async function newUpstreamSignIn(db: Database) {
  const [hash, browserHash, interactionHash] = [createHandle(), createHandle(), createHandle()].map(hashHandle);
  if (!hash || !browserHash || !interactionHash) throw new Error('three were made');
  await createUpstreamSignIn(db, { hash, provider: 'upstream', browserHash, interactionHash, sealed: 'x' }, new Date());
  return { hash, browserHash, interactionHash };
}

export const interactionRaces: readonly StoreRace[] = [
  storeRace({
    promise: 'An interaction is answered once',
    places: ['lib/interactions/interaction-store.ts: completed'],
    prepare: newInteraction,
    use: async (db, hash) => (await run(db, [completeInteraction(hash, new Date())])) === null,
  }),
  storeRace({
    promise: 'Two answers to one sign-in never add up',
    places: ['lib/interactions/interaction-store.ts: keepProofs'],
    prepare: async (db) => ({ hash: await newInteraction(db), sub: await newPerson(db) }),
    use: (db, { hash, sub }, index) => {
      const after = { provedSub: sub, proofs: [proof(index)] };
      return transaction(db, (tx) => keepProofs(tx, { hash, before: { provedSub: null, proofs: [] }, after }));
    },
  }),
  storeRace({
    promise: 'The proofs of a sign-in become one session',
    places: ['lib/interactions/interaction-store.ts: dropProofs'],
    prepare: async (db) => {
      const [hash, sub] = [await newInteraction(db), await newPerson(db)];
      const kept = { hash, before: { provedSub: null, proofs: [] }, after: { provedSub: sub, proofs: [proof(0)] } };
      await transaction(db, (tx) => keepProofs(tx, kept));
      return { hash, provedSub: sub };
    },
    use: (db, proved) => transaction(db, (tx) => dropProofs(tx, { ...proved, proofs: [proof(0)] })),
  }),
  storeRace({
    promise: 'The second factor of a sign-in has five attempts',
    places: [
      'lib/interactions/interaction-store.ts: reserveCode',
      'lib/interactions/interaction-store.ts: giveBackCode',
    ],
    successes: maximumWrongCodes,
    prepare: newInteraction,
    use: reserveCode,
  }),
  storeRace({
    promise: 'A refused device is reported once',
    places: ['lib/interactions/interaction-store.ts: recordReport'],
    prepare: async (db) => {
      const hints = { loginHint: null, uiLocales: null, acrValues: null };
      const device = {
        deviceHash: createId(),
        clientId,
        scope: ['openid'],
        userCode: 'X',
        isPrefilled: false,
        ...hints,
      };
      const handle = await createInteraction(db, { kind: 'device', device }, hashHandle(createHandle()), new Date());
      const hash = hashHandle(handle);
      await db.enteredCode.update({ where: { hash }, data: { outcome: 'denied' } });
      return hash;
    },
    use: (db, hash) => transaction(db, (tx) => recordReport(tx, hash)),
  }),
  storeRace({
    promise: 'A pushed request is used once',
    places: ['lib/interactions/pushed-request-store.ts: used'],
    prepare: async (db) => {
      const hash = hashHandle(createHandle());
      const times = { createdAt: new Date(), expiresAt: inAnHour() };
      await db.pushedRequest.create({ data: { hash, clientId, parameters: '{}', ...times } });
      return hash;
    },
    use: async (db, hash) => (await run(db, [spendPushedRequest(hash, new Date())])) === null,
  }),
  storeRace({
    promise: 'A state of a provider comes back once',
    places: ['lib/interactions/upstream-sign-in-store.ts: redeemUpstreamSignIn'],
    prepare: newUpstreamSignIn,
    use: async (db, { hash, browserHash }) => {
      const browserHashes = [browserHash];
      return (await redeemUpstreamSignIn(db, { hash, provider: 'upstream', browserHashes }, new Date())) !== null;
    },
  }),
  storeRace({
    promise: 'The answer of a provider signs in once',
    places: ['lib/interactions/upstream-sign-in-store.ts: finishUpstreamSignIn'],
    prepare: newUpstreamSignIn,
    use: (db, { hash, interactionHash }) =>
      transaction(db, (tx) => finishUpstreamSignIn(tx, { hash, interactionHash, identity: 'x' }, new Date())),
  }),
  storeRace({
    promise: 'A logout token of a provider is used once',
    places: ['lib/sessions/upstream/upstream-session-store.ts: reserveLogoutToken'],
    prepare: async () => ({ provider: 'upstream', jti: createId() }),
    use: (db, token) => reserveLogoutToken(db, { ...token, expiresAt: inAnHour() }),
  }),
  storeRace({
    promise: 'A session ends once, and its clients are told once',
    places: ['lib/sessions/session-store.ts: endSessions', 'lib/sessions/session-store.ts: endSessionsOf'],
    prepare: newSession,
    use: async (db, { sub, browserId }, index) => {
      const which = index % 4 < 2 ? { sub } : { browserId };
      return (await transaction(db, (tx) => endSessions(tx, which, new Date()))).length === 1;
    },
  }),
  storeRace({
    promise: 'Two factors shown to one session at once never add up',
    places: ['lib/sessions/session-store.ts: replaceProofs'],
    prepare: newSession,
    use: (db, { sid }, index) =>
      transaction(db, (tx) => replaceProofs(tx, sid, { old: '[]', new: `[${index}]` }, new Date())),
  }),
];
