import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { findPasskey } from '#lib/factors/passkeys/passkey-store';
import { writeProofs } from '#lib/factors/proof';
import { type AccountHolder, answerKept, signInToAccount } from '#lib/testing/account';
import { byPassword } from '#lib/testing/authentication';
import { fixtures } from '#lib/testing/fixtures';
import { createPerson, locationOf } from '#lib/testing/person';
import { bodyOf, createTestProvider, type FormFields, issuer, type TestProvider } from '#lib/testing/provider';
import { createAuthenticator, type Deviation, type SoftwareAuthenticator } from '#lib/testing/software-authenticator';
import { passkeyPages } from '#views/account/passkeys/view';
import { accountFormToken } from '../person';
import { readPasskey, readPasskeys } from './read';

let provider: TestProvider;
let alice: AccountHolder;
let authenticator: SoftwareAuthenticator;
beforeEach(async () => {
  await provider?.close();
  provider = await createTestProvider(fixtures);
  alice = await signInToAccount(provider);
  authenticator = createAuthenticator({ origin: issuer, aaguid: 'fbfc3007-154e-4ecc-8c0b-6e020557d7bd' });
});
afterAll(() => provider.close());

/** Asks for a challenge as the script of the page does. */
async function askForChallenge(holder: AccountHolder, fields: FormFields = {}) {
  const csrf = accountFormToken(await holder.session(), provider.context());
  const cookie = [...holder.cookies].map((pair) => pair.join('=')).join('; ');
  return provider.post('/account/passkeys/challenge', { csrf, ...fields }, { origin: issuer, cookie });
}

async function create(holder: AccountHolder, fields: FormFields = {}, deviation: Deviation = {}) {
  const response = await askForChallenge(holder);
  expect(response.status).toBe(200);
  const passkey = authenticator.create(JSON.parse(response.body), deviation);
  return holder.send('account/passkeys/new', { passkey, decision: 'save', ...fields });
}

/** The result of a form: the page, and the key of its message. */
async function told(response: Awaited<ReturnType<typeof create>>, holder = alice) {
  const { sub } = await holder.session();
  const { path, kept } = answerKept(provider, response, sub);
  if (kept === null || kept.kind === 'typed') return { path };
  return { path, kind: kept.kind, key: kept.kind === 'confirm' ? kept.heading.key : kept.words.key };
}

/** The person showed a second factor in this session too. */
async function showSecondFactor(holder: AccountHolder) {
  const { sid } = await holder.session();
  await provider.context().db.session.update({
    where: { sid },
    data: { proofs: writeProofs([...byPassword.proofs, { factor: 'totp', at: new Date(0) }]) },
  });
}

const listed = async (holder = alice) => (await readPasskeys(await holder.session(), provider.context()))?.passkeys;

describe('a new passkey', () => {
  it('is stored with its name, and recorded', async () => {
    await create(alice, { name: ' Laptop ' });
    const keptBy = 'Apple Passwords';
    expect(await listed()).toMatchObject([{ name: 'Laptop', deviceBound: true, lastUsedAt: null, keptBy }]);
    const [event] = await provider.context().db.auditEvent.findMany({ where: { type: 'factor.added' } });
    expect(JSON.parse(event?.details ?? '')).toMatchObject({ factor: 'passkey' });
  });

  it('comes with recovery codes if it is the first second factor', async () => {
    const { db } = provider.context();
    const response = await create(alice);
    expect(response.status).toBe(200);
    expect(response.headers['cache-control']).toContain('no-store');
    expect(response.body.match(/data-recovery-code="[^"]+"/g)).toHaveLength(10);
    expect(await db.recoveryCode.count()).toBe(10);
    const [, location = ''] = /href="(\/account\/passkeys\?answer=[^"]+)"/.exec(response.body) ?? [];
    const next = { ...response, status: 303, headers: { location: `${issuer}${location.replaceAll('&amp;', '&')}` } };
    const done = { path: '/account/passkeys', kind: 'done', key: 'passkey.new.done_beside' };
    expect(await told(next)).toEqual(done);
    await showSecondFactor(alice);
    expect(await told(await create(alice))).toEqual(done);
    expect(await db.recoveryCode.count()).toBe(10);
  });

  it('is notified to its person', async () => {
    await create(alice, { name: 'Laptop' });
    const { sub } = await alice.session();
    const notices = await provider.context().db.accountNotice.findMany({ where: { sub } });
    expect(notices).toMatchObject([{ kind: 'factor_added' }]);
    expect(JSON.parse(notices[0]?.details ?? '')).toMatchObject({ factor: 'passkey', name: 'Laptop' });
    expect(await provider.context().db.outboxMail.count({ where: { kind: 'factor_added' } })).toBe(1);
  });

  it('is named after its authenticator', async () => {
    await create(alice);
    expect(await listed()).toMatchObject([{ name: 'Apple Passwords' }]);
  });

  it.each<[string, FormFields, Deviation, string]>([
    ['the answer of another origin', {}, { origin: 'https://evil.test' }, 'passkey.new.failed'],
    ['no answer', { passkey: '' }, {}, 'passkey.new.failed'],
    ['an old challenge', {}, { challenge: 'A'.repeat(43) }, 'passkey.problem.passkey_expired'],
    ['a name that is too long', { name: 'a'.repeat(101) }, {}, 'passkey.edit.problem.name'],
    ['an invisible name', { name: 'a\u202eb' }, {}, 'passkey.edit.problem.name'],
  ])('is not created from %s', async (_, fields, deviation, key) => {
    expect(await told(await create(alice, fields, deviation))).toMatchObject({ kind: 'problem', key });
    expect(await listed()).toEqual([]);
  });

  it('cannot belong to two accounts', async () => {
    const bob = await signInToAccount(provider, 'bob');
    await create(bob);
    const { challenge } = JSON.parse((await askForChallenge(alice)).body);
    const { db } = provider.context();
    const stolen = authenticator.credentials[0]?.id ?? '';
    const row = await db.passkey.findUniqueOrThrow({ where: { id: stolen } });
    expect(challenge).toHaveLength(43);
    await db.passkey.delete({ where: { id: stolen } });
    const passkey = authenticator.create(JSON.parse((await askForChallenge(alice)).body));
    const made = JSON.parse(passkey).id;
    await db.passkey.create({ data: { ...row, id: made } });
    const response = await alice.send('account/passkeys/new', { passkey, decision: 'save' });
    expect(await told(response)).toMatchObject({ kind: 'problem', key: 'passkey.new.exists' });
    expect((await findPasskey(db, made))?.sub).toBe((await bob.session()).sub);
  });

  it('is refused above the maximum of an account', async () => {
    await create(alice);
    await showSecondFactor(alice);
    const { db } = provider.context();
    const { id: _, ...row } = await db.passkey.findFirstOrThrow();
    await db.passkey.createMany({ data: Array.from({ length: 49 }, (__, index) => ({ ...row, id: `other${index}` })) });
    expect(await told(await create(alice))).toMatchObject({ key: 'passkey.new.too_many' });
  });
});

describe('the challenge of a new passkey (security #96, #97)', () => {
  it('belongs to the session', async () => {
    const other = await signInToAccount(provider);
    const passkey = authenticator.create(JSON.parse((await askForChallenge(other)).body));
    const response = await alice.send('account/passkeys/new', { passkey, decision: 'save' });
    expect(await told(response)).toMatchObject({ key: 'passkey.problem.passkey_expired' });
  });

  it('is not given to another session, to another site or without a session', async () => {
    const bob = await signInToAccount(provider, 'bob');
    const csrf = accountFormToken(await bob.session(), provider.context());
    expect((await askForChallenge(alice, { csrf })).status).toBe(403);
    const fields = { csrf: accountFormToken(await alice.session(), provider.context()) };
    const cookie = [...alice.cookies].map((pair) => pair.join('=')).join('; ');
    const ask = (headers: Record<string, string>) => provider.post('/account/passkeys/challenge', fields, headers);
    expect((await ask({ origin: 'https://evil.test', cookie })).status).toBe(403);
    expect((await ask({ origin: issuer })).status).toBe(401);
  });

  it('requires a fresh sign-in, and a second factor if the account has one', async () => {
    const other = await signInToAccount(provider);
    await create(alice);
    // The session that created the passkey counts as having shown it.
    expect((await askForChallenge(alice)).status).toBe(200);
    expect(await askForChallenge(other)).toMatchObject({ status: 401, body: '{"problem":"sign_in"}' });
    await showSecondFactor(other);
    expect((await askForChallenge(other)).status).toBe(200);
    provider.advance(2 * 60 * 60);
    expect((await askForChallenge(alice)).status).toBe(401);
  });
});

describe('changing a passkey', () => {
  const change = async (fields: FormFields, holder = alice) =>
    holder.send(`account/passkeys/${authenticator.credentials[0]?.id}`, fields);
  beforeEach(async () => {
    await create(alice, { name: 'Laptop' });
    await showSecondFactor(alice);
  });

  it('can give it another name', async () => {
    const saved = { path: '/account/passkeys', kind: 'done', key: 'passkey.edit.saved' };
    expect(await told(await change({ name: 'Desk', decision: 'save' }))).toEqual(saved);
    expect(await listed()).toMatchObject([{ name: 'Desk' }]);
    expect(await told(await change({ name: ' ', decision: 'save' }))).toMatchObject({ kind: 'problem' });
    expect(await listed()).toMatchObject([{ name: 'Desk' }]);
  });

  it('asks once before its removal', async () => {
    const { db: before, now } = provider.context();
    const times = { createdAt: now, lastUsedAt: now, expiresAt: new Date(now.getTime() + 1000) };
    await before.trustedDevice.create({ data: { hash: 'h', id: 'd', sub: (await alice.session()).sub, ...times } });
    expect(await told(await change({ decision: 'remove' }))).toMatchObject({ kind: 'confirm' });
    expect(await listed()).toHaveLength(1);
    expect(await told(await change({ decision: 'remove', confirmed: '1' }))).toMatchObject({
      path: '/account/passkeys',
      key: 'passkey.edit.removed',
    });
    expect(await listed()).toEqual([]);
    const { db } = provider.context();
    expect(await db.auditEvent.count({ where: { type: 'factor.removed' } })).toBe(1);
    expect(await db.accountNotice.count({ where: { kind: 'factor_removed' } })).toBe(1);
    expect(await db.trustedDevice.count()).toBe(0);
    expect(await db.recoveryCode.count()).toBe(0);
    expect((await change({ decision: 'remove', confirmed: '1' })).status).toBe(404);
  });

  it('keeps the last passkey if a second factor is required', async () => {
    await provider.configure({ ...fixtures, portal: { second_factor: 'required' } });
    const answer = { kind: 'problem', key: 'passkey.edit.problem.needed_by_policy' };
    expect(await told(await change({ decision: 'remove', confirmed: '1' }))).toMatchObject(answer);
    expect(await listed()).toHaveLength(1);
  });

  it.each<[string, object[], object]>([
    ['goes where the person can sign in at a provider', [{}], { key: 'passkey.edit.removed' }],
    ['stays where the provider was deleted', [], { key: 'passkey.edit.problem.only_way' }],
    ['stays where the provider was disabled', [{ enabled: false }], { key: 'passkey.edit.problem.only_way' }],
    [
      'stays where the provider is another one by now',
      [{ issuer: 'https://other.test' }],
      { key: 'passkey.edit.problem.only_way' },
    ],
  ])('%s', async (_, providers, expected) => {
    const corp = { name: 'corp', display_name: 'Contoso', type: 'oidc', issuer: 'https://idp.test', client_id: 'x' };
    const configured = providers.map((change) => ({ ...corp, ...change }));
    await provider.configure({ ...fixtures, identity_providers: configured, portal: { recovery: 'off' } });
    const { db, now } = provider.context();
    const { sub } = await alice.session();
    const identity = { provider: 'corp', issuer: 'https://idp.test', subject: 'alice', sub, claims: '[]' };
    await db.userIdentity.create({ data: { ...identity, createdAt: now, lastUsedAt: now } });
    await db.user.update({ where: { sub }, data: { passwordHash: null } });
    expect(await told(await change({ decision: 'remove', confirmed: '1' }))).toMatchObject(expected);
  });

  it('is allowed only for its person', async () => {
    const bob = await signInToAccount(provider, 'bob');
    expect((await change({ decision: 'remove', confirmed: '1' }, bob)).status).toBe(404);
    expect((await change({ name: 'Mine', decision: 'save' }, bob)).status).toBe(404);
    const id = authenticator.credentials[0]?.id ?? '';
    expect(await readPasskey((await bob.session()).user, id, provider.context())).toBeNull();
    expect(await listed()).toMatchObject([{ name: 'Laptop' }]);
  });

  it('requires a fresh sign-in (security #183)', async () => {
    provider.advance(2 * 60 * 60);
    expect(locationOf(await change({ decision: 'remove', confirmed: '1' }))).toMatch(/\/login\?interaction=/);
    expect(await listed()).toHaveLength(1);
  });
});

describe('with passkeys: off', () => {
  beforeEach(() => provider.configure({ ...fixtures, portal: { passkeys: 'off' } }));

  it.each(passkeyPages)('there is no page $path, and nobody signs in for one', async ({ exists }) => {
    expect(exists?.(provider.context(), await alice.session())).toBe(false);
    await provider.configure({ ...fixtures, portal: { passkeys: 'on' } });
    expect(exists?.(provider.context(), await alice.session())).toBe(true);
  });

  it('there are no pages, no challenge and no endpoints', async () => {
    expect(await listed()).toBeUndefined();
    expect((await askForChallenge(alice)).status).toBe(404);
    expect((await alice.send('account/passkeys/new', { decision: 'save' })).status).toBe(404);
    expect((await alice.send('account/passkeys/abc', { decision: 'remove' })).status).toBe(404);
    expect((await provider.send('/.well-known/passkey-endpoints')).status).toBe(404);
  });
});

describe('/.well-known/passkey-endpoints', () => {
  it('links to the pages', async () => {
    const response = await createPerson(provider).get('/.well-known/passkey-endpoints');
    expect(response.status).toBe(200);
    expect(bodyOf(response)).toEqual({
      enroll: `${issuer}/account/passkeys/new`,
      manage: `${issuer}/account/passkeys`,
    });
  });

  it('is not found if the issuer is an IP address, which is not a valid RP ID', async () => {
    const other = await createTestProvider(fixtures, { SIGNET_ISSUER: 'https://192.0.2.7' });
    expect((await other.send('/.well-known/passkey-endpoints')).status).toBe(404);
    await other.close();
  });
});
