import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hashHandle } from '#lib/crypto/hash';
import { createHandle, type HandleHash } from '#lib/crypto/random';
import { transaction } from '#lib/db/transaction';
import { createTestDatabase, type TestDatabase } from '#lib/testing/database';
import {
  createUpstreamSignIn,
  findAnswer,
  findLastUpstreamSignIn,
  findStateBrowser,
  finishUpstreamSignIn,
  forgetAnswers,
  noteUpstream,
  redeemUpstreamSignIn,
} from './upstream-sign-in-store';

const start = new Date('2027-01-01T00:00:00Z');
const later = (seconds: number) => new Date(start.getTime() + seconds * 1000);

let database: TestDatabase;
let hash: HandleHash;
let browserHash: HandleHash;
/** Another person who goes to the same provider at the same time. */
let other: HandleHash;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

beforeEach(async () => {
  await database.db.upstreamSignIn.deleteMany();
  hash = hashHandle(createHandle());
  browserHash = hashHandle(createHandle());
  other = hashHandle(createHandle());
  await add(hash, 'own');
  await add(other, 'of-other');
});

const add = (state: HandleHash, interactionHash: string, now = start) =>
  createUpstreamSignIn(database.db, { hash: state, provider: 'corp', browserHash, interactionHash, sealed: 's' }, now);
const rowOf = (state: string) => database.db.upstreamSignIn.findUniqueOrThrow({ where: { hash: state } });
const finish = (state: string, interactionHash: string, now = later(1)) =>
  transaction(database.db, (tx) =>
    finishUpstreamSignIn(tx, { hash: state, interactionHash, identity: `of ${state}` }, now),
  );
const answerOf = async (interactionHash: string) =>
  (await transaction(database.db, (tx) => findAnswer(tx, interactionHash)))?.identity ?? null;

describe('a state', () => {
  const redeem = (change: object = {}, now = later(10)) =>
    redeemUpstreamSignIn(database.db, { hash, provider: 'corp', browserHashes: [browserHash], ...change }, now);

  it('is used once by any number of callers, and no other with it (RFC 9700 §4.4)', async () => {
    const found = await Promise.all([redeem(), redeem(), redeem()]);
    expect(found.filter((one) => one?.hash === hash)).toHaveLength(1);
    expect(found.filter((one) => one === null)).toHaveLength(2);
    expect((await rowOf(other)).usedAt).toBeNull();
  });

  it.each<[string, () => Promise<unknown>]>([
    ['at the callback of another provider', () => redeem({ provider: 'hub' })],
    ['in another browser', () => redeem({ browserHashes: [other] })],
    ['in no browser', () => redeem({ browserHashes: [] })],
    ['after 15 minutes', () => redeem({}, later(900))],
    ['that was never made', () => redeem({ hash: browserHash })],
  ])('is not used %s, and nothing is used up', async (_, use) => {
    expect(await use()).toBeNull();
    expect((await redeem())?.hash).toBe(hash);
  });

  it('that failed before is refused', async () => {
    await noteUpstream(database.db, hash, { problem: 'denied', reference: 'r' });
    expect(await redeem()).toBeNull();
    expect((await rowOf(other)).problem).toBeNull();
  });

  it('is recognized by its browser, regardless of its outcome', async () => {
    await redeem();
    expect(await findStateBrowser(database.db, hash)).toBe(browserHash);
    expect(await findStateBrowser(database.db, browserHash)).toBeNull();
  });
});

describe('the answer of a provider', () => {
  it('counts once, and not after 15 minutes', async () => {
    expect(await finish(other, 'of-other', later(900))).toBe(false);
    expect(await finish(hash, 'own', later(899))).toBe(true);
    expect(await finish(hash, 'own')).toBe(false);
    expect((await rowOf(other)).finishedAt).toBeNull();
  });

  it('is that of its own interaction, and only the last one of it is kept (security #121)', async () => {
    await finish(other, 'of-other');
    await finish(hash, 'own');
    const second = hashHandle(createHandle());
    await add(second, 'own', later(1));
    await add(hashHandle(createHandle()), 'of-other', later(2));
    expect(await finish(second, 'own', later(901)), 'too late').toBe(false);
    expect(await answerOf('own')).toBe(`of ${hash}`);
    await noteUpstream(database.db, second, { identity: 'asked' });
    expect(await answerOf('own'), 'of an answer that waits for the person').toBe(`of ${hash}`);
    await finish(second, 'own');
    expect((await rowOf(hash)).identity).toBeNull();
    expect(await answerOf('own')).toBe(`of ${second}`);
    expect((await findLastUpstreamSignIn(database.db, 'own'))?.hash).toBe(second);
    expect(await answerOf('of-other')).toBe(`of ${other}`);
  });

  it('is erased after a session took it, and no other with it', async () => {
    await finish(other, 'of-other');
    await finish(hash, 'own');
    const waiting = hashHandle(createHandle());
    await add(waiting, 'own');
    await noteUpstream(database.db, waiting, { identity: 'asked' });
    await transaction(database.db, (tx) => forgetAnswers(tx, 'own'));
    expect(await answerOf('own')).toBeNull();
    expect((await rowOf(waiting)).identity).toBe('asked');
    expect(await answerOf('of-other')).toBe(`of ${other}`);
  });

  it('is not recorded after the end', async () => {
    await finish(hash, 'own');
    await noteUpstream(database.db, hash, { problem: 'late' });
    expect((await rowOf(hash)).problem).toBeNull();
  });
});
