import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { HttpResponse } from '#lib/http/types';
import { reserveAddress } from '#lib/ratelimit/reserve-address';
import { beforeTransaction } from '#lib/testing/around-transaction';
import { fixtures } from '#lib/testing/fixtures';
import { answerOf, authorizeRequest, createPerson, locationOf, type Person } from '#lib/testing/person';
import { createTestProvider, encodeForm, type FormFields, type TestProvider } from '#lib/testing/provider';
import { queuedMails, takeMails } from '#lib/testing/queued-mails';
import { cookieHeaderOf } from '#lib/testing/sign-out';
import { wokenJobs } from '#lib/testing/woken-jobs';
import { verifyPassword } from '#lib/users/password-hash';
import { findUserByUsername } from '#lib/users/user-store';
import { readSignUpCodePage, readSignUpPage } from './read';
import { handleSignUpCodeSubmit } from './submit-code';

const mailing = { SMTP_URL: 'smtp://127.0.0.1:1', SIGNET_MAIL_FROM: 'id@op.test' };
/** A password that the policy accepts, unlike that of the fixtures. */
const password = 'violet-otter-harbour-42';
const codePage = 'https://op.test/signup/code?interaction=';
const signUpPage = 'https://op.test/signup?interaction=';
let provider: TestProvider;

beforeAll(async () => {
  provider = await createTestProvider({ ...fixtures, portal: { registration: 'on' } }, mailing);
});
afterAll(() => provider.close());
beforeEach(() => takeMails(provider.context()));
afterEach(async () => {
  const { db } = provider.context();
  await db.pendingAccount.deleteMany();
  await db.user.deleteMany({ where: { origin: 'sign_up' } });
});

let addresses = 0;
/** A person at a new address, so that no test uses up another's attempts. */
const newPerson = () => createPerson(provider, `192.0.2.${++addresses}`);
/** A new address, because another test may have proved an old one, or used up its mails. */
const newEmail = (local = 'carol') => `${local}@${++addresses}.example.com`;

type Flow = { readonly person: Person; readonly interaction: string; readonly csrf: string };

async function open(person = newPerson()): Promise<Flow> {
  const response = await person.get(authorizeRequest({ prompt: 'create' }).path);
  const interaction = new URL(locationOf(response)).searchParams.get('interaction') ?? '';
  const page = await readSignUpPage(provider.context(), { interaction, cookieHeader: cookieHeaderOf(person) });
  if (page.page !== 'signup') throw new Error(`expected the sign-up page, found ${JSON.stringify(page)}`);
  return { person, interaction, csrf: page.form.csrf };
}

const signUp = ({ person, interaction, csrf }: Flow, fields: FormFields) =>
  person.submit('signup', { interaction, csrf, password, decision: 'sign_up', ...fields });
const answer = ({ person, interaction, csrf }: Flow, code: string, decision = 'continue') =>
  person.submit('signup/code', { interaction, csrf, code, decision });
const input = ({ person, interaction }: Flow) => ({ interaction, cookieHeader: cookieHeaderOf(person) });
const readCode = (flow: Flow) => readSignUpCodePage(provider.context(), input(flow));
const readSignUp = (flow: Flow) => readSignUpPage(provider.context(), input(flow));
const codeIn = async () => {
  const mail = (await takeMails(provider.context())).findLast(({ kind }) => kind === 'email_code');
  if (mail?.kind !== 'email_code') throw new Error(`no code in ${JSON.stringify(mail)}`);
  return mail.values.code;
};
const another = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
const find = (name: string) => findUserByUsername(provider.context().db, name);

/** The answer to a form, without its interaction. */
const shape = (response: HttpResponse, { interaction }: Flow) => JSON.stringify(response).replaceAll(interaction, 'I');

/** Fills in the form. @returns the flow, the answer to the form and the mailed code */
async function ask(fields: FormFields, person = newPerson()) {
  const flow = await open(person);
  const response = await signUp(flow, fields);
  return { flow, response };
}

describe('sign-up on a server with mail', () => {
  it('sends nothing after its network used up its mails, and looks the same', async () => {
    const { db, now } = provider.context();
    const person = newPerson();
    const limit = { name: 'mail-network', perAddress: 100, windowSeconds: 3600 };
    await reserveAddress(db, `192.0.2.${addresses}`, { ...limit, uses: 100 }, now);
    const { flow, response } = await ask({ username: 'flood', email: newEmail() }, person);
    expect(locationOf(response)).toBe(`${codePage}${flow.interaction}`);
    expect(locationOf(await answer(flow, '', 'resend'))).toBe(`${codePage}${flow.interaction}`);
    expect(await db.outboxMail.count()).toBe(0);
  });

  it('mails a code, and the account exists only after it, with the address verified (security #116)', async () => {
    const email = newEmail('Carol');
    const { flow, response } = await ask({ username: 'Carol', name: 'Carol Jones', email });
    expect(locationOf(response)).toBe(`${codePage}${flow.interaction}`);
    expect(await queuedMails(provider.context())).toMatchObject([
      { kind: 'email_code', to: email, values: { lifetimeMinutes: 10 } },
    ]);
    expect(await readCode(flow)).toMatchObject({ page: 'signup-code', email, minutes: 10, note: null });
    expect(await find('carol')).toBeNull();
    const done = await answer(flow, await codeIn());
    expect(locationOf(done)).toContain('https://op.test/consent?');
    expect(answerOf(await flow.person.allow(done))).toMatchObject({ code: expect.any(String), state: 's1' });
    const user = await find('carol');
    expect(user).toMatchObject({ username: 'Carol', enabled: true, admin: null, tenants: 'none', origin: 'sign_up' });
    expect(user?.claims).toEqual({ name: 'Carol Jones', email, email_verified: true });
    expect(await verifyPassword(user?.passwordHash ?? null, password)).toBe(true);
    const { db } = provider.context();
    expect(await db.pendingAccount.count()).toBe(0);
    const where = { type: 'user.created', actorId: user?.sub ?? '' };
    const events = await db.auditEvent.findMany({ where });
    expect(events).toMatchObject([{ actorKind: 'user', targetName: 'Carol', clientId: 'web' }]);
  });

  it('uses the proved address as username when none was typed', async () => {
    const email = newEmail('Dora');
    const { flow } = await ask({ email });
    await answer(flow, await codeIn());
    const user = await find(email.toLowerCase());
    expect([user?.username, user?.claims]).toEqual([email, { email, email_verified: true }]);
  });

  it('accepts an address as username only if it is the one to prove', async () => {
    const email = newEmail('emil');
    const { flow } = await ask({ username: email, email });
    await answer(flow, await codeIn());
    expect(await find(email)).toMatchObject({ username: email });
  });

  it.each<[FormFields, string]>([
    [{ email: '' }, 'missing_email'],
    [{ email: undefined }, 'missing_email'],
    [{ email: 'nobody' }, 'email_needed'],
    [{ email: 'a,b@c.example' }, 'email_needed'],
    [{ email: 'a\u00adb@c.example' }, 'email_needed'],
    [{ email: `${'x'.repeat(300)}@c.example` }, 'email_needed'],
    [{ email: 'x@victim.example', username: 'y@victim.example' }, 'username_invalid'],
    [{ username: '\u200b' }, 'username_invalid'],
    [{ username: 'alice' }, 'username_taken'],
    [{ username: 'ＡＬＩＣＥ' }, 'username_taken'],
    [{ email: `${'x'.repeat(60)}@${'y'.repeat(60)}.example`, username: undefined }, 'missing_username'],
    [{ name: 'x'.repeat(101) }, 'name_invalid'],
    [{ password: undefined }, 'missing_password'],
    [{ password: 'short' }, 'password_too_short'],
    [{ password: 'grace-grace-grace' }, 'password_contains_username'],
  ])('refuses %j: %s', async (change, problem) => {
    const { flow, response } = await ask({ username: 'grace', email: newEmail('grace'), ...change });
    expect(locationOf(response)).toBe(`${signUpPage}${flow.interaction}`);
    expect(await readSignUp(flow)).toMatchObject({ isAddressProved: true, problems: [problem] });
    expect(await queuedMails(provider.context())).toEqual([]);
    expect(locationOf(await answer(flow, '000000'))).toBe(`${signUpPage}${flow.interaction}`);
  });

  it('never reveals that an address is taken: same pages, and its holder gets a mail (security #85)', async () => {
    const free = await ask({ email: newEmail('free') });
    await takeMails(provider.context());
    const taken = await ask({ email: 'Alice@example.com' });
    expect(await takeMails(provider.context())).toMatchObject([{ kind: 'address_taken', to: 'Alice@example.com' }]);
    expect(shape(taken.response, taken.flow)).toBe(shape(free.response, free.flow));
    expect(await readCode(taken.flow)).toMatchObject({ page: 'signup-code', email: 'Alice@example.com', note: null });
    for (let guess = 0; guess < 4; guess += 1) {
      expect(locationOf(await answer(taken.flow, `00000${guess}`))).toBe(`${codePage}${taken.flow.interaction}`);
    }
    expect(await provider.context().db.user.count({ where: { canonicalEmail: 'alice@example.com' } })).toBe(1);
  });

  it('does not reveal it when the address is typed as username too (security #85)', async () => {
    const [free, taken] = [newEmail('free'), newEmail('taken')];
    const holder = await ask({ email: taken });
    await answer(holder.flow, await codeIn());
    expect(await find(taken)).toMatchObject({ username: taken });
    const asked = await ask({ username: free.toUpperCase(), email: free });
    await takeMails(provider.context());
    const told = await ask({ username: taken.toUpperCase(), email: taken });
    expect(await takeMails(provider.context())).toMatchObject([{ kind: 'address_taken', to: taken }]);
    expect(shape(told.response, told.flow)).toBe(shape(asked.response, asked.flow));
    expect(await readCode(told.flow)).toMatchObject({ page: 'signup-code', email: taken, note: null });
  });

  it('accepts an unproved address, and gives it to the first person who proves it (security #116)', async () => {
    const email = newEmail('both');
    const first = await ask({ username: 'first', email });
    const firstCode = await codeIn();
    const second = await ask({ username: 'second', email });
    const secondCode = await codeIn();
    expect(locationOf(await answer(second.flow, secondCode))).toContain('/consent?');
    expect(locationOf(await answer(first.flow, firstCode))).toBe(`${signUpPage}${first.flow.interaction}`);
    expect(await readSignUp(first.flow)).toMatchObject({ problems: ['code_over'], username: 'first', email });
    expect([await find('first'), await find('second')]).toMatchObject([null, { claims: { email } }]);
  });

  it('gives an address to one of eight people who prove it at the same moment (security #116)', async () => {
    const email = newEmail('moment');
    const sent: { flow: Flow; code: string }[] = [];
    for (let count = 0; count < 8; count += 1) {
      // Each mail is sent after the limit of the address has passed.
      await provider.context().db.rateLimit.deleteMany();
      const { flow } = await ask({ username: `moment-${count}`, email });
      sent.push({ flow, code: await codeIn() });
    }
    const answers = await Promise.all(sent.map(({ flow, code }) => answer(flow, code)));
    expect(answers.filter((one) => locationOf(one).includes('/consent?'))).toHaveLength(1);
    expect(await provider.context().db.user.count({ where: { canonicalEmail: email } })).toBe(1);
  });

  it('creates one account when sixteen answers arrive at once', async () => {
    const email = newEmail('race');
    const { flow } = await ask({ username: 'racer', email });
    const code = await codeIn();
    const answers = await Promise.all(Array.from({ length: 16 }, () => answer(flow, code)));
    const consents = answers.filter(({ headers }) => String(headers.location).includes('/consent?'));
    expect(consents).toHaveLength(1);
    expect(await provider.context().db.user.count({ where: { canonicalEmail: email } })).toBe(1);
  });

  it.each(['continue', 'resend'])('leads back to the form if no account waits: %s', async (decision) => {
    const flow = await open();
    expect(await readCode(flow)).toEqual({ page: 'redirect', location: `/signup?interaction=${flow.interaction}` });
    expect(locationOf(await answer(flow, '123456', decision))).toBe(`${signUpPage}${flow.interaction}`);
    expect(await readSignUp(flow)).toMatchObject({ page: 'signup', problems: [] });
  });

  it('says that a username was taken meanwhile', async () => {
    const one = await ask({ username: 'wanted', email: newEmail() });
    const oneCode = await codeIn();
    const two = await ask({ username: 'wanted', email: newEmail() });
    const twoCode = await codeIn();
    await answer(two.flow, twoCode);
    expect(locationOf(await answer(one.flow, oneCode))).toBe(`${signUpPage}${one.flow.interaction}`);
    expect(await readSignUp(one.flow)).toMatchObject({ problems: ['username_taken'] });
  });

  it('starts over after five wrong codes', async () => {
    const email = newEmail();
    const { flow } = await ask({ username: 'guesser', email });
    const code = await codeIn();
    for (let wrong = 1; wrong < 5; wrong += 1) {
      expect(locationOf(await answer(flow, another(code)))).toBe(`${codePage}${flow.interaction}`);
      expect(await readCode(flow)).toMatchObject({ note: 'wrong_code' });
    }
    expect(locationOf(await answer(flow, another(code)))).toBe(`${signUpPage}${flow.interaction}`);
    expect(await readSignUp(flow)).toMatchObject({ problems: ['code_over'], username: 'guesser', email });
    expect(locationOf(await answer(flow, code))).toBe(`${signUpPage}${flow.interaction}`);
    expect(locationOf(await answer(flow, '', 'resend'))).toBe(`${signUpPage}${flow.interaction}`);
    expect(await find('guesser')).toBeNull();
    await takeMails(provider.context());
    await signUp(flow, { username: 'guesser', email });
    expect(locationOf(await answer(flow, await codeIn()))).toContain('/consent?');
  });

  it('gives no more guesses with another mail (security #93)', async () => {
    const { flow } = await ask({ username: 'resender', email: newEmail() });
    const first = await codeIn();
    for (let wrong = 1; wrong < 5; wrong += 1) await answer(flow, another(first));
    await answer(flow, '', 'resend');
    expect(locationOf(await answer(flow, another(await codeIn())))).toBe(`${signUpPage}${flow.interaction}`);
  });

  it('starts over when another code is requested after the last one was deleted', async () => {
    const { flow } = await ask({ username: 'tidied', email: newEmail() });
    await provider.context().db.emailCode.deleteMany();
    expect(locationOf(await answer(flow, '', 'resend'))).toBe(`${signUpPage}${flow.interaction}`);
    expect(await readSignUp(flow)).toMatchObject({ problems: ['code_over'] });
  });

  it('ends when people may no longer create accounts', async () => {
    const { flow } = await ask({ username: 'closed', email: newEmail() });
    const code = await codeIn();
    await provider.configure({ portal: { registration: 'off' } });
    try {
      expect(await readCode(flow)).toMatchObject({ page: 'redirect' });
      expect(locationOf(await answer(flow, code))).toBe(`${signUpPage}${flow.interaction}`);
      expect(await find('closed')).toBeNull();
    } finally {
      await provider.configure({ portal: { registration: 'on' } });
    }
  });

  it('asks for no code on a server without mail', async () => {
    const { flow } = await ask({ username: 'mailless', email: newEmail() });
    const context = provider.context();
    const settings = { ...context.settings, smtp: null };
    expect(await readSignUpCodePage({ ...context, settings }, input(flow))).toMatchObject({ page: 'redirect' });
  });

  it('notifies each holder of an address at most five times an hour, apart from its codes', async () => {
    const email = newEmail('told');
    const holder = await ask({ email });
    await answer(holder.flow, await codeIn());
    await takeMails(provider.context());
    for (let round = 0; round < 6; round += 1) await ask({ email });
    expect(await queuedMails(provider.context())).toHaveLength(5);
  });

  it('sends another code, which ends the one before', async () => {
    const { flow } = await ask({ username: 'again', email: newEmail() });
    const first = await codeIn();
    expect(locationOf(await answer(flow, '', 'resend'))).toBe(`${codePage}${flow.interaction}`);
    expect(await readCode(flow)).toMatchObject({ note: 'resent' });
    const second = await codeIn();
    if (first !== second) expect(locationOf(await answer(flow, first))).toBe(`${codePage}${flow.interaction}`);
    expect(locationOf(await answer(flow, second))).toContain('/consent?');
  });

  it('expires after ten minutes', async () => {
    const { flow } = await ask({ username: 'late', email: newEmail() });
    const code = await codeIn();
    provider.advance(600);
    expect(locationOf(await answer(flow, code))).toBe(`${signUpPage}${flow.interaction}`);
    expect(await find('late')).toBeNull();
  });

  it('sends at most five codes to an address in an hour, and looks the same afterwards', async () => {
    const { flow } = await ask({ username: 'many', email: newEmail() });
    for (let round = 0; round < 6; round += 1) {
      expect(locationOf(await answer(flow, '', 'resend'))).toBe(`${codePage}${flow.interaction}`);
    }
    expect(await queuedMails(provider.context())).toHaveLength(5);
    expect(locationOf(await answer(flow, await codeIn())), 'the code that was mailed last').toContain('/consent?');
  });

  it('mails the code at once', async () => {
    const { db } = provider.context();
    expect(await wokenJobs(db, () => ask({ username: 'hasty', email: newEmail() }))).toEqual(['mail']);
  });

  it('asks for the code', async () => {
    const { flow } = await ask({ username: 'empty', email: newEmail() });
    await answer(flow, ' ');
    expect(await readCode(flow)).toMatchObject({ note: 'missing_code' });
  });

  it('cancels to the application, and ends the pending sign-up', async () => {
    const email = newEmail();
    const { flow } = await ask({ username: 'quitter', email });
    expect(answerOf(await answer(flow, '', 'cancel'))).toMatchObject({ error: 'access_denied', state: 's1' });
    expect(await provider.context().db.pendingAccount.count({ where: { email } })).toBe(0);
    expect(await provider.context().db.emailCode.count({ where: { email } })).toBe(0);
  });

  it('needs the form and the interaction of this browser (security #100, #101)', async () => {
    const { flow } = await ask({ username: 'mallory', email: newEmail() });
    const code = await codeIn();
    expect((await answer({ ...flow, csrf: 'x' }, code)).status).toBe(403);
    expect((await answer({ ...flow, person: newPerson() }, code)).status).toBe(403);
    expect(await readCode({ ...flow, person: newPerson() })).toMatchObject({ page: 'problem' });
    const other = await open();
    expect(locationOf(await answer(other, code))).toBe(`${signUpPage}${other.interaction}`);
    expect(await find('mallory')).toBeNull();
  });

  it('never stores the password in clear text, and shows the input again', async () => {
    const { flow } = await ask({ username: 'canary', email: newEmail(), password: 'canary-otter-harbour-42' });
    const { db } = provider.context();
    expect(JSON.stringify(await db.pendingAccount.findMany())).not.toContain('harbour');
    expect(JSON.stringify(await db.interaction.findMany())).not.toContain('harbour');
    expect(await readSignUp(flow)).toMatchObject({ username: 'canary', problems: [] });
  });
});

/** Sends the right code, while something else happens before the transaction that creates the account. */
async function answerWhile({ interaction, csrf, person }: Flow, happen: () => Promise<unknown>) {
  const context = provider.context();
  const body = encodeForm({ interaction, csrf, code: await codeIn(), decision: 'continue' });
  const headers = {
    origin: 'https://op.test',
    'content-type': 'application/x-www-form-urlencoded',
    cookie: cookieHeaderOf(person),
  };
  const request = { method: 'POST', path: '/signup/code/submit', query: '', headers, body, clientAddress: '192.0.2.9' };
  return handleSignUpCodeSubmit(request, { ...context, db: beforeTransaction(context.db, happen) });
}

it('never marks an address as verified that another form replaced meanwhile (security #116)', async () => {
  const { db } = provider.context();
  const [own, victims] = [newEmail(), newEmail('victim')];
  const { flow } = await ask({ username: 'mallory', email: own });
  const response = await answerWhile(flow, () =>
    db.pendingAccount.updateMany({ where: { email: own }, data: { email: victims } }),
  );
  expect(locationOf(response)).toBe(`${signUpPage}${flow.interaction}`);
  expect(await find('mallory')).toBeNull();
  expect(await db.user.count({ where: { canonicalEmail: victims } })).toBe(0);
});

it('creates no account that was canceled in another tab', async () => {
  const { db } = provider.context();
  const { flow } = await ask({ username: 'undecided', email: newEmail() });
  const response = await answerWhile(flow, () => db.pendingAccount.deleteMany());
  expect(locationOf(response)).toBe(`${signUpPage}${flow.interaction}`);
  expect(await readSignUp(flow)).toMatchObject({ problems: ['code_over'] });
  expect(await find('undecided')).toBeNull();
});

it('does not report an outage of the database as a wrong code', async () => {
  const { flow } = await ask({ username: 'unlucky', email: newEmail() });
  const outage = () => Promise.reject(new Error('the database is gone'));
  await expect(answerWhile(flow, outage)).rejects.toThrow('the database is gone');
});
