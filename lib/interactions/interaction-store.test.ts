import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashHandle } from '#lib/crypto/hash';
import { createHandle } from '#lib/crypto/random';
import { run } from '#lib/db/run';
import type { Step } from '#lib/db/step';
import { transaction } from '#lib/db/transaction';
import { fixtures } from '#lib/testing/fixtures';
import { createTestProvider, type TestProvider } from '#lib/testing/provider';
import type { AuthorizationRequest } from './authorization-request';
import type { EnteredDevice, Waiting } from './interaction';
import {
  chooseSession,
  completeInteraction,
  completeRequest,
  createInteraction,
  dropProofs,
  findInteraction,
  giveBackCode,
  keepProofs,
  maximumWrongCodes,
  noteProgress,
  recordOutcome,
  recordReport,
  reserveCode,
  type WaitingProofs,
} from './interaction-store';
import { createPushedRequest, findPushedRequest } from './pushed-request-store';
import { findTrialReport, writeTrialReport } from './trial-store';

let provider: TestProvider;
beforeAll(async () => {
  provider = await createTestProvider(fixtures);
});
afterAll(() => provider.close());

const least: AuthorizationRequest = {
  clientId: 'web',
  responseType: 'code',
  responseMode: 'query',
  redirectUri: 'https://rp.test/cb',
  scope: ['openid', 'profile'],
  resources: [],
  state: null,
  nonce: null,
  codeChallenge: null,
  codeChallengeMethod: null,
  dpopJkt: null,
  prompt: new Set(),
  maxAge: null,
  loginHint: null,
  uiLocales: null,
  acrValues: null,
  display: null,
  hintSub: null,
  claims: { idToken: [], userinfo: [], acr: null },
};

const most: AuthorizationRequest = {
  ...least,
  responseMode: 'form_post',
  state: `it's "é" @hash`,
  nonce: 'n',
  codeChallenge: 'c',
  codeChallengeMethod: 'plain',
  dpopJkt: 'k',
  prompt: new Set(['login', 'consent']),
  maxAge: 0,
  loginHint: 'ada',
  uiLocales: 'fr en',
  acrValues: 'idp:local',
  display: 'popup',
  resources: ['orders', 'https://mcp.test'],
  hintSub: 'somebody',
  claims: { idToken: ['email'], userinfo: [], acr: null },
};

const hints = { loginHint: 'ada', uiLocales: null, acrValues: 'tenant:acme' };
const device: EnteredDevice = {
  ...hints,
  deviceHash: 'd',
  clientId: 'web',
  scope: ['openid', 'offline_access'],
  userCode: 'BCDFGHJK',
  isPrefilled: true,
};

const kinds: readonly [string, Waiting][] = [
  [
    'the least request',
    { kind: 'authorize', request: least, wasPushed: false, pushedHash: null, wasSigned: false, triedBy: null },
  ],
  [
    'a request with everything',
    { kind: 'authorize', request: most, wasPushed: true, pushedHash: null, wasSigned: true, triedBy: null },
  ],
  [
    'the trial of an administrator',
    { kind: 'authorize', request: least, wasPushed: true, pushedHash: null, wasSigned: true, triedBy: 'sid' },
  ],
  ['a device', { kind: 'device', device }],
  ['a refused code', { kind: 'refused_code', userCode: 'nope', problem: 'unknown_code', ...hints }],
  ['a request of a client that is a document', { kind: 'document', query: 'client_id=https%3A%2F%2Fapp.test' }],
  ['an area of the portal', { kind: 'portal', area: '/admin', again: true, changesFactors: true, typed: 'sealed' }],
];

/**
 * Stores a waiting request.
 * @returns the handle, and the other initial values of an interaction
 */
async function store(waiting: Waiting) {
  const { db, now } = provider.context();
  const browserHash = hashHandle(createHandle());
  const handle = await createInteraction(db, waiting, browserHash, now);
  const nothing = { username: null, typedName: null, typedEmail: null, chosenSid: null, problem: null };
  const lifetime = 'triedBy' in waiting && waiting.triedBy !== null ? 600_000 : 900_000;
  const times = { startedAt: now, expiresAt: new Date(now.getTime() + lifetime), completedAt: null, answer: null };
  const proved = { provedSub: null, remember: false, wrongCodes: 0 };
  const progress = { hash: hashHandle(handle), browserHash, ...nothing, isChoosing: false, ...proved, ...times };
  return { db, handle, progress };
}

describe('an interaction is read back as it was stored', () => {
  it.each(kinds)('%s', async (_, waiting) => {
    const { db, handle, progress } = await store(waiting);
    const outcome = waiting.kind === 'device' ? { outcome: null } : {};
    expect(await findInteraction(db, handle)).toEqual({ ...progress, proofs: [], ...waiting, ...outcome });
  });

  it('also after an update of another process added a column (decision 004)', async () => {
    const { db, handle, progress } = await store({ kind: 'document', query: 'client_id=web' });
    expect(await findInteraction(db, handle)).toMatchObject(progress);
    await db.$executeRaw`ALTER TABLE "Interaction" ADD COLUMN "later" TEXT`;
    expect(await findInteraction(db, handle)).toMatchObject(progress);
  });

  it.each(kinds)('and in one row of each of two models, as Prisma reads them: %s', async (_, waiting) => {
    const { db, progress } = await store(waiting);
    const { hash } = progress;
    const include = { authorization: true, device: true, portal: true, document: true };
    const { authorization, device, portal, document, ...core } = await db.interaction.findUniqueOrThrow({
      where: { hash },
      include,
    });
    expect(core).toEqual({ ...progress, proofs: '[]', problem: 'problem' in waiting ? waiting.problem : null });
    expect([authorization, device, portal, document].filter((row) => row !== null)).toHaveLength(1);
    if (waiting.kind !== 'authorize') return;
    const { scope, resources, prompt, claims, ...columns } = waiting.request;
    const words = { scope: scope.join(' '), resources: resources.join(' ') || null, prompt: [...prompt].join(' ') };
    expect(authorization).toMatchObject({ ...columns, ...words });
  });

  it('with later progress', async () => {
    const { db, handle } = await store({
      kind: 'portal',
      area: '/account',
      again: false,
      changesFactors: false,
      typed: null,
    });
    const note = { problem: 'busy', isChoosing: true, username: 'ada', typedName: 'Ada', typedEmail: 'a@b.example' };
    await noteProgress(db, hashHandle(handle), note);
    expect(await findInteraction(db, handle)).toMatchObject({ ...note, kind: 'portal', area: '/account' });
  });
});

describe('there is no interaction', () => {
  it('of an unknown handle', async () => {
    expect(await findInteraction(provider.context().db, createHandle())).toBeNull();
  });

  it('whose request was deleted with its client', async () => {
    const { db, handle, progress } = await store({
      kind: 'authorize',
      request: least,
      wasPushed: false,
      pushedHash: null,
      wasSigned: false,
      triedBy: null,
    });
    await db.authorizationRequest.delete({ where: { hash: progress.hash } });
    expect(await findInteraction(db, handle)).toBeNull();
  });

  it('without a request: nothing is stored for an unknown client', async () => {
    const unknown = {
      kind: 'authorize',
      request: { ...least, clientId: 'nobody' },
      wasPushed: false,
      pushedHash: null,
      wasSigned: false,
      triedBy: null,
    } as const;
    const { db } = provider.context();
    const before = await db.interaction.count();
    await expect(store(unknown)).rejects.toThrow();
    expect(await db.interaction.count()).toBe(before);
  });
});

describe('an interaction under way', () => {
  const typed = { factor: 'password', at: new Date('2027-01-01T00:00:00Z') } as const;
  const shown = { factor: 'totp', at: new Date('2027-01-01T00:00:01Z') } as const;
  const nothing = { provedSub: null, proofs: [] };
  const one = { provedSub: 'ann', proofs: [typed] };
  const both = { provedSub: 'ann', proofs: [typed, shown] };
  const request = { request: least, wasPushed: false, pushedHash: null, wasSigned: false, triedBy: null };

  async function begin(waiting: Waiting = { kind: 'authorize', ...request }) {
    const { db, now } = provider.context();
    const handle = await createInteraction(db, waiting, hashHandle(createHandle()), now);
    return { hash: hashHandle(handle), read: () => findInteraction(db, handle) };
  }
  const ended = async (step: Step<'finished'>) => (await run(provider.context().db, [step])) === null;
  const end = (hash: string) => ended(completeInteraction(hash, provider.context().now));
  const keep = (hash: string, before: WaitingProofs, after: WaitingProofs) =>
    transaction(provider.context().db, (tx) => keepProofs(tx, { hash, before, after }));
  const minutes = (count: number) => new Date(provider.context().now.getTime() + count * 60_000);

  it('keeps a proof if no other was recorded since, and none for another one (security #93)', async () => {
    const [own, other] = [await begin(), await begin()];
    expect(await keep(own.hash, one, both), 'before anything was proved').toBe(false);
    expect(await keep(own.hash, nothing, one)).toBe(true);
    expect(await keep(own.hash, nothing, one), 'an answer that came first').toBe(false);
    expect(await keep(own.hash, { ...one, provedSub: 'ben' }, both), 'of another person').toBe(false);
    expect(await keep(own.hash, both, one), 'with other proofs').toBe(false);
    expect(await own.read()).toMatchObject(one);
    expect(await other.read()).toMatchObject(nothing);
  });

  it('drops its proof once, for a session', async () => {
    const { db } = provider.context();
    const [own, other] = [await begin(), await begin()];
    for (const { hash } of [own, other]) await keep(hash, nothing, one);
    const { hash } = own;
    expect(await dropProofs(db, { hash, ...both })).toBe(false);
    expect(await dropProofs(db, { hash, ...one, provedSub: 'ben' })).toBe(false);
    expect(await dropProofs(db, { hash, ...one })).toBe(true);
    expect(await dropProofs(db, { hash, ...one })).toBe(false);
    expect(await other.read()).toMatchObject(one);
  });

  it('has five codes, and returns each that was right (security #93)', async () => {
    const { db } = provider.context();
    const [own, other] = [await begin(), await begin()];
    await giveBackCode(db, own.hash);
    for (let count = 0; count < maximumWrongCodes; count += 1) expect(await reserveCode(db, own.hash)).toBe(true);
    expect(await reserveCode(db, own.hash)).toBe(false);
    await reserveCode(db, other.hash);
    await giveBackCode(db, own.hash);
    expect(await reserveCode(db, own.hash)).toBe(true);
    expect((await other.read())?.wrongCodes).toBe(1);
  });

  it('is completed once, within its time, and does not change afterwards', async () => {
    const { db } = provider.context();
    const [own, other] = [await begin(), await begin()];
    await keep(own.hash, nothing, one);
    expect(await ended(completeInteraction(own.hash, minutes(60)))).toBe(false);
    expect([await end(own.hash), await end(own.hash)]).toEqual([true, false]);
    const before = await own.read();
    expect(await keep(own.hash, one, both)).toBe(false);
    expect(await dropProofs(db, { hash: own.hash, ...one })).toBe(false);
    expect(await reserveCode(db, own.hash)).toBe(false);
    await noteProgress(db, own.hash, { problem: 'late' });
    await chooseSession(db, own.hash, 'sid');
    expect(await own.read()).toEqual(before);
    expect((await other.read())?.completedAt).toBeNull();
  });

  it('keeps its own progress and its chosen session', async () => {
    const { db } = provider.context();
    const [own, other] = [await begin(), await begin()];
    await noteProgress(db, own.hash, { problem: 'p' });
    expect((await other.read())?.problem).toBeNull();
    await chooseSession(db, own.hash, 'sid');
    expect(await own.read()).toMatchObject({ chosenSid: 'sid', problem: null });
    expect((await other.read())?.chosenSid).toBeNull();
  });

  it('of a pushed request is completed once in all browsers (RFC 9126 §4)', async () => {
    const { db, now } = provider.context();
    const pushed = { clientId: 'web', parameters: 'a=1', wasSigned: false };
    const times = { now, expiresAt: minutes(1) };
    const [handle, unused] = [
      await createPushedRequest(db, pushed, times),
      await createPushedRequest(db, pushed, times),
    ];
    const find = (which: string, change: object = {}, at = now) =>
      findPushedRequest(db, { handle: which, clientId: 'web', ...change }, at);
    expect(await find(handle)).toEqual({ hash: hashHandle(handle), parameters: 'a=1', wasSigned: false });
    expect(await find(handle, { clientId: 'spa' }), 'another client').toBeNull();
    expect(await find(handle, {}, minutes(1)), 'too late').toBeNull();
    expect(await find('unknown')).toBeNull();
    const pushedHash = hashHandle(handle);
    const waiting = { kind: 'authorize', ...request, wasPushed: true, pushedHash } as const;
    const [first, second] = [await begin(waiting), await begin(waiting)];
    expect(await ended(completeRequest({ hash: first.hash, pushedHash }, now))).toBe(true);
    expect(await ended(completeRequest({ hash: first.hash, pushedHash: null }, now)), 'the same browser').toBe(false);
    expect(await ended(completeRequest({ hash: second.hash, pushedHash }, now)), 'another browser').toBe(false);
    const plain = await begin();
    expect(await ended(completeRequest({ hash: plain.hash, pushedHash: null }, now)), 'one that was not pushed').toBe(
      true,
    );
    expect(await find(handle), 'used').toBeNull();
    expect(await find(unused)).not.toBeNull();
  });

  it('of a device is reported once, by the person who refused it, and no other with it', async () => {
    const { db } = provider.context();
    const waiting = { kind: 'device', device } as const;
    const outcomes = ['denied', 'cancelled', 'approved'] as const;
    for (const outcome of outcomes) {
      const [own, other] = [await begin(waiting), await begin(waiting)];
      for (const { hash } of [own, other]) await transaction(db, (tx) => recordOutcome(tx, hash, outcome));
      const report = () => transaction(db, (tx) => recordReport(tx, own.hash));
      expect([await report(), await report()]).toEqual([outcome !== 'approved', false]);
      expect(await other.read()).toMatchObject({ outcome });
    }
    const untouched = await begin(waiting);
    const answered = await begin(waiting);
    await transaction(db, (tx) => recordOutcome(tx, answered.hash, 'approved'));
    expect(await untouched.read()).toMatchObject({ outcome: null });
  });

  it('of a trial shows its result to the session that tries it, for its client, once it is over', async () => {
    const { db, now } = provider.context();
    const waiting = { kind: 'authorize', ...request, triedBy: 'sid' } as const;
    const [own, running, plain] = [await begin(waiting), await begin(waiting), await begin()];
    await end(own.hash);
    const find = (hash: string, change: object = {}, at = now) =>
      findTrialReport(db, { hash, clientId: 'web', sid: 'sid', ...change }, at);
    expect(await find(own.hash), 'without a result').toBeNull();
    await run(
      db,
      [own, running, plain].map(({ hash }) => writeTrialReport(hash, `of ${hash}`)),
    );
    expect(await find(own.hash)).toEqual({ report: `of ${own.hash}`, at: now });
    expect(await find(running.hash), 'not over').toBeNull();
    expect(await find(own.hash, { sid: 'other' })).toBeNull();
    expect(await find(own.hash, { clientId: 'spa' })).toBeNull();
    expect(await find(own.hash, {}, minutes(24 * 60)), 'too long over').toBeNull();
    const row = await db.authorizationRequest.findUniqueOrThrow({ where: { hash: plain.hash } });
    expect(row.trialReport, 'of a request that nobody tries').toBeNull();
  });
});
