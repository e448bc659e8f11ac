import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Handler } from '#lib/context';
import { transaction } from '#lib/db/transaction';
import { metrics } from '#lib/metrics/metrics';
import { reserveAddress } from '#lib/ratelimit/reserve-address';
import { beforeTransaction } from '#lib/testing/around-transaction';
import { countStatements } from '#lib/testing/count-statements';
import { fixtureClient, fixtures } from '#lib/testing/fixtures';
import { answerOf, authorizeRequest, createPerson, locationOf, type Person } from '#lib/testing/person';
import { createTestProvider, encodeForm, type FormFields, issuer, type TestProvider } from '#lib/testing/provider';
import { queuedMails, takeMails } from '#lib/testing/queued-mails';
import { cookieHeaderOf } from '#lib/testing/sign-out';
import { wokenJobs } from '#lib/testing/woken-jobs';
import { findUserByUsername, setClaims } from '#lib/users/user-store';
import { proven } from '#lib/vocabulary/account-proof';
import { readLoginPage } from '../sign-in/read';
import { handleLoginSubmit } from '../sign-in/submit';
import { readSignInCodePage } from './read';
import { handleSignInCodeSubmit } from './submit';

const mailing = { SMTP_URL: 'smtp://127.0.0.1:1', SIGNET_MAIL_FROM: 'id@op.test' };
const tenants = [{ name: 'acme', display_name: 'Acme' }];
const longAddress = `${'a'.repeat(60)}@${'b'.repeat(60)}.example.com`;
const users = [
  ...fixtures.users.map((user) => ({ ...user, tenants: 'none' })),
  { username: 'off2', enabled: false, claims: { email: 'off2@example.com', email_verified: true } },
  { username: 'long', claims: { email: longAddress, email_verified: true } },
  { username: 'unproved', claims: { email: 'unproved@example.com', email_verified: false } },
];
const file = { ...fixtures, users, tenants, portal: { email_code: 'on' } };
const corp = { name: 'corp', display_name: 'Contoso', type: 'oidc', issuer: 'https://idp.test', client_id: 'x' };
const codePage = 'https://op.test/login/code?interaction=';
const loginPage = 'https://op.test/login?interaction=';

let provider: TestProvider;
let addresses = 0;
beforeAll(async () => {
  provider = await createTestProvider(file, mailing);
});
afterAll(() => provider.close());
beforeEach(async () => {
  // Past the limits of the previous tests.
  provider.advance(3600);
  await takeMails(provider.context());
});

type Flow = { readonly person: Person; readonly interaction: string; readonly csrf: string };

async function open(overrides = {}, at = provider): Promise<Flow> {
  const person = createPerson(at, `192.0.2.${++addresses}`);
  const response = await person.get(authorizeRequest(overrides).path);
  const interaction = new URL(locationOf(response)).searchParams.get('interaction') ?? '';
  const page = await readLoginPage(at.context(), { interaction, cookieHeader: cookieHeaderOf(person) });
  if (page.page !== 'login') throw new Error(`expected the sign-in page, found ${page.page}`);
  return { person, interaction, csrf: page.form.csrf };
}

const ask = ({ person, interaction, csrf }: Flow, username: string, more = {}) =>
  person.submit('login', { interaction, csrf, username, decision: 'email_code', ...more });
const answer = ({ person, interaction, csrf }: Flow, code: string, decision = 'continue') =>
  person.submit('login/code', { interaction, csrf, code, decision });
const input = ({ person, interaction }: Flow) => ({ interaction, cookieHeader: cookieHeaderOf(person) });
const readCode = (flow: Flow) => readSignInCodePage(provider.context(), input(flow));
const readLogin = (flow: Flow) => readLoginPage(provider.context(), input(flow));
const codeIn = async () => {
  const mail = (await takeMails(provider.context())).findLast(({ kind }) => kind === 'email_code');
  if (mail?.kind !== 'email_code') throw new Error(`no code in ${JSON.stringify(mail)}`);
  return mail.values.code;
};
/** The attempts to sign in, by outcome. */
const countSignIns = async (): Promise<Record<string, number>> => {
  const { values } = await metrics().signIns.get();
  return Object.fromEntries(values.map(({ labels, value }) => [labels.outcome, value]));
};
const another = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

/** An account, an unknown name, and accounts that get no code. */
const named = ['alice', 'nobody', 'off2', 'unproved', 'x@example.com'];

/** The number of statements that a form of the sign-in needs. */
async function countIn(flow: Flow, path: string, fields: FormFields, handle: Handler): Promise<number> {
  const { interaction, csrf, person } = flow;
  const context = provider.context();
  const counting = countStatements(context.db);
  const headers = {
    origin: issuer,
    'content-type': 'application/x-www-form-urlencoded',
    cookie: cookieHeaderOf(person),
  };
  const body = encodeForm({ interaction, csrf, ...fields });
  const request = { method: 'POST', path, query: '', clientAddress: '192.0.2.250', headers, body };
  await handle(request, { ...context, db: counting.db });
  return counting.count();
}

function never(): never {
  throw new Error('there is no alice');
}

describe('an emailed code as the first factor', () => {
  it('is offered where the policy says so', async () => {
    const page = await readLogin(await open());
    expect(page).toMatchObject({ parts: expect.arrayContaining([{ method: 'email_code', takesName: true }]) });
    const off = await createTestProvider(fixtures, mailing);
    const plain = await createTestProvider(file);
    for (const at of [off, plain]) {
      const flow = await open({}, at);
      const shown = await readLoginPage(at.context(), input(flow));
      expect(JSON.stringify(shown)).not.toContain('email_code');
      expect((await ask(flow, 'alice')).status).toBe(400);
      expect(await queuedMails(at.context())).toEqual([]);
      await at.close();
    }
  });

  it.each(['alice', 'Alice@Example.com'])('mails a code to the holder of %j and signs the person in', async (typed) => {
    const flow = await open();
    expect(locationOf(await ask(flow, typed))).toBe(`${codePage}${flow.interaction}`);
    expect(await queuedMails(provider.context())).toMatchObject([
      { kind: 'email_code', to: 'alice@example.com', values: { lifetimeMinutes: 10 } },
    ]);
    expect(await readCode(flow)).toMatchObject({ page: 'email-code', email: null, minutes: 10, note: null });
    const done = await answer(flow, await codeIn());
    expect(locationOf(done)).toContain('https://op.test/consent?');
    const session = await provider.context().db.session.findFirstOrThrow({ orderBy: { createdAt: 'desc' } });
    expect(session.proofs).toContain('"factor":"email"');
  });

  it('never reveals on the page whether an account exists (security #85)', async () => {
    const pages = new Set<string>();
    for (const typed of ['alice', 'nobody', 'off2', 'unproved', 'bob', 'x@example.com']) {
      const flow = await open();
      const response = await ask(flow, typed);
      const page = JSON.stringify([response, await readCode(flow)]);
      pages.add(page.replaceAll(flow.interaction, 'I').replaceAll(flow.csrf, 'C'));
    }
    expect(pages.size).toBe(1);
    expect((await queuedMails(provider.context())).map(({ to }) => to)).toEqual(['alice@example.com']);
  });

  it('needs the same statements for any name (security #86)', async () => {
    const counts = new Set<number>();
    for (const username of named) {
      const fields = { username, decision: 'email_code' };
      counts.add(await countIn(await open(), '/login/submit', fields, handleLoginSubmit));
    }
    expect(counts.size).toBe(1);
  });

  it('needs the same statements for a wrong code and any name (security #86)', async () => {
    const counts = new Set<number>();
    for (const username of named) {
      const flow = await open();
      await ask(flow, username);
      const fields = { code: '000000', decision: 'continue' };
      counts.add(await countIn(flow, '/login/code/submit', fields, handleSignInCodeSubmit));
    }
    expect(counts.size).toBe(1);
  });

  it('neither counts nor records failures after the code is over', async () => {
    const { db } = provider.context();
    const failures = async () => (await db.factorFailure.findFirst({ where: { factor: 'email' } }))?.failures ?? 0;
    const recorded = () => db.auditEvent.count({ where: { type: 'sign_in.failed' } });
    await db.factorFailure.deleteMany();
    const before = await recorded();
    const flow = await open();
    await ask(flow, 'alice');
    const code = await codeIn();
    for (let wrong = 0; wrong < 8; wrong += 1) await answer(flow, another(code));
    expect([await failures(), (await recorded()) - before]).toEqual([5, 5]);
    await ask(flow, 'alice');
    provider.advance(600);
    expect(locationOf(await answer(flow, another(code)))).toBe(`${loginPage}${flow.interaction}`);
    expect([await failures(), (await recorded()) - before], 'of an expired code').toEqual([5, 5]);
  });

  it('records at most a hundred failures from one address in 15 minutes', async () => {
    const { db, now } = provider.context();
    const flow = await open();
    await ask(flow, 'alice');
    const code = await codeIn();
    const limit = { name: 'email-code-failed', perAddress: 100, windowSeconds: 900 };
    const address = `192.0.2.${addresses}`;
    await reserveAddress(db, address, { ...limit, uses: 99 }, now);
    const before = await db.auditEvent.count();
    for (let wrong = 0; wrong < 2; wrong += 1) await answer(flow, another(code));
    expect((await db.auditEvent.count()) - before).toBe(1);
  });

  it('sends nothing after its network used up its mails, and looks the same', async () => {
    const { db, now } = provider.context();
    const flow = await open();
    const limit = { name: 'mail-network', perAddress: 100, windowSeconds: 3600 };
    await reserveAddress(db, `192.0.2.${addresses}`, { ...limit, uses: 100 }, now);
    expect(locationOf(await ask(flow, 'alice'))).toBe(`${codePage}${flow.interaction}`);
    expect(locationOf(await answer(flow, '', 'resend'))).toBe(`${codePage}${flow.interaction}`);
    expect(locationOf(await answer(flow, '000000'))).toBe(`${codePage}${flow.interaction}`);
    expect(await db.outboxMail.count()).toBe(0);
  });

  it('starts over after five wrong codes, the right one included (security #93)', async () => {
    const flow = await open();
    await ask(flow, 'alice');
    const code = await codeIn();
    for (let wrong = 1; wrong < 5; wrong += 1) {
      expect(locationOf(await answer(flow, another(code)))).toBe(`${codePage}${flow.interaction}`);
      expect(await readCode(flow)).toMatchObject({ note: 'wrong_code' });
    }
    expect(locationOf(await answer(flow, another(code)))).toBe(`${loginPage}${flow.interaction}`);
    expect(await readLogin(flow)).toMatchObject({ problem: 'code_over', username: 'alice' });
    for (const decision of ['continue', 'resend']) {
      expect(locationOf(await answer(flow, code, decision))).toBe(`${loginPage}${flow.interaction}`);
    }
    expect(await queuedMails(provider.context())).toEqual([]);
    await ask(flow, 'alice');
    expect(locationOf(await answer(flow, await codeIn()))).toContain('/consent?');
  });

  it('gives no more guesses with another mail (security #93)', async () => {
    const flow = await open();
    await ask(flow, 'alice');
    const first = await codeIn();
    for (let wrong = 1; wrong < 5; wrong += 1) await answer(flow, another(first));
    await answer(flow, '', 'resend');
    expect(locationOf(await answer(flow, another(await codeIn())))).toBe(`${loginPage}${flow.interaction}`);
  });

  it('is mailed to an account five times in an hour, and the page looks the same afterwards', async () => {
    const flow = await open();
    await ask(flow, 'alice');
    for (let mail = 1; mail < 7; mail += 1) {
      expect(locationOf(await answer(flow, '', 'resend'))).toBe(`${codePage}${flow.interaction}`);
    }
    expect(await queuedMails(provider.context())).toHaveLength(5);
    expect(locationOf(await answer(flow, await codeIn())), 'the code that was mailed last').toContain('/consent?');
  });

  it('gives no more guesses at the code that was mailed last', async () => {
    const flow = await open();
    await ask(flow, 'alice');
    for (let mail = 1; mail < 5; mail += 1) await answer(flow, '', 'resend');
    const code = await codeIn();
    for (let guess = 0; guess < 4; guess += 1) {
      await answer(flow, another(code));
      await answer(flow, '', 'resend');
    }
    expect(locationOf(await answer(flow, another(code)))).toBe(`${loginPage}${flow.interaction}`);
    expect(locationOf(await answer(flow, code))).toBe(`${loginPage}${flow.interaction}`);
    await ask(flow, 'alice');
    expect(locationOf(await answer(flow, code)), 'a new start, past the limit').toBe(`${codePage}${flow.interaction}`);
  });

  it('has no right code for an unknown name', async () => {
    const flow = await open();
    await ask(flow, 'nobody');
    for (let guess = 0; guess < 4; guess += 1) {
      expect(locationOf(await answer(flow, `00000${guess}`))).toBe(`${codePage}${flow.interaction}`);
    }
  });

  it('sends another code, which ends the one before', async () => {
    const flow = await open();
    await ask(flow, 'alice');
    const first = await codeIn();
    expect(locationOf(await answer(flow, '', 'resend'))).toBe(`${codePage}${flow.interaction}`);
    expect(await readCode(flow)).toMatchObject({ note: 'resent' });
    const second = await codeIn();
    if (first !== second) expect(locationOf(await answer(flow, first))).toBe(`${codePage}${flow.interaction}`);
    expect(locationOf(await answer(flow, second))).toContain('/consent?');
  });

  it('is mailed at once', async () => {
    const flow = await open();
    expect(await wokenJobs(provider.context().db, () => ask(flow, 'alice'))).toEqual(['mail']);
  });

  it('is sent to an address of any length, each time (RFC 5321 §4.5.3.1)', async () => {
    const flow = await open();
    await ask(flow, longAddress);
    expect((await queuedMails(provider.context())).map(({ to }) => to)).toEqual([longAddress]);
    await takeMails(provider.context());
    await answer(flow, '', 'resend');
    expect((await queuedMails(provider.context())).map(({ to }) => to)).toEqual([longAddress]);
  });

  it('signs in once when five requests have the code', async () => {
    const flow = await open();
    await ask(flow, 'alice');
    const code = await codeIn();
    const answers = await Promise.all(Array.from({ length: 5 }, () => answer(flow, code)));
    expect(answers.filter(({ headers }) => String(headers.location).includes('/consent?'))).toHaveLength(1);
  });

  it('expires after ten minutes', async () => {
    const flow = await open();
    await ask(flow, 'alice');
    const code = await codeIn();
    provider.advance(600);
    expect(locationOf(await answer(flow, code))).toBe(`${loginPage}${flow.interaction}`);
  });

  it('is invalid after the address of the account changed', async () => {
    const { db } = provider.context();
    const flow = await open();
    await ask(flow, 'alice');
    const code = await codeIn();
    const { claims } = await db.user.findFirstOrThrow({ where: { username: 'alice' } });
    await db.user.updateMany({
      where: { username: 'alice' },
      data: { claims: claims.replace('alice@example.com', 'new@example.com') },
    });
    try {
      expect(locationOf(await answer(flow, code))).toBe(`${loginPage}${flow.interaction}`);
    } finally {
      await db.user.updateMany({ where: { username: 'alice' }, data: { claims } });
    }
  });

  it('is invalid if the address of the account changes at this moment (security #104)', async () => {
    const { db } = provider.context();
    const flow = await open();
    await ask(flow, 'alice');
    const code = await codeIn();
    const { sub, claims } = (await findUserByUsername(db, 'alice')) ?? never();
    const setAddress = (email: string) =>
      transaction(db, (tx) => setClaims(tx, proven('link', sub), { ...claims, email }, provider.context().now));
    const { interaction, csrf, person } = flow;
    const context = { ...provider.context(), db: beforeTransaction(db, () => setAddress('new@example.com')) };
    const form = { 'content-type': 'application/x-www-form-urlencoded', cookie: cookieHeaderOf(person) };
    const body = encodeForm({ interaction, csrf, code, decision: 'continue' });
    const request = { method: 'POST', path: '/login/code/submit', query: '', clientAddress: '192.0.2.251', body };
    try {
      const response = await handleSignInCodeSubmit({ ...request, headers: { ...form, origin: issuer } }, context);
      expect(locationOf(response)).toBe(`${loginPage}${interaction}`);
      expect(await db.session.count({ where: { sub, authTime: context.now } })).toBe(0);
    } finally {
      await setAddress('alice@example.com');
    }
  });

  it('refuses a person whose account was disabled meanwhile', async () => {
    const { db } = provider.context();
    const flow = await open();
    await ask(flow, 'alice');
    const code = await codeIn();
    const where = { username: 'alice' };
    await db.user.updateMany({ where, data: { enabled: false } });
    try {
      expect(locationOf(await answer(flow, code))).toBe(`${loginPage}${flow.interaction}`);
      expect(await readLogin(flow)).toMatchObject({ problem: 'code_over' });
    } finally {
      await db.user.updateMany({ where, data: { enabled: true } });
    }
  });

  it.each<[string, object]>([
    ['the policy', { portal: { email_code: 'off' } }],
    ['the client', { clients: [{ ...fixtureClient('web'), local_login: false }], identity_providers: [corp] }],
  ])('is invalid after %s allows none', async (_, change) => {
    const flow = await open();
    await ask(flow, 'alice');
    const code = await codeIn();
    await provider.configure({ ...file, ...change });
    try {
      expect(await readCode(flow)).toMatchObject({ page: 'redirect', location: expect.stringContaining('/login?') });
      expect(locationOf(await answer(flow, code))).toBe(`${loginPage}${flow.interaction}`);
      expect((await ask(flow, 'alice')).status).toBe(400);
      expect(await queuedMails(provider.context())).toEqual([]);
    } finally {
      await provider.configure({ ...file, identity_providers: [{ ...corp, enabled: false }] });
    }
  });

  it('is offered after the name, like the password, if the name comes first', async () => {
    await provider.configure({ ...file, portal: { email_code: 'on', login: 'identifier' } });
    try {
      const flow = await open();
      const methods = async () => {
        const page = await readLogin(flow);
        return page.page === 'login' ? page.parts.map(({ method }) => method) : page.page;
      };
      expect(await methods()).not.toEqual(expect.arrayContaining(['password']));
      expect(await methods()).not.toEqual(expect.arrayContaining(['email_code']));
      const { interaction, csrf } = flow;
      await flow.person.submit('login', { interaction, csrf, username: 'alice', decision: 'continue' });
      expect(await methods()).toEqual(expect.arrayContaining(['password', 'email_code']));
    } finally {
      await provider.configure({ ...file, portal: { email_code: 'on', login: 'password' } });
    }
  });

  it('resets only the failures of this factor before the sign-in is complete', async () => {
    const { db } = provider.context();
    await provider.configure({ ...file, portal: { email_code: 'on', second_factor: 'required' } });
    try {
      const flow = await open();
      await ask(flow, 'alice');
      const code = await codeIn();
      await answer(flow, another(code));
      const { sub } = await db.user.findFirstOrThrow({ where: { username: 'alice' } });
      await db.factorFailure.create({ data: { sub, factor: 'totp', failures: 3 } });
      expect(locationOf(await answer(flow, code))).toContain('/login/enrol?');
      expect(await db.factorFailure.findMany({ where: { sub }, select: { factor: true } })).toEqual([
        { factor: 'totp' },
      ]);
    } finally {
      await db.factorFailure.deleteMany();
      await provider.configure({ ...file, portal: { email_code: 'on', second_factor: 'optional' } });
    }
  });

  it('counts among the sign-ins of the metrics, right or wrong', async () => {
    const before = await countSignIns();
    const flow = await open();
    await ask(flow, 'alice');
    const code = await codeIn();
    await answer(flow, another(code));
    await answer(flow, code);
    expect(await countSignIns()).toEqual({
      ...before,
      wrong_code: (before.wrong_code ?? 0) + 1,
      success: (before.success ?? 0) + 1,
    });
  });

  it('reveals only to the holder that the account belongs to another tenant', async () => {
    const flow = await open({ acr_values: 'tenant:acme' });
    await ask(flow, 'alice');
    const { db } = provider.context();
    await db.factorFailure.deleteMany();
    const before = await db.auditEvent.count({ where: { type: 'sign_in.failed' } });
    expect(locationOf(await answer(flow, await codeIn()))).toBe(`${loginPage}${flow.interaction}`);
    expect(await readLogin(flow)).toMatchObject({ problem: 'wrong_tenant' });
    // The code was right, so nobody guessed (security #81).
    expect(await db.factorFailure.count({ where: { failures: { gt: 0 } } })).toBe(0);
    const failed = await db.auditEvent.findMany({ where: { type: 'sign_in.failed' }, skip: before });
    expect(failed.map(({ details }) => JSON.parse(details))).toEqual([{ problem: 'wrong_tenant', via: 'email_code' }]);
  });

  it('keeps the choice of "Keep me signed in"', async () => {
    const flow = await open();
    await ask(flow, 'alice', { remember: 'true' });
    await answer(flow, await codeIn());
    const session = await provider.context().db.session.findFirstOrThrow({ orderBy: { createdAt: 'desc' } });
    expect(session.remember).toBe(true);
  });

  it('asks for a name and for the code, and cancels to the application', async () => {
    const flow = await open();
    expect(locationOf(await ask(flow, ' '))).toBe(`${loginPage}${flow.interaction}`);
    expect(await readLogin(flow)).toMatchObject({ problem: 'missing_username' });
    expect(await readCode(flow)).toMatchObject({ page: 'redirect' });
    await ask(flow, 'alice');
    await answer(flow, ' ');
    expect(await readCode(flow)).toMatchObject({ note: 'missing_code' });
    expect(answerOf(await answer(flow, '', 'cancel'))).toMatchObject({ error: 'access_denied', state: 's1' });
  });

  it('needs the form and the interaction of this browser (security #100, #101)', async () => {
    const flow = await open();
    await ask(flow, 'alice');
    const code = await codeIn();
    expect((await answer({ ...flow, csrf: 'x' }, code)).status).toBe(403);
    const other = await open();
    expect((await answer({ ...flow, person: other.person }, code)).status).toBe(403);
    expect(await readCode({ ...flow, person: other.person })).toMatchObject({ page: 'problem' });
    expect(locationOf(await answer(other, code))).toBe(`${loginPage}${other.interaction}`);
  });

  it('stops with the hundredth wrong code in a row, and notifies the person (security #81, #93)', async () => {
    const { db } = provider.context();
    const { sub } = await db.user.findFirstOrThrow({ where: { username: 'alice' } });
    const key = { sub, factor: 'email' };
    await db.factorFailure.upsert({
      where: { sub_factor: key },
      create: { ...key, failures: 98 },
      update: { failures: 98, stoppedAt: null },
    });
    try {
      const flow = await open();
      await ask(flow, 'alice');
      const code = await codeIn();
      const told = async () => (await queuedMails(provider.context())).filter(({ kind }) => kind === 'factor_stopped');
      await answer(flow, another(code));
      expect(await told()).toEqual([]);
      await answer(flow, another(code));
      expect(await told()).toMatchObject([{ to: 'alice@example.com', values: { factor: 'email' } }]);
      expect(locationOf(await answer(flow, code)), 'the right one').toBe(`${codePage}${flow.interaction}`);
    } finally {
      await db.factorFailure.deleteMany({ where: key });
    }
  });

  it('is stopped for strangers after a hundred wrong codes, and not in a known browser', async () => {
    const { db, now } = provider.context();
    const { sub } = await db.user.findFirstOrThrow({ where: { username: 'alice' } });
    const stop = { failures: 100, stoppedAt: now };
    const key = { sub, factor: 'email' };
    await db.factorFailure.upsert({ where: { sub_factor: key }, create: { ...key, ...stop }, update: stop });
    const stranger = await open();
    await ask(stranger, 'alice');
    expect(locationOf(await answer(stranger, await codeIn()))).toBe(`${codePage}${stranger.interaction}`);
    const known = await open();
    await known.person.signIn(await known.person.get(authorizeRequest({ prompt: 'login' }).path));
    await db.factorFailure.upsert({ where: { sub_factor: key }, create: { ...key, ...stop }, update: stop });
    provider.advance(60);
    const again = { ...(await open()), person: known.person };
    const started = await known.person.get(authorizeRequest({ prompt: 'login' }).path);
    const interaction = new URL(locationOf(started)).searchParams.get('interaction') ?? '';
    const page = await readLogin({ ...again, interaction });
    const flow = { ...again, interaction, csrf: page.page === 'login' ? page.form.csrf : '' };
    await ask(flow, 'alice');
    const code = await codeIn();
    expect(locationOf(await answer(flow, another(code)))).toBe(`${codePage}${flow.interaction}`);
    expect(locationOf(await answer(flow, code))).toContain('/consent?');
  });
});
