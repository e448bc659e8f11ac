import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hashHandle } from '#lib/crypto/hash';
import { transaction } from '#lib/db/transaction';
import { replaceRecoveryCodes } from '#lib/factors/recovery-code-store';
import { createRecoveryCodes } from '#lib/factors/recovery-codes';
import { metrics } from '#lib/metrics/metrics';
import { reserveAddress } from '#lib/ratelimit/reserve-address';
import { beforeTransaction } from '#lib/testing/around-transaction';
import { fixtures } from '#lib/testing/fixtures';
import { givePasskey } from '#lib/testing/passkey-holder';
import { answerOf, authorizeRequest, createPerson, locationOf, type Person } from '#lib/testing/person';
import { createTestProvider, encodeForm, type FormFields, issuer, type TestProvider } from '#lib/testing/provider';
import { recordedBy } from '#lib/testing/recorded-by';
import { createAuthenticator, type Deviation, type SoftwareAuthenticator } from '#lib/testing/software-authenticator';
import { proven } from '#lib/vocabulary/account-proof';
import { readEnrolPage } from '../enrol/read';
import { readFactorPage } from '../second-factor/read';
import { readLoginPage } from '../sign-in/read';
import { handleLoginSubmit } from '../sign-in/submit';

const tenants = [{ name: 'acme', display_name: 'Acme' }];
const people = fixtures.users.map((user) => ({ ...user, tenants: 'none' }));
const file = { ...fixtures, tenants, users: people };

let provider: TestProvider;
let authenticator: SoftwareAuthenticator;
let person: Person;
beforeAll(async () => {
  provider = await createTestProvider(file);
});
afterAll(() => provider.close());
beforeEach(async () => {
  await provider.configure(file);
  authenticator = createAuthenticator({ origin: issuer });
  person = createPerson(provider);
});
afterEach(async () => {
  const { db } = provider.context();
  for (const table of [db.passkey, db.recoveryCode, db.factorFailure]) {
    await (table as typeof db.passkey).deleteMany();
  }
});

type Answer = Parameters<SoftwareAuthenticator['get']>[1];

/** The parameter `claims` that asks for a level. */
const acr = (value: string) => JSON.stringify({ id_token: { acr: { essential: true, values: [value] } } });
const cookieOf = ({ cookies }: Person) => [...cookies].map((pair) => pair.join('=')).join('; ');

/** Opens a sign-in and returns what its forms need. */
async function begin(overrides: FormFields = {}, who = person) {
  const response = await who.get(authorizeRequest(overrides).path);
  const interaction = new URL(locationOf(response)).searchParams.get('interaction') ?? '';
  const page = await readLoginPage(provider.context(), { interaction, cookieHeader: cookieOf(who) });
  if (page.page !== 'login') throw new Error(`expected the login page, found ${page.page}`);
  return { interaction, csrf: page.form.csrf, response, page };
}

type Open = Pick<Awaited<ReturnType<typeof begin>>, 'interaction' | 'csrf'>;

async function askForChallenge({ interaction, csrf }: Open, purpose = 'sign_in', who = person) {
  const headers = { origin: issuer, cookie: cookieOf(who) };
  return provider.post('/login/passkey/challenge', { interaction, csrf, purpose }, headers);
}

/** Signs in as the script of the page does. */
async function show(open: Open, deviation: Answer = {}, who = person) {
  const options = JSON.parse((await askForChallenge(open, 'sign_in', who)).body);
  const passkey = authenticator.get(options, deviation);
  return who.submit('login', { interaction: open.interaction, csrf: open.csrf, decision: 'passkey', passkey });
}

async function problemOf({ interaction }: Open, who = person) {
  const page = await readLoginPage(provider.context(), { interaction, cookieHeader: cookieOf(who) });
  return page.page === 'login' ? page.problem : page.page;
}

const sessionsOf = async (username: string) => {
  const { db } = provider.context();
  const { sub } = await db.user.findFirstOrThrow({ where: { username } });
  return db.session.findMany({ where: { sub }, orderBy: { createdAt: 'desc' } });
};

describe('signing in with a passkey', () => {
  it('needs no username', async () => {
    await givePasskey(provider, authenticator, 'bob');
    const open = await begin();
    expect(locationOf(await show(open))).toMatch(`${issuer}/consent?`);
    const shown = (await sessionsOf('bob')).map(({ proofs }) => JSON.parse(proofs));
    expect(shown).toContainEqual([
      expect.objectContaining({ factor: 'passkey', userVerified: true, deviceBound: true }),
    ]);
  });

  it('starts no session if the account loses the passkey before it begins (security #104)', async () => {
    const id = await givePasskey(provider, authenticator, 'bob');
    await show(await begin());
    const authTimes = async () => (await sessionsOf('bob')).map(({ authTime }) => authTime);
    const before = await authTimes();
    provider.advance(60);
    const { interaction, csrf } = await begin({ prompt: 'login' });
    const options = JSON.parse((await askForChallenge({ interaction, csrf })).body);
    const body = encodeForm({ interaction, csrf, decision: 'passkey', passkey: authenticator.get(options) });
    const headers = { origin: issuer, 'content-type': 'application/x-www-form-urlencoded', cookie: cookieOf(person) };
    const request = { method: 'POST', path: '/login/submit', query: '', headers, body, clientAddress: '192.0.2.1' };
    const context = provider.context();
    const happen = () => context.db.passkey.delete({ where: { id } });
    const back = await handleLoginSubmit(request, { ...context, db: beforeTransaction(context.db, happen) });
    expect(locationOf(back)).toBe(`${issuer}/login?interaction=${interaction}`);
    expect(await authTimes()).toEqual(before);
  });

  it('is offered when passkeys are on', async () => {
    expect((await begin()).page.parts.map(({ method }) => method)).toContain('passkey');
    await provider.configure({ ...file, portal: { passkeys: 'off' } });
    const open = await begin();
    expect(open.page.parts.map(({ method }) => method)).not.toContain('passkey');
    expect((await askForChallenge(open)).status).toBe(404);
    const { interaction, csrf } = open;
    const response = await person.submit('login', { interaction, csrf, decision: 'passkey', passkey: '{}' });
    expect(response.status).toBe(400);
  });

  it('is complete without another step when a second factor is required', async () => {
    await provider.configure({ ...file, portal: { second_factor: 'required' } });
    await givePasskey(provider, authenticator, 'bob');
    expect(locationOf(await show(await begin()))).toMatch(`${issuer}/consent?`);
  });

  it.each<[string, Answer, string]>([
    ['a person who was not verified', { userVerified: false }, 'passkey_refused'],
    ['another origin', { origin: 'https://evil.test' }, 'passkey_refused'],
    ['a frame of another site', { crossOrigin: true }, 'passkey_refused'],
    ['a passkey that no account has', { id: 'AAAAAAAAAAAAAAAAAAAAAA' }, 'passkey_unknown'],
    ['a challenge that was not given', { challenge: 'A'.repeat(43) }, 'passkey_expired'],
    ['a copy of the authenticator', { counter: 1 }, 'passkey_copied'],
  ])('refuses %s, and nobody is signed in (security #96)', async (_, deviation, problem) => {
    await givePasskey(provider, authenticator);
    const before = await sessionsOf('alice');
    const open = await begin();
    expect(locationOf(await show(open, deviation))).toBe(`${issuer}/login?interaction=${open.interaction}`);
    expect(await problemOf(open)).toBe(problem);
    expect(await sessionsOf('alice')).toHaveLength(before.length);
  });

  it.each<[string, string]>([
    ['what is no answer', '{}'],
    ['an answer to no challenge of ours', ''],
  ])('records nothing of %s', async (_, passkey) => {
    const { db } = provider.context();
    await givePasskey(provider, authenticator);
    const before = await db.auditEvent.count();
    const { interaction, csrf } = await begin();
    const answer = passkey === '' ? authenticator.get({ challenge: 'A'.repeat(43), rpId: 'op.test' }) : passkey;
    await person.submit('login', { interaction, csrf, decision: 'passkey', passkey: answer });
    expect(await db.auditEvent.count()).toBe(before);
  });

  it('records at most a hundred refusals from one address in 15 minutes', async () => {
    const { db, now } = provider.context();
    await givePasskey(provider, authenticator);
    const from = createPerson(provider, '192.0.2.200');
    await reserveAddress(
      db,
      '192.0.2.200',
      { name: 'passkey-failed', perAddress: 100, windowSeconds: 900, uses: 99 },
      now,
    );
    const before = await db.auditEvent.count();
    for (let wrong = 0; wrong < 2; wrong += 1) {
      await show(await begin({}, from), { id: 'AAAAAAAAAAAAAAAAAAAAAA' }, from);
    }
    expect((await db.auditEvent.count()) - before).toBe(1);
  });

  it('records what the verification said', async () => {
    const { db } = provider.context();
    await givePasskey(provider, authenticator);
    const [event] = await recordedBy(db, { types: ['sign_in.failed'] }, async () =>
      show(await begin(), { crossOrigin: true }),
    );
    expect(JSON.parse(event?.details ?? '')).toEqual({
      problem: 'not_verified',
      via: 'sign_in',
      factor: 'passkey',
      detail: 'the ceremony was held in a frame',
    });
  });

  it('counts among the sign-ins of the metrics', async () => {
    await givePasskey(provider, authenticator);
    const count = async (outcome: string) => {
      const { values } = await metrics().signIns.get();
      return values.find(({ labels }) => labels.outcome === outcome)?.value ?? 0;
    };
    const before = [await count('success'), await count('counter_went_back')];
    await show(await begin());
    const other = createPerson(provider);
    await show(await begin({}, other), { counter: 1 }, other);
    expect([await count('success'), await count('counter_went_back')]).toEqual(before.map((one) => one + 1));
  });

  it('admits a person who must set a new password: the old one was not shown', async () => {
    const { db } = provider.context();
    const where = { username: 'bob' };
    await givePasskey(provider, authenticator, 'bob');
    await db.user.updateMany({ where, data: { mustSetPassword: true } });
    try {
      expect(locationOf(await show(await begin()))).toMatch(`${issuer}/consent?`);
    } finally {
      await db.user.updateMany({ where, data: { mustSetPassword: false } });
    }
  });

  it('is refused for a client that admits no sign-in here', async () => {
    await givePasskey(provider, authenticator);
    const open = await begin();
    const options = JSON.parse((await askForChallenge(open)).body);
    const [web] = fixtures.clients;
    await provider.configure({ ...file, clients: [{ ...web, local_login: false }] });
    expect((await askForChallenge(open)).status).toBe(409);
    const passkey = authenticator.get(options);
    const { interaction, csrf } = open;
    const response = await person.submit('login', { interaction, csrf, decision: 'passkey', passkey });
    expect([response.status, response.headers.location]).toEqual([400, undefined]);
  });

  it('gets a limited number of challenges from one address, each of which leaves a row (security #182)', async () => {
    const { db, now } = provider.context();
    const from = createPerson(provider, '192.0.2.201');
    const open = await begin({}, from);
    const limit = { name: 'passkey-challenge', perAddress: 2000, windowSeconds: 300 };
    await reserveAddress(db, '192.0.2.201', { ...limit, uses: 1999 }, now);
    const ask = () =>
      provider.send('/login/passkey/challenge', {
        body: encodeForm({ interaction: open.interaction, csrf: open.csrf, purpose: 'sign_in' }),
        headers: { origin: issuer, 'content-type': 'application/x-www-form-urlencoded', cookie: cookieOf(from) },
        clientAddress: '192.0.2.201',
      });
    expect((await ask()).status).toBe(200);
    expect(await ask()).toMatchObject({ status: 429, headers: { 'retry-after': expect.stringMatching(/^\d+$/) } });
  });

  it('records a copied authenticator, and its account', async () => {
    const { db } = provider.context();
    await givePasskey(provider, authenticator);
    const [event] = await recordedBy(db, { types: ['sign_in.failed'] }, async () =>
      show(await begin(), { counter: 1 }),
    );
    expect(event).toMatchObject({ actorName: 'alice' });
    expect(JSON.parse(event?.details ?? '')).toMatchObject({ problem: 'counter_went_back', factor: 'passkey' });
  });

  it('accepts a challenge only in its own sign-in (security #96)', async () => {
    await givePasskey(provider, authenticator);
    const other = await begin();
    const options = JSON.parse((await askForChallenge(other)).body);
    const open = await begin({ state: 's2' });
    const passkey = authenticator.get(options);
    const { interaction, csrf } = open;
    await person.submit('login', { interaction, csrf, decision: 'passkey', passkey });
    expect(await problemOf(open)).toBe('passkey_expired');
  });

  it('refuses people who may not sign in', async () => {
    await givePasskey(provider, authenticator, 'off');
    const open = await begin();
    await show(open);
    expect(await problemOf(open)).toBe('passkey_refused');
    expect(await sessionsOf('off')).toEqual([]);
  });

  it('is limited to the people of the tenant', async () => {
    await givePasskey(provider, authenticator);
    const open = await begin({ acr_values: 'tenant:acme' });
    await show(open);
    expect(await problemOf(open)).toBe('wrong_tenant');
  });

  it('gives challenges only to forms of its own sign-in', async () => {
    const open = await begin();
    const stranger = createPerson(provider);
    expect((await askForChallenge(open, 'sign_in', stranger)).status).toBe(403);
    expect((await askForChallenge({ ...open, csrf: 'wrong' })).status).toBe(403);
    expect((await askForChallenge(open, 'second_factor')).status).toBe(409);
    expect((await askForChallenge(open, 'registration')).status).toBe(409);
    expect((await askForChallenge(open, 'anything')).status).toBe(409);
  });

  it.each<[string, string, boolean, readonly string[]]>([
    ['whose passkey is asked for', 'bob', true, ['second_factor']],
    ['who has to add a factor', 'bob', false, ['registration']],
    ['whose other factor is asked for', 'alice', false, []],
  ])('gives challenges for the missing factor of a person %s', async (_, username, hasPasskey, expected) => {
    await provider.configure({ ...file, portal: { second_factor: 'required' } });
    if (hasPasskey) await givePasskey(provider, authenticator, username);
    if (expected.length === 0) await giveRecoveryCodes(username);
    const open = await begin();
    await person.signIn(open.response, username);
    const given: string[] = [];
    for (const purpose of ['second_factor', 'registration', 'anything']) {
      if ((await askForChallenge(open, purpose)).status === 200) given.push(purpose);
    }
    expect(given).toEqual(expected);
  });
});

async function giveRecoveryCodes(username: string): Promise<void> {
  const { db, now } = provider.context();
  const { sub } = await db.user.findFirstOrThrow({ where: { username } });
  const codes = await createRecoveryCodes();
  await transaction(db, (tx) => replaceRecoveryCodes(tx, proven('person', sub), codes, now));
}

describe('a passkey that is created when a second factor is required', () => {
  const make = async (open: Open, deviation: Deviation = {}) => {
    const asked = await askForChallenge(open, 'registration');
    const passkey = asked.status === 200 ? authenticator.create(JSON.parse(asked.body), deviation) : '';
    const { interaction, csrf } = open;
    return person.submit('login/enrol', { interaction, csrf, factor: 'passkey', decision: 'save', passkey });
  };
  const problemOfPage = async ({ interaction }: Open) => {
    const input = { interaction, cookieHeader: cookieOf(person), factor: 'passkey', setup: null };
    const page = await readEnrolPage(provider.context(), input);
    return page.page === 'enrol' ? page.problem : page.page;
  };
  beforeEach(async () => {
    await provider.configure({ ...file, portal: { second_factor: 'required' } });
  });

  it('counts at once, and comes with recovery codes', async () => {
    const open = await begin();
    expect(locationOf(await person.signIn(open.response, 'bob'))).toMatch(`${issuer}/login/enrol?`);
    const response = await make(open);
    expect(response.body.match(/data-recovery-code="[^"]+"/g)).toHaveLength(10);
    const { interaction, csrf } = open;
    const next = await person.submit('login/enrol', { interaction, csrf, decision: 'continue' });
    expect(locationOf(next)).toMatch(`${issuer}/consent?`);
    const shown = (await sessionsOf('bob')).map(({ proofs }) => JSON.parse(proofs));
    expect(shown).toContainEqual([
      expect.objectContaining({ factor: 'password' }),
      expect.objectContaining({ factor: 'passkey' }),
    ]);
  });

  it('needs no more than the requested level: presence is enough after the password', async () => {
    const open = await begin({ claims: acr('urn:signet:acr:2') });
    await person.signIn(open.response, 'bob');
    const response = await make(open, { userVerified: false });
    expect(response.body.match(/data-recovery-code="[^"]+"/g)).toHaveLength(10);
  });

  it('belongs to one account (WebAuthn §7.1 step 26)', async () => {
    const { db } = provider.context();
    const id = await givePasskey(provider, authenticator, 'alice');
    const open = await begin();
    await person.signIn(open.response, 'bob');
    const asked = JSON.parse((await askForChallenge(open, 'registration')).body);
    const made = authenticator.create(asked);
    const newId = authenticator.credentials.at(-1)?.id ?? '';
    await db.passkey.update({ where: { id }, data: { id: newId } });
    const { interaction, csrf } = open;
    const fields = { interaction, csrf, factor: 'passkey', decision: 'save', passkey: made };
    expect(locationOf(await person.submit('login/enrol', fields))).toMatch(`${issuer}/login/enrol?`);
    expect(await problemOfPage(open)).toBe('passkey_refused');
    expect(await db.passkey.count()).toBe(1);
  });

  it.each<[string, Deviation, string]>([
    ['of another origin', { origin: 'https://evil.test' }, 'passkey_refused'],
    ['with a challenge that was not given', { challenge: 'A'.repeat(43) }, 'passkey_expired'],
    ['that answers a sign-in', { type: 'webauthn.get' }, 'passkey_refused'],
  ])('is refused %s, and nobody is signed in (security #94, #96)', async (_, deviation, problem) => {
    const before = await sessionsOf('bob');
    const open = await begin();
    await person.signIn(open.response, 'bob');
    await make(open, deviation);
    expect(await problemOfPage(open)).toBe(problem);
    expect(await sessionsOf('bob')).toHaveLength(before.length);
    expect(await provider.context().db.passkey.count()).toBe(0);
  });

  it('must verify the person if the level needs it, and is not added otherwise', async () => {
    const open = await begin({ claims: acr('phr') });
    await person.signIn(open.response, 'bob');
    const asked = JSON.parse((await askForChallenge(open, 'registration')).body);
    expect(asked.authenticatorSelection.userVerification).toBe('required');
    const input = { interaction: open.interaction, cookieHeader: cookieOf(person), factor: 'passkey', setup: null };
    expect(await readEnrolPage(provider.context(), input)).toMatchObject({ needsBound: false });
    await make(open, { userVerified: false });
    expect(await problemOfPage(open)).toBe('passkey_refused');
    expect(await provider.context().db.passkey.count()).toBe(0);
  });

  it('does not enforce a level that the application only wishes for', async () => {
    const open = await begin({ acr_values: 'phr' });
    await person.signIn(open.response, 'bob');
    const asked = JSON.parse((await askForChallenge(open, 'registration')).body);
    expect(asked.authenticatorSelection.userVerification).not.toBe('required');
  });
});

describe('a passkey that must be bound to its device', () => {
  const claims = acr('phrh');
  const synced = createAuthenticator({ origin: issuer, synced: true });
  const make = async (open: Open, by = authenticator) => {
    const asked = JSON.parse((await askForChallenge(open, 'registration')).body);
    const { interaction, csrf } = open;
    const fields = { interaction, csrf, factor: 'passkey', decision: 'save', passkey: by.create(asked) };
    return person.submit('login/enrol', fields);
  };
  const readPage = async ({ interaction }: Open) =>
    readEnrolPage(provider.context(), { interaction, cookieHeader: cookieOf(person), factor: 'passkey', setup: null });

  it('is not added if it is synced: the page says so', async () => {
    const open = await begin({ claims });
    expect(locationOf(await person.signIn(open.response, 'bob'))).toMatch(`${issuer}/login/enrol?`);
    expect(await readPage(open)).toMatchObject({ page: 'enrol', problem: null, needsBound: true, factor: 'passkey' });
    const asked = JSON.parse((await askForChallenge(open, 'registration')).body);
    expect(asked.hints).toEqual(['security-key', 'client-device']);
    expect(locationOf(await make(open, synced))).toMatch(`${issuer}/login/enrol?`);
    expect(await provider.context().db.passkey.count()).toBe(0);
    expect(await readPage(open)).toMatchObject({ problem: 'passkey_synced' });

    expect((await make(open)).body.match(/data-recovery-code="[^"]+"/g)).toHaveLength(10);
    const { interaction, csrf } = open;
    const next = await person.submit('login/enrol', { interaction, csrf, decision: 'continue' });
    expect(locationOf(next)).toMatch(`${issuer}/consent?`);
  });

  it('is required of a person whose passkeys are all synced, after one of those', async () => {
    await givePasskey(provider, synced, 'bob');
    const open = await begin({ claims });
    expect(locationOf(await person.signIn(open.response, 'bob'))).toMatch(`${issuer}/login/factor?`);
    const asked = JSON.parse((await askForChallenge(open, 'second_factor')).body);
    const { interaction, csrf } = open;
    const shown = { interaction, csrf, method: 'passkey', decision: 'continue', passkey: synced.get(asked) };
    expect(locationOf(await person.submit('login/factor', shown))).toMatch(`${issuer}/login/enrol?`);
    expect(locationOf(await make(open))).toMatch(`${issuer}/consent?`);
  });

  it('can be declined, and the application gets an error', async () => {
    const open = await begin({ claims });
    await person.signIn(open.response, 'bob');
    await make(open, synced);
    const { interaction, csrf } = open;
    const back = await person.submit('login/enrol', { interaction, csrf, decision: 'cancel' });
    expect(locationOf(back)).toContain('error=access_denied');
  });

  it('may be synced when the application only wishes for the level', async () => {
    await provider.configure({ ...file, portal: { second_factor: 'required' } });
    const open = await begin({ acr_values: 'phrh' });
    await person.signIn(open.response, 'bob');
    expect(await readPage(open)).toMatchObject({ needsBound: false });
    expect((await make(open, synced)).body).toContain('data-recovery-code');
  });
});

describe('a passkey as second factor', () => {
  const showSecond = async (open: Open, deviation: Answer = {}) => {
    const asked = await askForChallenge(open, 'second_factor');
    const passkey = asked.status === 200 ? authenticator.get(JSON.parse(asked.body), deviation) : '';
    const fields = { interaction: open.interaction, csrf: open.csrf, method: 'passkey', decision: 'continue', passkey };
    return person.submit('login/factor', fields);
  };
  const problemOfFactor = async ({ interaction }: Open) => {
    const page = await readFactorPage(provider.context(), {
      interaction,
      cookieHeader: cookieOf(person),
      method: null,
    });
    return page.page === 'second-factor' ? page.problem : page.page;
  };

  it('follows the password, and both count', async () => {
    await givePasskey(provider, authenticator, 'bob');
    const open = await begin();
    expect(locationOf(await person.signIn(open.response, 'bob'))).toMatch(`${issuer}/login/factor?`);
    expect(locationOf(await showSecond(open, { userVerified: false }))).toMatch(`${issuer}/consent?`);
    const shown = (await sessionsOf('bob')).map(({ proofs }) => JSON.parse(proofs));
    expect(shown).toContainEqual([
      expect.objectContaining({ factor: 'password' }),
      expect.objectContaining({ factor: 'passkey', userVerified: false }),
    ]);
  });

  it('must belong to the same person (security #96)', async () => {
    await givePasskey(provider, authenticator, 'bob');
    const [own] = authenticator.credentials;
    await givePasskey(provider, authenticator, 'alice');
    const open = await begin();
    await person.signIn(open.response, 'bob');
    await showSecond(open, { userHandle: own?.userHandle ?? null });
    expect(await problemOfFactor(open)).toBe('passkey_refused');
    if (own === undefined) throw new Error('no passkey was made');
    expect(locationOf(await showSecond(open, { of: own }))).toMatch(`${issuer}/consent?`);
  });

  it('of a copied authenticator is recorded as such (security #96)', async () => {
    await givePasskey(provider, authenticator, 'bob');
    const open = await begin();
    await person.signIn(open.response, 'bob');
    const { db } = provider.context();
    const [event] = await recordedBy(db, { types: ['sign_in.failed'] }, () => showSecond(open, { counter: 1 }));
    expect(JSON.parse(event?.details ?? '')).toEqual({ problem: 'counter_went_back', factor: 'passkey' });
    expect(await problemOfFactor(open)).toBe('passkey_copied');
  });

  it('cannot be skipped by an empty answer (security #94)', async () => {
    await givePasskey(provider, authenticator, 'bob');
    const before = await sessionsOf('bob');
    const open = await begin();
    await person.signIn(open.response, 'bob');
    const { interaction, csrf } = open;
    await person.submit('login/factor', { interaction, csrf, method: 'passkey', decision: 'continue' });
    expect(await problemOfFactor(open)).toBe('passkey_refused');
    expect(await sessionsOf('bob')).toHaveLength(before.length);
  });

  it('does not accept a challenge of a sign-in (security #96)', async () => {
    await givePasskey(provider, authenticator, 'bob');
    const open = await begin();
    const early = JSON.parse((await askForChallenge(open)).body);
    await person.signIn(open.response, 'bob');
    await showSecond(open, { challenge: early.challenge });
    expect(await problemOfFactor(open)).toBe('passkey_expired');
  });

  it('is requested once when a wished level needs more than it can show', async () => {
    await givePasskey(provider, authenticator, 'bob');
    const open = await begin({ acr_values: 'phr' });
    await person.signIn(open.response, 'bob');
    const done = await showSecond(open, { userVerified: false });
    expect(locationOf(done)).toMatch(`${issuer}/consent?`);
    const { code = '' } = answerOf(await person.allow(done));
    const where = { hash: hashHandle(code) };
    const { db } = provider.context();
    const { grantId } = await db.authorizationCode.findUniqueOrThrow({ where });
    const grant = await db.grant.findUniqueOrThrow({ where: { id: grantId } });
    expect(grant.acr).toBe('urn:signet:acr:2');
  });

  it('reaches the requested level', async () => {
    await givePasskey(provider, authenticator, 'bob');
    const open = await begin({ acr_values: 'phrh' });
    await person.signIn(open.response, 'bob');
    const asked = JSON.parse((await askForChallenge(open, 'second_factor')).body);
    expect(asked.userVerification).toBe('required');
    const allowed = await person.allow(await showSecond(open));
    expect(answerOf(allowed).code).toBeDefined();
  });
});
