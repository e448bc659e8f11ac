import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listEvents } from '#lib/audit/event-store';
import { transaction } from '#lib/db/transaction';
import { decideFactor, nothingAsked, twoStepReasons } from '#lib/factors/decide-factor';
import { removePasskey } from '#lib/factors/passkeys/passkey-store';
import { findAccountAtSignIn, findPersonFactors } from '#lib/factors/person-factors-store';
import { type Proof, writeProofs } from '#lib/factors/proof';
import { replaceRecoveryCodes } from '#lib/factors/recovery-code-store';
import { createRecoveryCodes, type NewRecoveryCodes } from '#lib/factors/recovery-codes';
import { endTwoStep, setTwoStep } from '#lib/factors/two-step-store';
import { readFactorPage } from '#lib/login/second-factor/read';
import { type AccountHolder, answerKept, sendWhile, signInToAccount } from '#lib/testing/account';
import { byPassword } from '#lib/testing/authentication';
import { fixtures, secrets } from '#lib/testing/fixtures';
import { givePasskey } from '#lib/testing/passkey-holder';
import { createPerson, locationOf, password } from '#lib/testing/person';
import { basic, bodyOf, createTestProvider, issuer, type TestProvider } from '#lib/testing/provider';
import { takeMails, tokenIn } from '#lib/testing/queued-mails';
import { cookieHeaderOf } from '#lib/testing/sign-out';
import { createAuthenticator } from '#lib/testing/software-authenticator';
import { proven } from '#lib/vocabulary/account-proof';
import { recoveryFactors } from '../recovery/recovery-factor';

const legacy = {
  client_id: 'legacy',
  client_secrets: [{ value: secrets.web }],
  grant_types: ['password'],
  scope: 'openid profile',
};
const users = [
  { username: 'alice', password, claims: { email: 'alice@corp.example', email_verified: true } },
  { username: 'root', password, admin: 'owner' },
];
const configuration = { ...fixtures, users, clients: [...fixtures.clients, legacy] };
const mailing = { SMTP_URL: 'smtp://127.0.0.1:1', SIGNET_MAIL_FROM: 'id@op.test' };
const page = 'account/two-step';

let provider: TestProvider;
let codes: NewRecoveryCodes;
let alice: AccountHolder;
let sub: string;
let key: string;

beforeAll(async () => {
  provider = await createTestProvider(configuration, mailing);
  codes = await createRecoveryCodes();
});
afterAll(() => provider.close());

/** Alice has a passkey and recovery codes, the switch is off, and she showed a second factor in her session. */
beforeEach(async () => {
  provider.advance(3600);
  await setPolicy({});
  const { db } = provider.context();
  await db.passkey.deleteMany();
  await db.recoveryCode.deleteMany();
  await db.trustedDevice.deleteMany();
  await db.user.updateMany({ data: { twoStep: false } });
  await db.auditSeal.deleteMany();
  await db.auditEvent.deleteMany();
  alice = await signInToAccount(provider);
  ({ sub } = await alice.session());
  key = await givePasskey(provider, createAuthenticator({ origin: issuer }));
  await giveCodes();
  await showSecondFactor(alice);
  await takeMails(provider.context());
});

const setPolicy = (portal: object) => provider.configure({ ...configuration, portal });
const giveCodes = () => {
  const { db, now } = provider.context();
  return transaction(db, (tx) => replaceRecoveryCodes(tx, proven('person', sub), codes, now));
};
const turn = (isOn: boolean) => transaction(provider.context().db, (tx) => setTwoStep(tx, proven('person', sub), isOn));
const isOn = async () => (await provider.context().db.user.findUniqueOrThrow({ where: { sub } })).twoStep;

async function showSecondFactor(holder: AccountHolder) {
  const { sid } = await holder.session();
  const proofs = writeProofs([...byPassword.proofs, { factor: 'totp', at: new Date(0) }]);
  await provider.context().db.session.update({ where: { sid }, data: { proofs } });
}

async function told(response: Awaited<ReturnType<AccountHolder['send']>>) {
  const { path, kept } = answerKept(provider, response, sub);
  if (kept === null || kept.kind === 'typed') return { path };
  return { path, key: kept.kind === 'confirm' ? kept.heading.key : kept.words.key };
}

const trust = async () => {
  const { db, now } = provider.context();
  const times = { createdAt: now, lastUsedAt: now, expiresAt: new Date(now.getTime() + 1_000_000) };
  await db.trustedDevice.create({ data: { hash: 'h', id: 'd', sub, ...times } });
};

describe('the switch', () => {
  it('is turned on and off, once asked back, with an event and a mail each (accounts: factors)', async () => {
    const { db } = provider.context();
    await trust();
    expect(await told(await alice.send(page, { decision: 'turn_on' }))).toEqual({
      path: '/account/security',
      key: 'account.two_step.turned_on',
    });
    expect([await isOn(), await db.trustedDevice.count()]).toEqual([true, 1]);
    const asked = answerKept(provider, await alice.send(page, { decision: 'turn_off' }), sub).kept;
    expect(asked).toMatchObject({ kind: 'confirm', heading: { key: 'account.two_step.confirm' } });
    expect(await isOn()).toBe(true);
    const off = await alice.send(page, { decision: 'turn_off', confirmed: '1' });
    expect(await told(off)).toMatchObject({ key: 'account.two_step.turned_off' });
    expect([await isOn(), await db.trustedDevice.count()]).toEqual([false, 0]);
    const events = await listEvents(db, { types: ['factor.updated'], targetId: sub }, 5);
    expect(events.map(({ details }) => JSON.parse(details)).sort((a, b) => a.on - b.on)).toMatchObject([
      { factor: 'two_step', on: false },
      { factor: 'two_step', on: true },
    ]);
    const mails = (await takeMails(provider.context())).filter(({ kind }) => kind.startsWith('factor_'));
    expect(
      mails.map(({ kind, values }) => ({ kind, values })).sort((a, b) => a.kind.localeCompare(b.kind)),
    ).toMatchObject([
      { kind: 'factor_added', values: { factor: 'two_step' } },
      { kind: 'factor_removed', values: { factor: 'two_step' } },
    ]);
  });

  it('needs a fresh sign-in with a second factor, whatever it says (security #183)', async () => {
    const other = await signInToAccount(provider);
    expect(locationOf(await other.send(page, { decision: 'turn_on' }))).toMatch(/\/login\?interaction=/);
    expect(await isOn()).toBe(false);
  });

  it('needs a passkey, and does not exist where the policy asks nobody', async () => {
    const { db } = provider.context();
    await db.passkey.deleteMany();
    expect(await told(await alice.send(page, { decision: 'turn_on' }))).toMatchObject({
      key: 'account.two_step.needs_factor',
    });
    await setPolicy({ second_factor: 'off' });
    expect((await alice.send(page, { decision: 'turn_on' })).status).toBe(404);
    expect(await isOn()).toBe(false);
  });

  it('stays off if another tab removes the last passkey at once', async () => {
    const response = await sendWhile(provider, alice, [page, { decision: 'turn_on' }], async () => {
      const proof = proven('person', sub);
      await transaction(provider.context().db, async (tx) => {
        await removePasskey(tx, proof, key);
        await endTwoStep(tx, proof);
      });
    });
    expect(await told(response)).toMatchObject({ key: 'account.two_step.needs_factor' });
    expect(await isOn()).toBe(false);
  });

  it('goes off with the last passkey, which the question says, and not with an earlier one', async () => {
    await turn(true);
    const second = await givePasskey(provider, createAuthenticator({ origin: issuer }));
    const remove = (id: string, fields = {}) => alice.send(`account/passkeys/${id}`, { decision: 'remove', ...fields });
    const question = async (id: string) => (await remove(id)).again?.state;
    expect(await question(second)).toMatchObject({ confirm: { text: { key: 'passkey.edit.confirm.text_on' } } });
    await remove(second, { confirmed: '1' });
    expect(await isOn()).toBe(true);
    await showSecondFactor(alice);
    expect(await question(key)).toMatchObject({ confirm: { text: { key: 'passkey.edit.confirm.text_ends' } } });
    await remove(key, { confirmed: '1' });
    expect(await isOn()).toBe(false);
    const next = await givePasskey(provider, createAuthenticator({ origin: issuer }));
    await showSecondFactor(alice);
    expect(await question(next)).toMatchObject({ confirm: { text: { key: 'passkey.edit.confirm.text' } } });
  });
});

describe('what a passkey of an account asks for (accounts: two-step verification)', () => {
  const proofs: Readonly<Record<string, Proof>> = {
    password: { factor: 'password', at: new Date(0) },
    provider: { factor: 'provider', at: new Date(0), provider: 'corp', amr: [], level: 1 },
    'mailed code': { factor: 'email', at: new Date(0) },
    'passkey alone': { factor: 'passkey', at: new Date(0), userVerified: true, deviceBound: false },
  };
  const policy = { passkeys: true, emailSecondFactor: false };
  const cells = Object.keys(proofs).flatMap((name) =>
    [true, false].flatMap((withCodes) =>
      (['off', 'optional', 'required'] as const).flatMap((secondFactor) =>
        [true, false].map((on) => [name, withCodes, secondFactor, on] as const),
      ),
    ),
  );

  it.each(cells)('%s, recovery codes %s, policy %s, switch %s', async (name, withCodes, secondFactor, on) => {
    const { db, now } = provider.context();
    if (!withCodes) await db.recoveryCode.deleteMany();
    await turn(on);
    const proof = proofs[name];
    if (proof === undefined) throw new Error(name);
    const isAsked = name !== 'passkey alone' && (secondFactor === 'required' || (secondFactor === 'optional' && on));
    // A recovery code replaces a mailed code, and is no other factor beside it.
    const hasCodes = withCodes && name !== 'mailed code';
    const expected = isAsked
      ? { step: 'prove', factors: ['passkey', ...(hasCodes ? ['recovery'] : [])] }
      : { step: 'done' };
    for (const factors of [await findPersonFactors(db, sub), await findAccountAtSignIn(db, sub)]) {
      if (factors === null) throw new Error('no account');
      const situation = { policy: { ...policy, secondFactor }, factors, proofs: [proof], isTrusted: false, now };
      expect(decideFactor({ ...situation, asked: nothingAsked })).toEqual(expected);
    }
  });

  it.each([
    ['off', false, 303, '/account'],
    ['on', true, 303, '/login/factor'],
  ] as const)('leads a password to the page that follows while it is %s', async (_, on, status, path) => {
    await turn(on);
    const person = createPerson(provider);
    const way = await person.get('/account/sign-in?to=%2Faccount');
    const response = await person.signIn(way);
    expect([response.status, new URL(locationOf(response)).pathname]).toEqual([status, path]);
  });

  it('asks a person with a role, as soon as they have one and for as long', async () => {
    const { db } = provider.context();
    const reasons = async () => {
      const factors = await findPersonFactors(db, sub);
      return twoStepReasons({ policy: { ...policy, secondFactor: 'optional' }, factors });
    };
    expect(await reasons()).toEqual([]);
    await db.user.update({ where: { sub }, data: { admin: 'editor' } });
    expect(await reasons()).toEqual(['role']);
    await db.user.update({ where: { sub }, data: { admin: null } });
    expect(await reasons()).toEqual([]);
  });

  it.each([
    ['off', false, 200, undefined],
    ['on', true, 400, 'invalid_grant'],
  ] as const)('decides about the password grant while it is %s', async (_, on, status, error) => {
    await turn(on);
    const fields = { grant_type: 'password', username: 'alice', password, scope: 'openid' };
    const response = await provider.post('/connect/token', fields, { authorization: basic('legacy', secrets.web) });
    expect([response.status, bodyOf(response).error]).toEqual([status, error]);
  });

  it.each([
    ['off', false, {}, []],
    ['on', true, {}, ['passkey', 'recovery']],
    ['off, with a second factor required', false, { second_factor: 'required' }, ['passkey', 'recovery']],
    ['on, with passkeys off', true, { passkeys: 'off' }, []],
  ] as const)('decides about a recovery by mail while it is %s', async (_, on, portal, expected) => {
    await turn(on);
    await setPolicy(portal);
    expect(await recoveryFactors(sub, provider.context())).toEqual(expected);
  });

  it('keeps the passkeys in a recovery by mail, and whoever read the mail cannot remove them', async () => {
    await provider.post('/recover/submit', { identifier: 'alice', decision: 'continue' }, { origin: issuer });
    const token = tokenIn((await takeMails(provider.context())).find(({ kind }) => kind === 'recover'));
    const fields = { token, new_password: 'purple otter counts seventeen clocks', decision: 'continue' };
    const response = await provider.post('/recover/reset/submit', fields, { origin: issuer });
    expect(response.headers.location).toBe(`${issuer}/recover/reset?done=1`);
    const thief = createPerson(provider);
    const signedIn = await signInToAccount(provider, 'alice', {
      ...thief,
      signIn: (way, username) => thief.signIn(way, username, { password: fields.new_password }),
    });
    const removal = await signedIn.send(`account/passkeys/${key}`, { decision: 'remove', confirmed: '1' });
    expect(locationOf(removal)).toMatch(/\/login\?interaction=/);
    expect(await provider.context().db.passkey.count({ where: { sub } })).toBe(1);
  });
});

describe('a new password that an administrator requires (security #183, #206)', () => {
  beforeEach(async () => {
    await provider.context().db.passwordLink.deleteMany();
    await provider.context().db.user.update({ where: { sub }, data: { mustSetPassword: true } });
  });
  afterEach(async () => {
    await provider.context().db.user.update({ where: { sub }, data: { mustSetPassword: false } });
  });
  const signIn = async () => {
    const person = createPerson(provider);
    return { person, led: await person.signIn(await person.get('/account/sign-in?to=%2Faccount')) };
  };
  const pathOf = (response: Awaited<ReturnType<typeof signIn>>['led']) => new URL(locationOf(response)).pathname;

  it.each([
    ['off', {}],
    ['off', { second_factor: 'off' }],
    ['on', {}],
    ['on', { second_factor: 'required' }],
  ])('is set after the second factor, whatever the switch says: %s, policy %j', async (switched, portal) => {
    await turn(switched === 'on');
    await setPolicy(portal);
    const { person, led } = await signIn();
    expect(pathOf(led)).toBe('/login/factor');
    expect(await provider.context().db.passwordLink.count({ where: { sub } })).toBe(0);
    const interaction = new URL(locationOf(led)).searchParams.get('interaction') ?? '';
    const asked = { interaction, cookieHeader: cookieHeaderOf(person), method: 'recovery' };
    const shown = await readFactorPage(provider.context(), asked);
    if (shown.page !== 'second-factor') throw new Error(shown.page);
    expect(shown).toMatchObject({ method: 'recovery', others: ['passkey'], trustDays: null });
    const { csrf } = shown.form;
    const fields = { interaction, csrf, method: 'recovery', code: codes.codes[0] ?? '', decision: 'continue' };
    expect(pathOf(await person.submit('login/factor', fields))).toBe('/setup');
  });

  it('is set at once by somebody who has no second factor', async () => {
    const { db } = provider.context();
    await db.passkey.deleteMany();
    await db.recoveryCode.deleteMany();
    expect(pathOf((await signIn()).led)).toBe('/setup');
  });
});
