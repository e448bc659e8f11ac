import { TOTP } from 'otpauth';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Handler } from '#lib/context';
import { hashHandle } from '#lib/crypto/hash';
import { transaction } from '#lib/db/transaction';
import { saveAuthenticator } from '#lib/factors/authenticator-store';
import { writeProofs } from '#lib/factors/proof';
import { replaceRecoveryCodes } from '#lib/factors/recovery-code-store';
import { createRecoveryCodes, type NewRecoveryCodes } from '#lib/factors/recovery-codes';
import { parseTotpKey } from '#lib/factors/totp';
import type { HttpResponse } from '#lib/http/types';
import { reserve } from '#lib/ratelimit/reserve';
import { deleteUsers } from '#lib/sessions/delete-user';
import { signOutUser } from '#lib/sessions/sign-out';
import { beforeTransaction } from '#lib/testing/around-transaction';
import { fixtureClient, fixtures, secrets } from '#lib/testing/fixtures';
import { answerOf, authorizeRequest, createPerson, locationOf, type Person, password } from '#lib/testing/person';
import {
  basic,
  bodyOf,
  createTestProvider,
  encodeForm,
  type FormFields,
  issuer,
  type TestProvider,
} from '#lib/testing/provider';
import { recordedBy } from '#lib/testing/recorded-by';
import { cookieHeaderOf } from '#lib/testing/sign-out';
import { wokenJobs } from '#lib/testing/woken-jobs';
import { findPasswordLink } from '#lib/users/password-link';
import { findUserByUsername } from '#lib/users/user-store';
import { proven } from '#lib/vocabulary/account-proof';
import { readEnrolPage } from '../enrol/read';
import { handleEnrolSubmit } from '../enrol/submit';
import { readPostedForm } from '../read-form';
import { readLoginPage } from '../sign-in/read';
import { handleLoginSubmit } from '../sign-in/submit';
import { totpMethod } from '.';
import { readFactorPage } from './read';
import { recoveryMethod } from './recovery';
import type { SecondFactorMethod } from './second-factor-method';
import { handleFactorSubmit } from './submit';

const key = parseTotpKey('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ') ?? never();
const silent = { ...fixtureClient('web'), client_id: 'silent', require_consent: false };
const strict = { ...silent, client_id: 'strict', minimum_acr: 'urn:signet:acr:2' };
const portal = { second_factor: 'optional', admin_second_factor: 'optional', passkeys: 'on', acr_aliases: {} };
const wishing = { ...silent, client_id: 'wishing', default_acr_values: ['urn:signet:acr:2'] };
const legacy = {
  client_id: 'legacy',
  client_secrets: [{ value: secrets.web }],
  grant_types: ['password'],
  scope: 'openid profile',
};
const configuration = { ...fixtures, clients: [fixtureClient('web'), silent, strict, wishing, legacy], portal };

let provider: TestProvider;
let recovery: NewRecoveryCodes;

beforeAll(async () => {
  provider = await createTestProvider(configuration);
  recovery = await createRecoveryCodes();
});
afterAll(() => provider.close());

beforeEach(async () => {
  const { db, settings, now } = provider.context();
  const { sub } = (await findUserByUsername(db, 'alice')) ?? never();
  await transaction(db, async (tx) => {
    await saveAuthenticator(tx, proven('person', sub), { key, step: null }, { secret: settings.secret, now });
    await replaceRecoveryCodes(tx, proven('person', sub), recovery, now);
  });
});

afterEach(async () => {
  const { db } = provider.context();
  for (const table of [db.authenticator, db.recoveryCode, db.trustedDevice, db.factorFailure, db.rateLimit]) {
    await (table as typeof db.rateLimit).deleteMany();
  }
  await db.user.updateMany({ where: { username: 'alice' }, data: { enabled: true } });
  await provider.configure(configuration);
  // Codes of the next test belong to later steps.
  provider.advance(120);
});

const code = (seconds = 0) =>
  new TOTP({ secret: key }).generate({ timestamp: provider.context().now.getTime() + seconds * 1000 });

const ask = (person: Person, parameters: FormFields = {}) =>
  person.get(authorizeRequest({ client_id: 'silent', ...parameters }).path);

const pageInput = (person: Person, response: HttpResponse) => ({
  interaction: new URL(locationOf(response)).searchParams.get('interaction'),
  cookieHeader: cookieHeaderOf(person),
});

async function factorPage(person: Person, response: HttpResponse, method: string | null = null) {
  const page = await readFactorPage(provider.context(), { ...pageInput(person, response), method });
  if (page.page !== 'second-factor') throw new Error(`no page of a factor but ${JSON.stringify(page)}`);
  return page;
}

async function answer(person: Person, response: HttpResponse, fields: FormFields) {
  const { form } = await factorPage(person, response);
  const typed = { interaction: form.interaction ?? '', csrf: form.csrf, method: 'totp', decision: 'continue' };
  return person.submit('login/factor', { ...typed, ...fields });
}

/** A person who has shown the password. */
async function halfway(parameters: FormFields = {}, person = createPerson(provider)) {
  const response = await person.signIn(await ask(person, parameters));
  expect(locationOf(response)).toContain('/login/factor?');
  return { person, response };
}

const pathOf = (response: HttpResponse) => new URL(locationOf(response)).pathname;
const problemOf = async (person: Person, response: HttpResponse) => {
  const method = new URL(locationOf(response)).searchParams.get('method');
  return (await factorPage(person, response, method)).problem;
};
const sessions = async () => {
  const { db } = provider.context();
  const sub = ((await findUserByUsername(db, 'alice')) ?? never()).sub;
  return db.session.count({ where: { endedAt: null, sub } });
};

/** The claims of the ID token of a code. */
async function idToken(response: HttpResponse): Promise<Record<string, unknown>> {
  const hash = hashHandle(answerOf(response).code ?? '');
  const { db: stored } = provider.context();
  const { grantId } = await stored.authorizationCode.findUniqueOrThrow({ where: { hash } });
  const grant = await stored.grant.findUniqueOrThrow({ where: { id: grantId } });
  return { acr: grant.acr, amr: grant.amr?.split(' '), authTime: grant.authTime };
}

describe('a sign-in with two factors', () => {
  it('has no session before the second one, and reports both in the token (security #94, #98)', async () => {
    const before = await sessions();
    const { person, response } = await halfway();
    expect(await sessions()).toBe(before);
    expect(locationOf(await ask(person, { prompt: 'none' }))).toContain('error=login_required');
    const done = await answer(person, response, { code: code() });
    expect(await idToken(done)).toMatchObject({ acr: 'urn:signet:acr:2', amr: ['pwd', 'otp', 'mfa'] });
    expect(await sessions()).toBe(before + 1);
  });

  it('tells somebody without access only after the second one, whatever changed meanwhile (decision 023)', async () => {
    const closed = { ...silent, access: 'assigned' };
    await provider.configure({ clients: [closed] });
    const { person, response } = await halfway();
    expect(pathOf(await answer(person, response, { code: '000000' }))).toBe('/login/factor');
    expect(pathOf(await answer(person, response, { code: code() }))).toBe('/login/access');
    await provider.configure({ clients: [silent] });
    provider.advance(60);
    const other = await halfway();
    await provider.configure({ clients: [closed] });
    expect(pathOf(await answer(other.person, other.response, { code: code() }))).toBe('/login/access');
  });

  it('is recorded with its own page and both factors (security #163)', async () => {
    const { person, response } = await halfway();
    const { db } = provider.context();
    const events = await recordedBy(db, { types: ['sign_in.succeeded'] }, () =>
      answer(person, response, { code: code() }),
    );
    const details = { idp: 'local', via: 'sign_in', amr: ['pwd', 'otp', 'mfa'] };
    expect(events.map((event) => JSON.parse(event.details))).toMatchObject([details]);
  });

  it('shows the account and the other factors, a recovery code last', async () => {
    const { person, response } = await halfway();
    expect(await factorPage(person, response)).toMatchObject({
      username: 'alice',
      method: 'totp',
      others: ['recovery'],
      trustDays: 30,
      problem: null,
    });
    expect(await factorPage(person, response, 'recovery')).toMatchObject({ method: 'recovery', others: ['totp'] });
    expect(await factorPage(person, response, 'passkey')).toMatchObject({ method: 'totp' });
  });

  it.each<[string, string, string, string?]>([
    ['nothing', '', 'code_missing'],
    ['letters', 'abcdef', 'code_malformed'],
    ['a wrong code', '000000', 'code_wrong'],
    ['a wrong code in the digits of another script', '٠٠٠٠٠٠', 'code_wrong'],
    ['numbers that are no digits', '二八七〇八二', 'code_malformed'],
    ['no recovery code', '', 'code_missing', 'recovery'],
    ['what is no recovery code', 'aaaaa', 'code_malformed', 'recovery'],
    ['a recovery code in 41 characters', 'aaaaa-aaaaa'.padStart(20, '-').padEnd(41, '-'), 'code_malformed', 'recovery'],
    [
      'a wrong recovery code in 40 characters',
      'aaaaa-aaaaa'.padStart(20, '-').padEnd(40, '-'),
      'code_wrong',
      'recovery',
    ],
  ])('refuses %s', async (_, typed, problem, method = 'totp') => {
    const { person, response } = await halfway();
    const back = await answer(person, response, { code: typed, method });
    expect(pathOf(back)).toBe('/login/factor');
    expect(await problemOf(person, back)).toBe(problem);
  });

  it.each([
    ['two steps earlier', -60],
    ['two steps later', 60],
  ])('refuses a code of %s', async (_, seconds) => {
    const { person, response } = await halfway();
    expect(await problemOf(person, await answer(person, response, { code: code(seconds) }))).toBe('code_wrong');
  });

  it('accepts a code in the digits of another script (security #93)', async () => {
    const { person, response } = await halfway();
    const typed = code().replace(/\d/g, (digit) => String.fromCodePoint(0x966 + Number(digit)));
    expect(pathOf(await answer(person, response, { code: typed }))).toBe('/cb');
  });

  it('accepts each code once (security #93)', async () => {
    const first = await halfway();
    const used = code();
    await answer(first.person, first.response, { code: used });
    const second = await halfway();
    // It does not count as a guess either, however often it is sent.
    for (let count = 0; count < 6; count += 1) {
      const back = await answer(second.person, second.response, { code: used });
      expect(await problemOf(second.person, back)).toBe('code_used');
    }
    expect(pathOf(await answer(second.person, second.response, { code: code(30) }))).toBe('/cb');
  });

  it('accepts one of sixteen simultaneous uses of a code (security #93)', async () => {
    const all = [];
    for (let count = 0; count < 16; count += 1) all.push(await halfway());
    const used = code();
    const answers = await Promise.all(all.map(({ person, response }) => answer(person, response, { code: used })));
    expect(answers.filter((one) => pathOf(one) === '/cb')).toHaveLength(1);
  });

  it('accepts one of sixteen simultaneous uses of a recovery code, and reports it (security #95)', async () => {
    const all = [];
    for (let count = 0; count < 16; count += 1) all.push(await halfway());
    const fields = { method: 'recovery', code: recovery.codes[0] ?? '' };
    const answers = await Promise.all(all.map(({ person, response }) => answer(person, response, fields)));
    expect(answers.filter((one) => pathOf(one) === '/cb')).toHaveLength(1);
    expect(await provider.context().db.recoveryCode.count({ where: { usedAt: null } })).toBe(9);
  });

  it('sends a mail at once about a used recovery code', async () => {
    const { person, response } = await halfway();
    const fields = { method: 'recovery', code: recovery.codes[0] ?? '' };
    expect(await wokenJobs(provider.context().db, () => answer(person, response, fields))).toEqual(['mail']);
  });

  it('ends when the account changes in between: the password is no longer a proof (security #104)', async () => {
    const { person, response } = await halfway();
    const { db } = provider.context();
    const page = await factorPage(person, response);
    const { sub } = (await findUserByUsername(db, 'alice')) ?? never();
    await transaction(db, (tx) => signOutUser(tx, { sub, now: provider.context().now }));
    const { interaction, csrf } = page.form;
    const fields = { interaction: interaction ?? '', csrf, method: 'totp', decision: 'continue', code: code() };
    expect(pathOf(await person.submit('login/factor', fields))).toBe('/login');
  });

  it('shows the problem of a factor at that factor alone, until a code is sent', async () => {
    const { person, response } = await halfway();
    await answer(person, response, { code: '000000' });
    expect((await factorPage(person, response, 'totp')).problem).toBe('code_wrong');
    const { others } = await factorPage(person, response);
    expect(others).not.toEqual([]);
    for (const other of others) {
      expect(await factorPage(person, response, other)).toMatchObject({ method: other, problem: null });
    }
  });

  it('ends when the account is disabled in between', async () => {
    const { person, response } = await halfway();
    const { db } = provider.context();
    await db.user.updateMany({ where: { username: 'alice' }, data: { enabled: false } });
    const page = await readFactorPage(provider.context(), { ...pageInput(person, response), method: null });
    expect(page).toMatchObject({ page: 'redirect', location: expect.stringContaining('/login?') });
  });

  it('ends when the account is deleted, or the level is out of reach', async () => {
    const { person, response } = await halfway();
    const { db } = provider.context();
    const shown = () => readFactorPage(provider.context(), { ...pageInput(person, response), method: null });
    await provider.configure({
      ...configuration,
      clients: [{ ...silent, minimum_acr: 'phr' }],
      portal: { passkeys: 'off' },
    });
    expect(await shown()).toMatchObject({ page: 'redirect', location: expect.stringContaining('/login?') });
    await provider.configure(configuration);
    expect(await shown()).toMatchObject({ page: 'second-factor' });
    const { sub } = (await findUserByUsername(db, 'alice')) ?? never();
    await deleteUsers(db, [sub], { dialect: db.prepared.dialect, now: provider.context().now });
    expect(await shown()).toMatchObject({ page: 'redirect', location: expect.stringContaining('/login?') });
  });

  it('starts one session when two factors are shown at the same time', async () => {
    const before = await sessions();
    const { person, response } = await halfway();
    const { form } = await factorPage(person, response);
    const hidden = { interaction: form.interaction ?? '', csrf: form.csrf, decision: 'continue' };
    const answers = [
      { method: 'totp', code: code() },
      { method: 'recovery', code: recovery.codes[0] ?? '' },
    ];
    await Promise.all(answers.map((fields) => person.submit('login/factor', { ...hidden, ...fields })));
    expect(await sessions()).toBe(before + 1);
  });

  it('refuses an unrequested factor, and does not count it as an attempt (security #94)', async () => {
    const { person, response } = await halfway();
    expect(pathOf(await answer(person, response, { method: 'email', code: '123456' }))).toBe('/login/factor');
    expect(await problemOf(person, response)).toBeNull();
    expect(await provider.context().db.factorFailure.count()).toBe(0);
  });

  it.each(['maybe', 'send', undefined])('refuses the decision %s', async (decision) => {
    const { person, response } = await halfway();
    expect((await answer(person, response, { decision, code: code() })).status).toBe(400);
  });

  it('is canceled back to the application', async () => {
    const { person, response } = await halfway();
    expect(answerOf(await answer(person, response, { decision: 'cancel' }))).toMatchObject({ error: 'access_denied' });
  });

  it('checks the proof of its own step: an empty form, another method, another interaction (security #94)', async () => {
    const { person, response } = await halfway();
    expect(pathOf(await answer(person, response, { code: '', method: '' }))).toBe('/login/factor');
    expect(pathOf(await answer(person, response, { code: code(), method: 'passkey' }))).toBe('/login/factor');
    const other = createPerson(provider);
    const fresh = await ask(other);
    const { form } = await factorPage(person, response);
    const stolen = new URL(locationOf(fresh)).searchParams.get('interaction') ?? '';
    const fields = { csrf: form.csrf, method: 'totp', decision: 'continue', code: code() };
    expect((await other.submit('login/factor', { ...fields, interaction: form.interaction ?? '' })).status).toBe(403);
    expect((await other.submit('login/factor', { ...fields, interaction: stolen })).status).toBe(403);
  });
});

describe('what changes between the check of a factor and its transaction (security #104)', () => {
  /** Posts a form, while something else happens between its check and the transaction that accepts it. */
  async function submitWhile(
    happen: () => Promise<unknown>,
    person: Person,
    [path, handle]: readonly [string, Handler],
    fields: FormFields,
  ): Promise<HttpResponse> {
    const context = provider.context();
    const headers = {
      origin: issuer,
      'content-type': 'application/x-www-form-urlencoded',
      cookie: cookieHeaderOf(person),
    };
    const body = encodeForm(fields);
    const request = { method: 'POST', path, query: '', headers, body, clientAddress: '192.0.2.1' };
    return handle(request, { ...context, db: beforeTransaction(context.db, happen) });
  }
  let changed = 0;
  const factorForm = ['/login/factor/submit', handleFactorSubmit] as const;
  const rightCode = async (person: Person, response: HttpResponse) => {
    const { form } = await factorPage(person, response);
    const hidden = { interaction: form.interaction ?? '', csrf: form.csrf, decision: 'continue' };
    return { ...hidden, method: 'totp', code: code() };
  };
  const enrolForm = ['/login/enrol/submit', handleEnrolSubmit] as const;
  /** The form that adds an app, with its first code. */
  const newApp = async (person: Person, response: HttpResponse) => {
    const input = { ...pageInput(person, response), factor: null, setup: null };
    const page = await readEnrolPage(provider.context(), input);
    if (page.page !== 'enrol' || page.totp === null) throw new Error(page.page);
    const shown = new TOTP({ secret: page.totp.key.replaceAll(' ', '') });
    const typed = { code: shown.generate({ timestamp: provider.context().now.getTime() }), setup: page.totp.setup };
    const { interaction, csrf } = page.form;
    return { interaction: interaction ?? '', csrf, factor: 'totp', decision: 'save', ...typed };
  };
  /** Bob enters his password in another tab of the same sign-in. */
  const bobProves = async (person: Person, response: HttpResponse) => {
    const { db } = provider.context();
    const { sub: provedSub } = await db.user.findFirstOrThrow({ where: { username: 'bob' } });
    const where = { hash: hashHandle(pageInput(person, response).interaction ?? '') };
    const proofs = writeProofs([{ factor: 'password', at: provider.context().now }]);
    const happen = () => db.interaction.update({ where, data: { provedSub, proofs } });
    const kept = () => db.interaction.findUniqueOrThrow({ where, select: { provedSub: true, proofs: true } });
    return { happen, kept, his: { provedSub, proofs } };
  };

  const loginForm = ['/login/submit', handleLoginSubmit] as const;
  /** The form of the sign-in page with a name and its password. */
  const rightPassword = async (person: Person, response: HttpResponse, username = 'alice') => {
    const page = await readLoginPage(provider.context(), pageInput(person, response));
    if (page.page !== 'login') throw new Error(page.page);
    return { ...page.form, interaction: page.form.interaction ?? '', username, password, decision: 'sign_in' };
  };

  it('does not combine a password with another person’s', async () => {
    const person = createPerson(provider);
    const response = await ask(person);
    const fields = await rightPassword(person, response);
    const { happen, kept, his } = await bobProves(person, response);
    const back = await submitWhile(happen, person, loginForm, fields);
    expect([pathOf(back), await kept()]).toEqual(['/login', his]);
  });

  it.each([
    ['leads to no second factor: another password', 'required', false, { passwordHash: 'another' }],
    ['gives no link for a new one (security #90): another password', 'optional', true, { passwordHash: 'another' }],
    ['leads to no second factor: disabled', 'required', false, { enabled: false }],
    ['gives no link for a new one (security #90): disabled', 'optional', true, { enabled: false }],
  ])('a password that was checked before its account changed %s', async (_, secondFactor, mustSetPassword, data) => {
    const username = `changed-${++changed}`;
    const users = [{ username, password }];
    await provider.configure({ ...configuration, users, portal: { ...portal, second_factor: secondFactor } });
    const { db } = provider.context();
    const { sub } = (await findUserByUsername(db, username)) ?? never();
    await db.user.update({ where: { sub }, data: { mustSetPassword } });
    const person = createPerson(provider);
    const fields = await rightPassword(person, await ask(person), username);
    const happen = () => db.user.update({ where: { sub }, data });
    expect(pathOf(await submitWhile(happen, person, loginForm, fields))).toBe('/login');
    expect(await db.interaction.count({ where: { provedSub: sub } })).toBe(0);
    expect(await db.passwordLink.count({ where: { sub } })).toBe(0);
  });

  it.each<[string, FormFields]>([
    ['the last', {}],
    [
      'with another one to follow',
      { claims: JSON.stringify({ id_token: { acr: { essential: true, value: 'phr' } } }) },
    ],
  ])('adds no code to the password of another person: %s', async (_, parameters) => {
    const { person, response } = await halfway(parameters);
    const before = await sessions();
    const { happen, kept, his } = await bobProves(person, response);
    const back = await submitWhile(happen, person, factorForm, await rightCode(person, response));
    expect([pathOf(back), await kept()]).toEqual(['/login', his]);
    expect(await sessions()).toBe(before);
  });

  it('signs nobody in whose account was deleted', async () => {
    const { db } = provider.context();
    const users = [{ username: 'leaving', password }];
    await provider.configure({ ...configuration, users, portal: { ...portal, second_factor: 'required' } });
    const person = createPerson(provider);
    const fields = await newApp(person, await person.signIn(await ask(person), 'leaving'));
    expect((await person.submit('login/enrol', fields)).status).toBe(200);
    const happen = () => db.user.deleteMany({ where: { username: 'leaving' } });
    const goingOn = { ...fields, decision: 'continue' };
    expect(pathOf(await submitWhile(happen, person, enrolForm, goingOn))).toBe('/login');
  });

  it('does not add a factor to an ended session', async () => {
    await provider.configure({ ...configuration, portal: { ...portal, second_factor: 'off' } });
    const person = createPerson(provider);
    await person.signIn(await ask(person));
    const { db, now } = provider.context();
    const where = { sid: (await db.session.findFirstOrThrow({ orderBy: { createdAt: 'desc' } })).sid };
    const next = await ask(person, { acr_values: 'urn:signet:acr:2' });
    const fields = await rightCode(person, next);
    const happen = () => db.session.update({ where, data: { endedAt: now } });
    expect(pathOf(await submitWhile(happen, person, factorForm, fields))).toBe('/login');
    expect((await db.session.findUniqueOrThrow({ where })).proofs).not.toContain('totp');
  });

  it.each([
    ['the sign-in of another person', false],
    ['a session that ended', true],
  ])('adds no new factor to %s', async (_, isStepUp) => {
    const { db, now } = provider.context();
    await db.authenticator.deleteMany();
    await db.recoveryCode.deleteMany();
    await provider.configure({ ...configuration, portal: { ...portal, second_factor: isStepUp ? 'off' : 'required' } });
    const person = createPerson(provider);
    const first = await person.signIn(await ask(person));
    const response = isStepUp ? await ask(person, { client_id: 'strict' }) : first;
    const ended = { happen: () => db.session.updateMany({ data: { endedAt: now } }) };
    const { happen } = isStepUp ? ended : await bobProves(person, response);
    const back = await submitWhile(happen, person, enrolForm, await newApp(person, response));
    expect([pathOf(back), await db.authenticator.count()]).toEqual(['/login', 0]);
  });

  it('adds no first factor after another sign-in did, whose recovery codes stay', async () => {
    const { db } = provider.context();
    await db.authenticator.deleteMany();
    await db.recoveryCode.deleteMany();
    await provider.configure({ ...configuration, portal: { ...portal, second_factor: 'required' } });
    const [person, other] = [createPerson(provider), createPerson(provider)];
    const response = await person.signIn(await ask(person));
    const [fields, first] = [await newApp(person, response), await newApp(other, await other.signIn(await ask(other)))];
    const stored = async () => [await db.authenticator.findMany(), await db.recoveryCode.findMany()];
    const before: unknown[] = [];
    const back = await submitWhile(
      async () => {
        expect((await other.submit('login/enrol', first)).body).toContain('data-recovery-code=');
        before.push(...(await stored()));
      },
      person,
      enrolForm,
      fields,
    );
    expect([pathOf(back), await stored()]).toEqual(['/login', before]);
  });

  it.each([new Error('gone'), Object.assign(new Error('reset'), { code: 'ECONNRESET' })])(
    'does not hide an outage of the database: %s',
    async (outage) => {
      const { person, response } = await halfway();
      const fields = await rightCode(person, response);
      const sent = submitWhile(() => Promise.reject(outage), person, factorForm, fields);
      await expect(sent).rejects.toBe(outage);
    },
  );
});

describe('a factor that its person no longer has', () => {
  it.each<[string, SecondFactorMethod, string, string]>([
    ['an app', totpMethod, '000000', 'bob'],
    ['recovery codes', recoveryMethod, 'aaaaa-aaaaa', 'bob'],
    ['what is no recovery code', recoveryMethod, 'nothing', 'alice'],
  ])('is wrong, and no error: %s', async (_, method, typed, username) => {
    const context = provider.context();
    const person = (await findUserByUsername(context.db, username)) ?? never();
    const headers = { origin: issuer, 'content-type': 'application/x-www-form-urlencoded' };
    const body = encodeForm({ code: typed });
    const request = { method: 'POST', path: '', query: '', headers, body, clientAddress: '192.0.2.1' };
    const form = readPostedForm(request, context);
    if (form.page === 'problem') throw new Error(form.problem);
    expect(await method.check({ form, person, boundTo: 'x' }, context)).toEqual({ problem: 'code_wrong' });
  });
});

describe('guessing', () => {
  it('is recorded as a failure with its factor', async () => {
    const { person, response } = await halfway();
    const guess = () => answer(person, response, { code: '000000' });
    const [event] = await recordedBy(provider.context().db, { types: ['sign_in.failed'] }, guess);
    expect(event).toMatchObject({ outcome: 'failure', targetName: 'alice', clientId: 'silent', address: '192.0.2.1' });
    expect(JSON.parse(event?.details ?? '')).toEqual({ problem: 'wrong_second_factor', factor: 'totp' });
  });

  it('starts over with the password after five wrong codes', async () => {
    const { person, response } = await halfway();
    const { form } = await factorPage(person, response);
    const fields = { interaction: form.interaction ?? '', csrf: form.csrf, method: 'totp', decision: 'continue' };
    for (let count = 0; count < 4; count += 1) await answer(person, response, { code: '000000' });
    const over = await answer(person, response, { code: '000000' });
    expect(pathOf(over), 'no sixth form, which could not work').toBe('/login');
    expect(pathOf(await person.submit('login/factor', { ...fields, code: code() }))).toBe('/login');
    const page = await readFactorPage(provider.context(), { ...pageInput(person, response), method: null });
    expect(page, 'without the password').toMatchObject({ location: expect.stringContaining('/login?') });
    const again = await person.signIn(over);
    expect(pathOf(await answer(person, again, { code: code() }))).toBe('/cb');
  });

  it('counts wrong and used recovery codes like codes of an app (security #95)', async () => {
    const { person, response } = await halfway();
    const fields = { method: 'recovery', code: 'aaaaa-aaaaa' };
    for (let count = 0; count < 4; count += 1) {
      expect(await problemOf(person, await answer(person, response, fields))).toBe('code_wrong');
    }
    expect(pathOf(await answer(person, response, fields))).toBe('/login');
    expect(await provider.context().db.factorFailure.findFirst()).toMatchObject({ factor: 'recovery', failures: 5 });
  });

  it('does not count input that is not a code', async () => {
    const { person, response } = await halfway();
    for (let count = 0; count < 7; count += 1) await answer(person, response, { code: 'abcdef' });
    expect(pathOf(await answer(person, response, { code: code() }))).toBe('/cb');
  });

  it('compares only five of ten parallel guesses', async () => {
    const { person, response } = await halfway();
    const { form } = await factorPage(person, response);
    const fields = { interaction: form.interaction ?? '', csrf: form.csrf, method: 'totp', decision: 'continue' };
    await Promise.all(
      Array.from({ length: 10 }, (_, count) => person.submit('login/factor', { ...fields, code: `00000${count}` })),
    );
    expect(await provider.context().db.factorFailure.findFirst()).toMatchObject({ failures: 5 });
  });

  it('stops at twenty in 15 minutes for an account, across all sign-ins', async () => {
    for (let count = 0; count < 20; count += 1) {
      const { person, response } = await halfway();
      await answer(person, response, { code: '000000' });
    }
    const { person, response } = await halfway();
    expect((await answer(person, response, { code: code() })).status).toBe(429);
    provider.advance(901);
    const later = await halfway();
    expect(pathOf(await answer(later.person, later.response, { code: code() }))).toBe('/cb');
  });

  const used = async (uses: number, perAccount = 20) => {
    const { db, now } = provider.context();
    const { sub } = await db.user.findFirstOrThrow({ where: { username: 'alice' } });
    await reserve(db, { key: `second-factor:${sub}`, limit: perAccount, windowSeconds: 900, uses }, now);
    return sub;
  };

  it('has a limit of its own in a browser that the account knows (security #93)', async () => {
    const owner = await halfway();
    await answer(owner.person, owner.response, { code: code() });
    await used(20);
    const stranger = await halfway();
    expect((await answer(stranger.person, stranger.response, { code: code(30) })).status).toBe(429);
    const known = await halfway({ prompt: 'login' }, owner.person);
    expect(pathOf(await answer(known.person, known.response, { code: code(30) }))).toBe('/cb');
    const again = await halfway({ prompt: 'login' }, owner.person);
    await answer(again.person, again.response, { code: '000000' });
    const { db } = provider.context();
    await db.rateLimit.updateMany({ where: { key: { startsWith: 'second-factor-browser:' } }, data: { count: 20 } });
    expect((await answer(again.person, again.response, { code: '000000' })).status).toBe(429);
  });

  it('does not count right codes', async () => {
    await used(19);
    for (const seconds of [0, 30]) {
      const { person, response } = await halfway();
      expect(pathOf(await answer(person, response, { code: code(seconds) }))).toBe('/cb');
    }
  });

  it('does not use up attempts of the sign-in past the limits of the account', async () => {
    await used(20);
    const { person, response } = await halfway();
    for (let count = 0; count < 6; count += 1) {
      expect((await answer(person, response, { code: code() })).status).toBe(429);
    }
    provider.advance(901);
    await person.signIn(await ask(person));
    const { interaction } = pageInput(person, response);
    const row = await provider
      .context()
      .db.interaction.findUniqueOrThrow({ where: { hash: hashHandle(interaction ?? '') } });
    expect(row.wrongCodes).toBe(0);
  });

  it('does not use up attempts of the account while a factor is stopped', async () => {
    const sub = await used(19);
    const { db, now } = provider.context();
    await db.factorFailure.create({ data: { sub, factor: 'totp', failures: 100, stoppedAt: now } });
    const { person, response } = await halfway();
    for (let count = 0; count < 2; count += 1) {
      expect(await problemOf(person, await answer(person, response, { code: code() }))).toBe('factor_stopped');
    }
    expect(pathOf(await answer(person, response, { method: 'recovery', code: recovery.codes[0] ?? '' }))).toBe('/cb');
  });

  it('stops a factor for unknown browsers after a hundred failures, until another one is shown', async () => {
    const { db, now } = provider.context();
    const owner = await halfway();
    await answer(owner.person, owner.response, { code: code() });
    const { sub } = await db.user.findFirstOrThrow({ where: { username: 'alice' } });
    await db.factorFailure.create({ data: { sub, factor: 'totp', failures: 100, stoppedAt: now } });
    const stranger = await halfway();
    expect(await problemOf(stranger.person, await answer(stranger.person, stranger.response, { code: code(30) }))).toBe(
      'factor_stopped',
    );
    const known = await halfway({ prompt: 'login' }, owner.person);
    expect(pathOf(await answer(known.person, known.response, { code: code(30) }))).toBe('/cb');
    expect(await db.factorFailure.count()).toBe(0);
  });

  it('leaves one attempt a minute without another factor, and notifies the person once (security #93)', async () => {
    const { db } = provider.context();
    const { sub } = await db.user.findFirstOrThrow({ where: { username: 'alice' } });
    await db.factorFailure.create({ data: { sub, factor: 'totp', failures: 99 } });
    await db.recoveryCode.deleteMany({ where: { sub } });
    const told = () => db.accountNotice.count({ where: { sub, kind: 'factor_stopped' } });
    const before = await told();
    const { person, response } = await halfway();
    await answer(person, response, { code: '000000' });
    expect(await told()).toBe(before + 1);
    await answer(person, response, { code: '000000' });
    expect((await answer(person, response, { code: code() })).status).toBe(429);
    provider.advance(60);
    expect(pathOf(await answer(person, response, { code: code() }))).toBe('/cb');
    expect(await told()).toBe(before + 1);
  });
});

describe('a trusted device', () => {
  const trusting = async () => {
    const { person, response } = await halfway();
    await answer(person, response, { code: code(), trust_device: 'true' });
    return person;
  };

  it('skips the second factor at the next sign-in, and the level reflects it', async () => {
    const person = await trusting();
    const done = await person.signIn(await ask(person, { prompt: 'login' }));
    expect(await idToken(done)).toMatchObject({ acr: 'urn:signet:acr:1', amr: ['pwd'] });
    expect(await idToken(await ask(person))).toMatchObject({ acr: 'urn:signet:acr:1' });
  });

  it('never skips a factor that a client or a request requires', async () => {
    const person = await trusting();
    await person.signIn(await ask(person, { prompt: 'login' }));
    for (const asked of [{ client_id: 'strict' }, { acr_values: 'urn:signet:acr:2' }]) {
      const next = await ask(person, asked);
      expect((await factorPage(person, next)).trustDays).toBeNull();
    }
  });

  it('skips nothing at a sign-in for a client that requires more: no session begins before it is shown', async () => {
    const person = await trusting();
    provider.advance(60);
    const select = { sid: true, authTime: true, endedAt: true } as const;
    const stored = () => provider.context().db.session.findMany({ select, orderBy: { sid: 'asc' } });
    const before = await stored();
    const way = await person.signIn(await ask(person, { client_id: 'strict', prompt: 'login' }));
    expect(pathOf(way)).toBe('/login/factor');
    expect(await stored()).toEqual(before);
  });

  it('never skips a factor in the administration, where it does in the account', async () => {
    const person = await trusting();
    await person.signIn(await ask(person, { prompt: 'login' }));
    expect(pathOf(await person.get('/account/sign-in?to=%2Faccount'))).toBe('/account');
    const way = await person.get('/admin/sign-in?to=%2Fadmin');
    expect((await factorPage(person, way)).trustDays).toBeNull();
    expect(pathOf(await answer(person, way, { code: code(30) }))).toBe('/admin');
  });

  it('cannot be created when trusted_device_days is 0, regardless of the form', async () => {
    await provider.configure({ ...configuration, portal: { ...portal, trusted_device_days: 0 } });
    const { person, response } = await halfway();
    expect((await factorPage(person, response)).trustDays).toBeNull();
    await answer(person, response, { code: code(), trust_device: 'true' });
    expect(await provider.context().db.trustedDevice.count()).toBe(0);
    expect(pathOf(await person.signIn(await ask(person, { prompt: 'login' })))).toBe('/login/factor');
    await provider.configure(configuration);
  });

  it('is recorded as used only when it skips something', async () => {
    const person = await trusting();
    const { db } = provider.context();
    const { lastUsedAt } = await db.trustedDevice.findFirstOrThrow();
    const signInLater = async () => {
      provider.advance(60);
      await person.signIn(await ask(person, { prompt: 'login' }));
      return db.trustedDevice.findFirstOrThrow();
    };
    await provider.configure({ ...configuration, portal: { ...portal, second_factor: 'off' } });
    expect(await signInLater()).toMatchObject({ lastUsedAt });
    await provider.configure(configuration);
    expect((await signInLater()).lastUsedAt).toEqual(provider.context().now);
  });

  it('skips nothing any more when trusted_device_days becomes 0', async () => {
    const person = await trusting();
    await provider.configure({ ...configuration, portal: { ...portal, trusted_device_days: 0 } });
    expect(pathOf(await person.signIn(await ask(person, { prompt: 'login' })))).toBe('/login/factor');
    await provider.configure(configuration);
    expect(pathOf(await person.signIn(await ask(person, { prompt: 'login' })))).toBe('/cb');
  });

  it('is not trusted for another account', async () => {
    const person = await trusting();
    expect(await provider.context().db.trustedDevice.count()).toBe(1);
    const other = createPerson(provider);
    expect(pathOf(await other.signIn(await ask(other)))).toBe('/login/factor');
    expect(person.cookies.size).toBeGreaterThan(0);
  });

  it('expires after its days', async () => {
    const person = await trusting();
    provider.advance(30 * 86_400 + 1);
    expect(pathOf(await person.signIn(await ask(person, { prompt: 'login' })))).toBe('/login/factor');
  });
});

describe('a step-up (security #98)', () => {
  /** A person whose session has level 1, because it began before there was a second factor. */
  async function levelOne() {
    await provider.configure({ ...configuration, portal: { second_factor: 'off' } });
    const person = createPerson(provider);
    const done = await person.signIn(await ask(person));
    expect(await idToken(done)).toMatchObject({ acr: 'urn:signet:acr:1' });
    return person;
  }

  it.each<[string, FormFields]>([
    ['acr_values', { acr_values: 'urn:signet:acr:2' }],
    [
      'an essential acr',
      { claims: JSON.stringify({ id_token: { acr: { essential: true, value: 'urn:signet:acr:2' } } }) },
    ],
    ['minimum_acr of the client', { client_id: 'strict' }],
  ])('for %s asks only for the missing factor, and keeps sid and auth_time', async (_, parameters) => {
    const person = await levelOne();
    const { db } = provider.context();
    const before = await db.session.findFirstOrThrow({ orderBy: { createdAt: 'desc' } });
    const cookie = person.cookies.get('__Host-signet');
    provider.advance(60);
    const next = await ask(person, parameters);
    const done = await answer(person, next, { code: code() });
    const authTime = before.authTime;
    expect(await idToken(done)).toEqual({ acr: 'urn:signet:acr:2', amr: ['pwd', 'otp', 'mfa'], authTime });
    expect(await db.session.findUniqueOrThrow({ where: { sid: before.sid } })).toMatchObject({ authTime });
    expect(person.cookies.get('__Host-signet')).not.toBe(cookie);
  });

  it.each<[string, FormFields, string]>([
    [
      'an essential acr',
      { claims: JSON.stringify({ id_token: { acr: { essential: true, value: 'urn:signet:acr:2' } } }) },
      'login_required',
    ],
    ['minimum_acr', { client_id: 'strict' }, 'login_required'],
    [
      'an essential acr that no level has',
      { claims: JSON.stringify({ id_token: { acr: { essential: true, value: 'gold' } } }) },
      'unmet_authentication_requirements',
    ],
  ])('with prompt=none below %s is an error', async (_, parameters, error) => {
    const person = await levelOne();
    expect(answerOf(await ask(person, { ...parameters, prompt: 'none' })).error).toBe(error);
  });

  it.each<[string, FormFields]>([
    ['acr_values', { acr_values: 'urn:signet:acr:2' }],
    ['default_acr_values', { client_id: 'wishing' }],
  ])(
    'with prompt=none is not an error if only %s wish for it (OpenID Connect Core §3.1.2.1)',
    async (_, parameters) => {
      const person = await levelOne();
      const wished = await ask(person, { ...parameters, prompt: 'none' });
      expect(await idToken(wished)).toMatchObject({ acr: 'urn:signet:acr:1' });
      expect((await factorPage(person, await ask(person, parameters))).method).toBe('totp');
    },
  );

  it('does not cause an error when a wish is out of reach', async () => {
    const person = await levelOne();
    const wished = await ask(person, { acr_values: 'phrh phr', prompt: 'none' });
    expect(await idToken(wished)).toMatchObject({ acr: 'urn:signet:acr:1' });
  });

  it('uses the requested name in acr, even of an alias', async () => {
    await provider.configure({ ...configuration, portal: { acr_aliases: { 'urn:example:sca': 2 } } });
    const { person, response } = await halfway({ acr_values: 'phr urn:example:sca urn:signet:acr:1' });
    expect(await idToken(await answer(person, response, { code: code() }))).toMatchObject({ acr: 'urn:example:sca' });
  });

  it('continues on the page of the factor, until too many wrong codes or a change of account', async () => {
    const person = await levelOne();
    const next = await ask(person, { acr_values: 'urn:signet:acr:2' });
    const { interaction, cookieHeader } = pageInput(person, next);
    const login = (account: 'choose' | null = null) =>
      readLoginPage(provider.context(), { interaction, cookieHeader, account });
    const redirect = { page: 'redirect', location: `/login/factor?interaction=${interaction}` };
    expect(await login('choose')).toMatchObject({ page: 'login', accounts: [{ username: 'alice' }] });
    for (let count = 0; count < 4; count += 1) await answer(person, next, { code: '000000' });
    expect(await login()).toEqual(redirect);
    const { form } = await factorPage(person, next);
    expect(pathOf(await answer(person, next, { code: '000000' }))).toBe('/login');
    // Neither the form of another tab nor its page continues.
    const late = {
      interaction: interaction ?? '',
      csrf: form.csrf,
      method: 'totp',
      decision: 'continue',
      code: code(),
    };
    expect(pathOf(await person.submit('login/factor', late))).toBe('/login');
    const page = { interaction, cookieHeader, method: null };
    expect(await readFactorPage(provider.context(), page)).toMatchObject({ page: 'redirect' });
    expect(await login()).toMatchObject({ page: 'login', problem: 'too_many_codes', accounts: [] });
  });

  it('leads a person without a second factor to the page that adds one', async () => {
    const person = createPerson(provider);
    await person.signIn(await ask(person), 'bob');
    await provider.configure({ ...configuration, portal: { second_factor: 'required', passkeys: 'on' } });
    const { interaction, cookieHeader } = pageInput(person, await ask(person));
    const location = `/login/enrol?interaction=${interaction}`;
    expect(await readLoginPage(provider.context(), { interaction, cookieHeader })).toEqual({
      page: 'redirect',
      location,
    });
    const see = (factor: string | null) =>
      readEnrolPage(provider.context(), { interaction, cookieHeader, factor, setup: null });
    const byApp = {
      page: 'enrol',
      username: 'bob',
      factor: 'totp',
      others: ['passkey'],
      totp: { key: expect.any(String) },
    };
    expect(await see(null)).toMatchObject(byApp);
    expect(await see('email')).toMatchObject(byApp);
    expect(await see('passkey')).toMatchObject({ factor: 'passkey', others: ['totp'], totp: null });
  });

  it('adds the factor to the session of its person, regardless of others here', async () => {
    const { db } = provider.context();
    const person = await levelOne();
    await person.signIn(await ask(person, { prompt: 'login' }), 'bob');
    provider.advance(60);
    const next = await ask(person, { acr_values: 'urn:signet:acr:2', login_hint: 'alice' });
    expect((await factorPage(person, next)).username).toBe('alice');
    await answer(person, next, { code: code() });
    const newest = async (username: string) => {
      const { sub } = await db.user.findFirstOrThrow({ where: { username } });
      return db.session.findFirstOrThrow({ where: { sub }, orderBy: { createdAt: 'desc' } });
    };
    expect((await newest('alice')).proofs).toContain('totp');
    expect((await newest('bob')).proofs).not.toContain('totp');
  });

  it('resets the count of failures', async () => {
    const person = await levelOne();
    const next = await ask(person, { acr_values: 'urn:signet:acr:2' });
    await answer(person, next, { code: '000000' });
    const { db } = provider.context();
    await db.factorFailure.deleteMany();
    const { sub } = await db.user.findFirstOrThrow({ where: { username: 'alice' } });
    await db.factorFailure.create({ data: { sub, factor: 'recovery', failures: 7 } });
    await answer(person, next, { code: code() });
    expect(await db.factorFailure.count()).toBe(0);
  });

  it('judges each request by the policy of its tenant', async () => {
    const person = await levelOne();
    await provider.configure(configuration);
    expect(pathOf(await ask(person))).toBe('/login');
    expect((await factorPage(person, await ask(person))).method).toBe('totp');
  });
});

describe('a factor that has to be added', () => {
  const required = { ...configuration, portal: { second_factor: 'required' } };
  beforeEach(async () => {
    const { db } = provider.context();
    await db.authenticator.deleteMany();
    await db.recoveryCode.deleteMany();
    await provider.configure(required);
  });

  async function enrolPage(person: Person, response: HttpResponse) {
    const setup = new URL(locationOf(response)).searchParams.get('setup');
    const page = await readEnrolPage(provider.context(), { ...pageInput(person, response), factor: null, setup });
    if (page.page !== 'enrol') throw new Error(`no page to add a factor but ${JSON.stringify(page)}`);
    return page;
  }

  async function enrol(person: Person, response: HttpResponse, fields: FormFields = {}) {
    const { form, totp } = await enrolPage(person, response);
    const shown = new TOTP({ secret: totp?.key.replaceAll(' ', '') ?? '' });
    const typed = { code: shown.generate({ timestamp: provider.context().now.getTime() }), setup: totp?.setup ?? '' };
    const hidden = { interaction: form.interaction ?? '', csrf: form.csrf, factor: 'totp', decision: 'save' };
    return person.submit('login/enrol', { ...hidden, ...typed, ...fields });
  }

  it('is added, recovery codes come with it once, and the sign-in continues', async () => {
    const person = createPerson(provider);
    const response = await person.signIn(await ask(person));
    expect(pathOf(response)).toBe('/login/enrol');
    const before = await sessions();
    const codes = await enrol(person, response);
    expect(codes.status).toBe(200);
    const shown = [...codes.body.matchAll(/data-recovery-code="([^"]+)"/g)].map(([, one]) => one);
    expect(new Set(shown).size).toBe(10);
    expect(codes.headers['cache-control']).toContain('no-store');
    expect(await sessions()).toBe(before);
    const { form } = await enrolPage(person, response);
    const next = { interaction: form.interaction ?? '', csrf: form.csrf, decision: 'continue' };
    const done = await person.submit('login/enrol', next);
    expect(await idToken(done)).toMatchObject({ acr: 'urn:signet:acr:2', amr: ['pwd', 'otp', 'mfa'] });
    const { db } = provider.context();
    expect(await db.recoveryCode.count()).toBe(10);
    expect(await db.auditEvent.count({ where: { type: 'factor.added' } })).toBeGreaterThan(0);
    expect(await db.accountNotice.count({ where: { kind: 'factor_added' } })).toBeGreaterThan(0);
  });

  it('is added to an insufficient session, which continues with it', async () => {
    await provider.configure({ ...configuration, portal: { ...portal, second_factor: 'off' } });
    const person = createPerson(provider);
    await person.signIn(await ask(person));
    const { db } = provider.context();
    const where = { sid: (await db.session.findFirstOrThrow({ orderBy: { createdAt: 'desc' } })).sid };
    provider.advance(60);
    const codes = await enrol(person, await ask(person, { client_id: 'strict' }));
    expect(codes.body.match(/data-recovery-code="[^"]+"/g)).toHaveLength(10);
    expect((await db.session.findUniqueOrThrow({ where })).proofs).toContain('totp');
    const [, csrf = ''] = /name="csrf" value="([^"]+)"/.exec(codes.body) ?? [];
    const [, interaction = ''] = /name="interaction" value="([^"]+)"/.exec(codes.body) ?? [];
    const done = await person.submit('login/enrol', { interaction, csrf, decision: 'continue' });
    expect(await idToken(done)).toMatchObject({ acr: 'urn:signet:acr:2', amr: ['pwd', 'otp', 'mfa'] });
  });

  it('keeps its key on the page after a wrong code', async () => {
    const person = createPerson(provider);
    const response = await person.signIn(await ask(person));
    const first = await enrolPage(person, response);
    const back = await enrol(person, response, { code: '000000', setup: first.totp?.setup ?? '' });
    const again = await enrolPage(person, back);
    expect(again).toMatchObject({ problem: 'code_wrong', totp: { key: first.totp?.key } });
  });

  it('accepts only the name of a key in the address', async () => {
    const person = createPerson(provider);
    const response = await person.signIn(await ask(person));
    for (const setup of ['x'.repeat(44), 'x'.repeat(20_000), 'a b']) {
      expect(locationOf(await enrol(person, response, { code: '000000', setup }))).not.toContain('setup=');
    }
  });

  it('cannot be skipped by a form without a code, or by continuing to the end (security #94)', async () => {
    const person = createPerson(provider);
    const response = await person.signIn(await ask(person));
    expect(pathOf(await enrol(person, response, { code: '' }))).toBe('/login/enrol');
    expect((await enrol(person, response, { decision: 'continue' })).status).toBe(400);
    expect(answerOf(await ask(person, { prompt: 'none' })).error).toBe('login_required');
  });

  it('has its own page until the person continues', async () => {
    const person = createPerson(provider);
    const response = await person.signIn(await ask(person));
    const { interaction, cookieHeader } = pageInput(person, response);
    const { form } = await enrolPage(person, response);
    const fields = { interaction: interaction ?? '', csrf: form.csrf, method: 'totp', decision: 'continue', code: '1' };
    const isLedThere = async () => {
      const shown = await readFactorPage(provider.context(), { interaction, cookieHeader, method: null });
      expect(shown).toEqual({ page: 'redirect', location: `/login/enrol?interaction=${interaction}` });
      expect(pathOf(await person.submit('login/factor', fields))).toBe('/login/enrol');
    };
    await isLedThere();
    await enrol(person, response);
    await isLedThere();
    expect(await enrolPage(person, response)).toMatchObject({ factor: null, others: [], totp: null, problem: null });
  });

  it('is not added when an existing factor is required, or before the password', async () => {
    await provider.configure(configuration);
    const { db, settings, now } = provider.context();
    const { sub } = (await findUserByUsername(db, 'alice')) ?? never();
    await transaction(db, (tx) =>
      saveAuthenticator(tx, proven('person', sub), { key, step: null }, { secret: settings.secret, now }),
    );
    const { person, response } = await halfway();
    const { form } = await factorPage(person, response);
    const setup = { factor: null, setup: null };
    const page = await readEnrolPage(provider.context(), { ...pageInput(person, response), ...setup });
    const { interaction } = form;
    expect(page).toEqual({ page: 'redirect', location: `/login/factor?interaction=${interaction}` });
    const fields = { interaction: interaction ?? '', csrf: form.csrf, factor: 'passkey', decision: 'save' };
    expect(pathOf(await person.submit('login/enrol', fields))).toBe('/login/factor');
    const stranger = createPerson(provider);
    const fresh = pageInput(stranger, await ask(stranger));
    const begun = { page: 'redirect', location: `/login?interaction=${fresh.interaction}` };
    const input = { interaction: fresh.interaction, cookieHeader: cookieHeaderOf(stranger) };
    expect(await readEnrolPage(provider.context(), { ...input, ...setup })).toEqual(begun);
    expect(await readFactorPage(provider.context(), { ...input, method: null })).toEqual(begun);
  });

  it('must be one that can be added here', async () => {
    const person = createPerson(provider);
    const response = await person.signIn(await ask(person));
    expect(pathOf(await enrol(person, response, { factor: 'email' }))).toBe('/login/enrol');
    expect(await provider.context().db.authenticator.count()).toBe(0);
  });

  it('sends its mail at once', async () => {
    const person = createPerson(provider);
    const response = await person.signIn(await ask(person));
    const { db } = provider.context();
    expect(await wokenJobs(db, () => enrol(person, response, { code: '000000' }))).toEqual([]);
    expect(await wokenJobs(db, () => enrol(person, response))).toEqual(['mail']);
  });

  it('can be canceled, and returns to the application', async () => {
    const person = createPerson(provider);
    const response = await person.signIn(await ask(person));
    expect(answerOf(await enrol(person, response, { decision: 'cancel' }))).toMatchObject({ error: 'access_denied' });
  });

  it('is refused with unmet_authentication_requirements where the level is out of reach', async () => {
    await provider.configure({
      ...configuration,
      portal: { passkeys: 'off' },
      clients: [{ ...silent, minimum_acr: 'phr' }],
    });
    const person = createPerson(provider);
    const response = await person.signIn(await ask(person));
    expect(answerOf(response)).toMatchObject({ error: 'unmet_authentication_requirements' });
  });
});

describe('the password grant, which has no second step', () => {
  const grant = async (username: string) => {
    const fields = { grant_type: 'password', username, password };
    return provider.post('/connect/token', fields, { authorization: basic('legacy', secrets.web) });
  };

  it.each(['off', 'optional'])('refuses people who have a second factor, where the policy is %s', async (policy) => {
    await provider.configure({ ...configuration, portal: { ...portal, second_factor: policy } });
    const refused = await grant('alice');
    expect(refused.status).toBe(400);
    expect(bodyOf(refused)).toMatchObject({ error: 'invalid_grant' });
  });

  it.each<[string, object]>([
    ['the policy', { portal: { second_factor: 'required' } }],
    ['the client', { clients: [{ ...legacy, minimum_acr: 'urn:signet:acr:2' }] }],
  ])('refuses people when %s requires more than a password', async (_, changes) => {
    expect((await grant('bob')).status).toBe(200);
    await provider.configure({ ...configuration, ...changes });
    expect(bodyOf(await grant('bob'))).toMatchObject({ error: 'invalid_grant' });
  });

  it('refuses people who have to set a new password', async () => {
    const { db } = provider.context();
    await db.user.updateMany({ where: { username: 'bob' }, data: { mustSetPassword: true } });
    expect(bodyOf(await grant('bob'))).toMatchObject({ error: 'invalid_grant' });
    await db.user.updateMany({ where: { username: 'bob' }, data: { mustSetPassword: false } });
  });
});

describe('the areas of the portal', () => {
  const area = async (person: Person, to: string) => person.get(`/${to}/sign-in?to=%2F${to}`);

  it('ask for the second factor of a session that began without it', async () => {
    await provider.configure({ ...configuration, portal: { ...portal, second_factor: 'off' } });
    const person = createPerson(provider);
    await person.signIn(await ask(person));
    expect(pathOf(await area(person, 'account'))).toBe('/account');
    await provider.configure(configuration);
    for (const to of ['account', 'admin']) {
      const way = await area(person, to);
      expect(pathOf(way)).toBe('/login');
      expect((await factorPage(person, way)).method).toBe('totp');
    }
  });

  it('require level 2 of everybody in the administration when admin_second_factor is required', async () => {
    const rules = { ...portal, second_factor: 'off', admin_second_factor: 'required' };
    await provider.configure({ ...configuration, portal: rules });
    const person = createPerson(provider);
    await person.signIn(await ask(person));
    expect(pathOf(await area(person, 'account'))).toBe('/account');
    expect((await factorPage(person, await area(person, 'admin'))).method).toBe('totp');
  });
});

describe('a new password that an administrator requires', () => {
  beforeEach(async () => {
    const { db } = provider.context();
    await db.user.updateMany({ where: { username: 'alice' }, data: { mustSetPassword: true } });
  });
  afterEach(async () => {
    const { db } = provider.context();
    await db.user.updateMany({ where: { username: 'alice' }, data: { mustSetPassword: false } });
  });

  it('is set after every factor and before the session starts', async () => {
    const before = await sessions();
    const { person, response } = await halfway();
    const led = await answer(person, response, { code: code(), trust_device: 'true' });
    expect(pathOf(led)).toBe('/setup');
    expect(await sessions()).toBe(before);
    const token = new URL(locationOf(led)).searchParams.get('token') ?? '';
    const { db, now } = provider.context();
    expect(await findPasswordLink(db, token, now)).toMatchObject({ username: 'alice' });
  });

  it('is not required of people who sign in without one', async () => {
    const { db } = provider.context();
    await db.user.updateMany({ where: { username: 'alice' }, data: { mustSetPassword: false } });
    const { person, response } = await halfway();
    expect(pathOf(await answer(person, response, { code: code() }))).toBe('/cb');
  });
});

function never(): never {
  throw new Error('missing in the fixtures');
}
