import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashHandle } from '#lib/crypto/hash';
import { createHandle } from '#lib/crypto/random';
import { fixtures } from '#lib/testing/fixtures';
import { createTestProvider, type TestProvider } from '#lib/testing/provider';
import type { AuthorizationRequest } from './authorization-request';
import type { EnteredDevice, Waiting } from './interaction';
import { createInteraction, findInteraction, noteProgress } from './interaction-store';

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
  ['an area of the portal', { kind: 'portal', area: '/admin', again: true, changesFactors: true, typed: 'sealed' }],
];

/** Stores what waits. @returns the handle and what else an interaction starts with */
async function store(waiting: Waiting) {
  const { db, now } = provider.context();
  const browserHash = hashHandle(createHandle());
  const handle = await createInteraction(db, waiting, browserHash, now);
  const nothing = { username: null, typedName: null, typedEmail: null, chosenSid: null, problem: null };
  const lifetime = 'triedBy' in waiting && waiting.triedBy !== null ? 600_000 : 900_000;
  const times = { startedAt: now, expiresAt: new Date(now.getTime() + lifetime), completedAt: null };
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

  it.each(kinds)('and in one row of each of two models, as Prisma reads them: %s', async (_, waiting) => {
    const { db, progress } = await store(waiting);
    const { hash } = progress;
    const include = { authorization: true, device: true, portal: true };
    const { authorization, device, portal, ...core } = await db.interaction.findUniqueOrThrow({
      where: { hash },
      include,
    });
    expect(core).toEqual({ ...progress, proofs: '[]', problem: 'problem' in waiting ? waiting.problem : null });
    expect([authorization, device, portal].filter((row) => row !== null)).toHaveLength(1);
    if (waiting.kind !== 'authorize') return;
    const { scope, prompt, claims, ...columns } = waiting.request;
    expect(authorization).toMatchObject({ ...columns, scope: scope.join(' '), prompt: [...prompt].join(' ') });
  });

  it('with the progress that was noted since', async () => {
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
  it('of a handle that nobody was given', async () => {
    expect(await findInteraction(provider.context().db, createHandle())).toBeNull();
  });

  it('whose request went with its client', async () => {
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

  it('without what waits: nothing is kept of one whose client is unknown', async () => {
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
