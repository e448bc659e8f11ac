import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { hashHandle } from '#lib/crypto/hash';
import { transaction } from '#lib/db/transaction';
import type { HttpResponse } from '#lib/http/types';
import { beforeTransaction } from '#lib/testing/around-transaction';
import { fixtureClient, fixtures } from '#lib/testing/fixtures';
import { authorizeRequest, createPerson, locationOf, password } from '#lib/testing/person';
import { createTestProvider, encodeForm, type FormFields, issuer, type TestProvider } from '#lib/testing/provider';
import { takeMails } from '#lib/testing/queued-mails';
import { cookieHeaderOf } from '#lib/testing/sign-out';
import { wokenJobs } from '#lib/testing/woken-jobs';
import { findUserByUsername, setClaims } from '#lib/users/user-store';
import { proven } from '#lib/vocabulary/account-proof';
import { readPostedForm } from '../read-form';
import { emailMethod } from './email';
import { readFactorPage } from './read';
import { handleFactorSubmit } from './submit';

const silent = { ...fixtureClient('web'), require_consent: false };
const portal = { second_factor: 'required', email_second_factor: 'on' };

let provider: TestProvider;
beforeAll(async () => {
  const mailing = { SMTP_URL: 'smtp://mail.test', SIGNET_MAIL_FROM: 'no-reply@op.test' };
  provider = await createTestProvider({ ...fixtures, clients: [silent], portal }, mailing);
});
afterAll(() => provider.close());
beforeEach(async () => {
  const { db } = provider.context();
  await db.rateLimit.deleteMany();
  await takeMails(provider.context());
});

/** A person who has shown the password, and the page of the second factor. */
async function halfway(username = 'alice') {
  const person = createPerson(provider);
  const response = await person.signIn(await person.get(authorizeRequest().path), username);
  const page = async (at: HttpResponse = response) => {
    const interaction = new URL(locationOf(at)).searchParams.get('interaction');
    const input = { interaction, cookieHeader: cookieHeaderOf(person), method: 'email' };
    const found = await readFactorPage(provider.context(), input);
    if (found.page !== 'second-factor') throw new Error(`no page of a factor but ${JSON.stringify(found)}`);
    return found;
  };
  const answer = async (fields: FormFields) => {
    const { form } = await page();
    const hidden = { interaction: form.interaction ?? '', csrf: form.csrf, method: 'email', decision: 'continue' };
    return person.submit('login/factor', { ...hidden, ...fields });
  };
  return { person, response, page, answer };
}

const another = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

const codes = async () => {
  const mails = await takeMails(provider.context());
  return mails.flatMap((mail) => (mail.kind === 'email_code' ? [{ to: mail.to, code: mail.values.code }] : []));
};

it('is mailed only by a form, to the verified address, and works once', async () => {
  const { page, answer } = await halfway();
  expect(await page()).toMatchObject({ method: 'email', sentTo: null });
  expect(await codes()).toEqual([]);
  const sent = await answer({ decision: 'send' });
  expect(await page(sent)).toMatchObject({ sentTo: 'a•••@example.com' });
  const [mail] = await codes();
  expect(mail?.to).toBe('alice@example.com');
  const wrong = mail?.code === '000000' ? '000001' : '000000';
  expect(await page(await answer({ code: wrong }))).toMatchObject({ problem: 'code_wrong' });
  const done = await answer({ code: mail?.code ?? '' });
  expect(locationOf(done)).toMatch(/^https:\/\/rp\.test\/cb\?/);
});

it('works only in its own sign-in', async () => {
  const [one, other] = [await halfway(), await halfway()];
  await one.answer({ decision: 'send' });
  await other.answer({ decision: 'send' });
  const [first] = await codes();
  expect(await other.page(await other.answer({ code: first?.code ?? '' }))).toMatchObject({ problem: 'code_wrong' });
});

it('is invalid after the address of the account changed', async () => {
  const { db } = provider.context();
  const { page, answer } = await halfway();
  await answer({ decision: 'send' });
  const [mail] = await codes();
  const { claims } = await db.user.findFirstOrThrow({ where: { username: 'alice' } });
  const changed = claims.replace('alice@example.com', 'new@example.com');
  await db.user.updateMany({ where: { username: 'alice' }, data: { claims: changed } });
  try {
    expect(await page(await answer({ code: mail?.code ?? '' }))).toMatchObject({ problem: 'code_over' });
  } finally {
    await db.user.updateMany({ where: { username: 'alice' }, data: { claims } });
  }
});

it('is invalid if the address of the account changes at this moment (security #104)', async () => {
  const { db, now } = provider.context();
  const { person, page, answer } = await halfway();
  await answer({ decision: 'send' });
  const [mail] = await codes();
  const { sub, claims } = (await findUserByUsername(db, 'alice')) ?? expect.fail('no Alice');
  const setAddress = (email: string) =>
    transaction(db, (tx) => setClaims(tx, proven('link', sub), { ...claims, email }, now));
  const context = { ...provider.context(), db: beforeTransaction(db, () => setAddress('new@example.com')) };
  const { form } = await page();
  const fields = { interaction: form.interaction ?? '', csrf: form.csrf, method: 'email', decision: 'continue' };
  const own = { cookie: cookieHeaderOf(person), 'content-type': 'application/x-www-form-urlencoded', origin: issuer };
  const request = { method: 'POST', path: '/login/factor/submit', query: '', clientAddress: '192.0.2.252' };
  const body = encodeForm({ ...fields, code: mail?.code ?? '' });
  const sessions = await db.session.count({ where: { sub } });
  try {
    expect(await page(await handleFactorSubmit({ ...request, headers: own, body }, context))).toMatchObject({
      problem: 'code_used',
    });
    expect(await db.session.count({ where: { sub } })).toBe(sessions);
  } finally {
    await setAddress('alice@example.com');
  }
});

it('is mailed at once', async () => {
  const { answer } = await halfway();
  expect(await wokenJobs(provider.context().db, () => answer({ decision: 'send' }))).toEqual(['mail']);
});

it('is expired when none was sent', async () => {
  const { page, answer } = await halfway();
  expect(await page(await answer({ code: '123456' }))).toMatchObject({ problem: 'code_over' });
});

it('works only for its person, even if another account has the address', async () => {
  const { response, answer } = await halfway();
  await answer({ decision: 'send' });
  const [mail] = await codes();
  const context = provider.context();
  const alice = await findUserByUsername(context.db, 'alice');
  if (alice === null) throw new Error('no Alice');
  const headers = { origin: issuer, 'content-type': 'application/x-www-form-urlencoded' };
  const request = { method: 'POST', path: '', query: '', body: `code=${mail?.code}`, headers, clientAddress: '' };
  const form = readPostedForm(request, context);
  if (form.page === 'problem') throw new Error(form.problem);
  const boundTo = hashHandle(new URL(locationOf(response)).searchParams.get('interaction') ?? '');
  const checked = await emailMethod.check({ form, person: { ...alice, sub: 'another' }, boundTo }, context);
  expect(checked).toEqual({ problem: 'code_over' });
});

it('ends when a newer one is sent', async () => {
  const { page, answer } = await halfway();
  await answer({ decision: 'send' });
  await answer({ decision: 'send' });
  const [first, second] = await codes();
  if (first?.code !== second?.code) {
    expect(await page(await answer({ code: first?.code ?? '' }))).toMatchObject({ problem: 'code_wrong' });
  }
  expect(locationOf(await answer({ code: second?.code ?? '' }))).toContain('/cb?');
});

it('works again after five wrong ones, after the password was given again (security #93)', async () => {
  const { person, page, answer } = await halfway();
  const { form } = await page();
  const signInAgain = async () => {
    const typed = { interaction: form.interaction ?? '', csrf: form.csrf, username: 'alice', password };
    expect(locationOf(await person.submit('login', { ...typed, decision: 'sign_in' }))).toContain('/login/factor?');
  };
  const sentCode = async () => {
    await answer({ decision: 'send' });
    return (await codes())[0]?.code ?? '';
  };
  const guess = async (code: string) => {
    for (let wrong = 0; wrong < 4; wrong += 1) {
      expect(await page(await answer({ code: another(code) }))).toMatchObject({ problem: 'code_wrong' });
    }
    expect(locationOf(await answer({ code: another(code) }))).toContain('/login?');
  };
  await guess(await sentCode());
  await signInAgain();
  // The person returns to the password by themselves.
  await guess(await sentCode());
  await signInAgain();
  expect(locationOf(await answer({ code: await sentCode() }))).toContain('/cb?');
});

it('expires after ten minutes, and an answer then is not a failure', async () => {
  const { db } = provider.context();
  const counted = async () => [
    await db.factorFailure.count({ where: { factor: 'email', failures: { gt: 0 } } }),
    await db.auditEvent.count({ where: { type: 'sign_in.failed' } }),
    (await db.rateLimit.aggregate({ where: { key: { startsWith: 'second-factor' } }, _sum: { count: true } }))._sum
      .count ?? 0,
  ];
  await db.factorFailure.deleteMany();
  const before = await counted();
  const { page, answer } = await halfway();
  await answer({ decision: 'send' });
  const [mail] = await codes();
  provider.advance(600);
  for (let late = 0; late < 6; late += 1) {
    expect(await page(await answer({ code: mail?.code ?? '' }))).toMatchObject({ problem: 'code_over' });
  }
  expect(await counted()).toEqual(before);
  await answer({ decision: 'send' });
  const [newer] = await codes();
  expect(locationOf(await answer({ code: newer?.code ?? '' }))).toContain('/cb?');
});

it('is not sent past the limits of mails, and the page looks the same', async () => {
  const { page, answer } = await halfway();
  for (let count = 0; count < 7; count += 1) {
    expect(await page(await answer({ decision: 'send' }))).toMatchObject({ sentTo: 'a•••@example.com' });
  }
  expect(await codes()).toHaveLength(5);
});

it('looks sent past the limits of mails in a sign-in that got none, where no code works', async () => {
  const before = await halfway();
  for (let count = 0; count < 5; count += 1) await before.answer({ decision: 'send' });
  expect(await codes()).toHaveLength(5);
  const { page, answer } = await halfway();
  expect(await page(await answer({ decision: 'send' }))).toMatchObject({ sentTo: 'a•••@example.com', problem: null });
  expect(await codes()).toEqual([]);
  expect(await page(await answer({ code: '123456' }))).toMatchObject({ problem: 'code_wrong' });
});

it('keeps the code that was mailed last past the limits of mails', async () => {
  const { answer } = await halfway();
  for (let count = 0; count < 6; count += 1) await answer({ decision: 'send' });
  const mailed = await codes();
  expect(mailed).toHaveLength(5);
  expect(locationOf(await answer({ code: mailed.at(-1)?.code ?? '' }))).toContain('/cb?');
});

it('shares the limit of an address in all its spellings', async () => {
  const { db } = provider.context();
  const { answer } = await halfway();
  for (let count = 0; count < 5; count += 1) await answer({ decision: 'send' });
  expect(await codes()).toHaveLength(5);
  const { claims } = await db.user.findFirstOrThrow({ where: { username: 'alice' } });
  const respelled = claims.replace('alice@example.com', 'Alice@Example.com');
  await db.user.updateMany({ where: { username: 'alice' }, data: { claims: respelled } });
  try {
    await answer({ decision: 'send' });
    expect(await codes()).toEqual([]);
  } finally {
    await db.user.updateMany({ where: { username: 'alice' }, data: { claims } });
  }
});

it('names its masked address before it is sent (ux §1.2.8)', async () => {
  const { page, response } = await halfway();
  expect(await page(response)).toMatchObject({ sentTo: null, mailTo: 'a•••@example.com' });
});

it('is not offered without a verified address', async () => {
  const { response } = await halfway('bob');
  expect(locationOf(response)).toContain('/login/enrol?');
});
