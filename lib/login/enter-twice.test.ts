import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { open, sealingKey } from '#lib/crypto/seal';
import type { HttpResponse } from '#lib/http/types';
import { fixtureClient, fixtures, secrets } from '#lib/testing/fixtures';
import { answerOf, authorizeRequest, createPerson, locationOf, type Person, password } from '#lib/testing/person';
import { createTestProvider, type FormFields, type TestProvider } from '#lib/testing/provider';
import { readLoginPage } from './sign-in/read';

const silent = fixtureClient('silent');
const home = { client_uri: 'https://rp.test/' };
const legacy = {
  grant_types: ['authorization_code', 'implicit'],
  response_types: ['code', 'code id_token', 'id_token'],
};

let provider: TestProvider;
beforeAll(async () => {
  provider = await createTestProvider({
    ...fixtures,
    clients: [
      ...fixtures.clients,
      { ...silent, ...home, client_id: 'shop' },
      { ...silent, client_id: 'homeless' },
      { ...silent, ...legacy, client_id: 'hybrid' },
      { ...silent, client_id: 'implicit', ...legacy, response_types: ['token', 'id_token token', 'id_token'] },
      { ...silent, client_id: 'asks', require_consent: true },
    ],
  });
});
afterAll(() => provider.close());

/** The sign-in page of a request, and its form with alice's password. */
async function openForm(person: Person, ask: FormFields = {}, fields: FormFields = {}) {
  const { path, verifier } = authorizeRequest({ client_id: 'shop', scope: 'openid', ...ask });
  return { form: { ...(await formOf(person, await person.get(path))), ...fields }, verifier };
}

async function formOf(person: Person, response: HttpResponse) {
  const interaction = new URL(locationOf(response)).searchParams.get('interaction') ?? '';
  const cookieHeader = [...person.cookies].map((pair) => pair.join('=')).join('; ');
  const page = await readLoginPage(provider.context(), { interaction, cookieHeader });
  if (page.page !== 'login') throw new Error(`expected the login page, found ${page.page}`);
  return { interaction, csrf: page.form.csrf, username: 'alice', password, decision: 'sign_in' };
}

/** The same browser, as if it had never got the responses since. */
function forgetful(person: Person): Person {
  const copy = createPerson(provider);
  for (const [name, value] of person.cookies) copy.cookies.set(name, value);
  return copy;
}

const count = async () => {
  const { db } = provider.context();
  return Promise.all([
    db.grant.count(),
    db.authorizationCode.count(),
    db.session.count({ where: { endedAt: null } }),
    db.auditEvent.count(),
  ]);
};

const redeem = (code: string, verifier: string, clientId = 'shop') =>
  provider.send('/connect/token', {
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      client_id: clientId,
      client_secret: secrets.web,
      redirect_uri: 'https://rp.test/cb',
      code_verifier: verifier,
    }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });

function isFinished(response: HttpResponse): void {
  expect(response.status).toBe(409);
  expect(response.body).toContain('already finished this step');
  expect(response.headers['set-cookie']).toBeUndefined();
  expect(response.body).not.toContain('code=');
}

describe('Enter twice', () => {
  it.each<[string, FormFields]>([
    ['in the query', {}],
    ['in the fragment', { response_mode: 'fragment' }],
    ['with an ID token', { client_id: 'hybrid', response_type: 'code id_token' }],
    ['with an ID token alone', { client_id: 'implicit', response_type: 'id_token' }],
  ])('gets the first answer again, with its cookies, and writes nothing: %s', async (_, ask) => {
    const person = createPerson(provider);
    const { form } = await openForm(person, ask);
    const dropped = forgetful(person);
    const first = await person.submit('login', form);
    const before = await count();
    const again = await dropped.submit('login', form);
    expect(again).toEqual(first);
    expect(dropped.cookies).toEqual(person.cookies);
    expect(await count()).toEqual(before);
  });

  it.each(['form_post', 'jwt', 'form_post.jwt'])('gets the same code again: %s', async (mode) => {
    const person = createPerson(provider);
    const { form } = await openForm(person, { response_mode: mode });
    const dropped = forgetful(person);
    const [first, again] = [await person.submit('login', form), await dropped.submit('login', form)];
    expect(codeOf(first)).toMatch(/^[\w-]{43}$/);
    expect(codeOf(again)).toBe(codeOf(first));
  });

  it('sets no cookie in a browser that has the session', async () => {
    const person = createPerson(provider);
    const { form } = await openForm(person);
    const first = await person.submit('login', form);
    const again = await person.submit('login', form);
    expect(locationOf(again)).toBe(locationOf(first));
    expect(again.headers['set-cookie']).toBeUndefined();
  });

  it('gets one answer for both at the same time, one session and one code', async () => {
    const person = createPerson(provider);
    const { form } = await openForm(person);
    const before = await count();
    const browsers = [1, 2, 3, 4].map(() => forgetful(person));
    const answers = await Promise.all(browsers.map(async (browser) => locationOf(await browser.submit('login', form))));
    expect(new Set(answers).size).toBe(1);
    const after = await count();
    expect(after.slice(0, 3).map((rows, index) => rows - (before[index] ?? 0))).toEqual([1, 1, 1]);
    for (const browser of browsers) {
      const { path } = authorizeRequest({ client_id: 'shop', scope: 'openid', prompt: 'none' });
      expect(answerOf(await browser.get(path))).toHaveProperty('code');
    }
  });

  it('gets the same code after consent', async () => {
    const person = createPerson(provider);
    const { form } = await openForm(person, { client_id: 'asks' });
    const consent = await person.consentForm(await person.submit('login', form));
    const dropped = forgetful(person);
    const first = await person.submit('consent', consent);
    expect(answerOf(first).code).toBeDefined();
    expect(await dropped.submit('consent', consent)).toEqual(first);
    isFinished(await dropped.submit('consent', { ...consent, decision: 'deny' }));
  });

  it('gets the same refusal, and no code for another answer', async () => {
    const person = createPerson(provider);
    const { form } = await openForm(person, {}, { decision: 'cancel' });
    const first = await person.submit('login', form);
    expect(answerOf(first)).toMatchObject({ error: 'access_denied' });
    expect(await person.submit('login', form)).toEqual(first);
    isFinished(await person.submit('login', { ...form, decision: 'sign_in' }));
  });

  it('leads to the same page of the portal', async () => {
    const person = createPerson(provider);
    const begin = await person.get(`/account/sign-in?${new URLSearchParams({ to: '/account/apps' })}`);
    const form = await formOf(person, begin);
    const dropped = forgetful(person);
    const first = await person.submit('login', form);
    expect(locationOf(first)).toMatch(/\/account\/apps$/);
    expect(await dropped.submit('login', form)).toEqual(first);
  });
});

describe('the first answer is not given again', () => {
  it.each<[string, (form: FormFields) => FormFields]>([
    ['with another password', (form) => ({ ...form, password: 'wrong' })],
    ['with another account', (form) => ({ ...form, username: 'bob' })],
    ['with one more field', (form) => ({ ...form, remember: 'on' })],
    ['when the person cancels', (form) => ({ ...form, decision: 'cancel' })],
  ])('to another form: %s', async (_, change) => {
    const person = createPerson(provider);
    const { form } = await openForm(person);
    await person.submit('login', form);
    isFinished(await person.submit('login', change(form)));
  });

  it.each([
    ['shop', 'https://rp.test/'],
    ['homeless', 'https://rp.test/'],
  ])('but the page leads to the application: %s', async (client, uri) => {
    const person = createPerson(provider);
    const { form } = await openForm(person, { client_id: client });
    await person.submit('login', form);
    const finished = await person.submit('login', { ...form, decision: 'cancel' });
    isFinished(finished);
    expect(finished.body).toContain(`href="${uri}"`);
  });

  it('to another browser (security #99)', async () => {
    const person = createPerson(provider);
    const { form } = await openForm(person);
    await person.submit('login', form);
    const stranger = createPerson(provider);
    await openForm(stranger);
    const refused = await stranger.submit('login', form);
    expect(refused.status).toBe(403);
    expect(refused.headers.location).toBeUndefined();
  });

  it('to a page of another origin', async () => {
    const person = createPerson(provider);
    const { form } = await openForm(person);
    await person.submit('login', form);
    const refused = await person.submit('login', form, { origin: 'https://evil.test' });
    expect(refused.status).toBe(403);
    expect(refused.headers.location).toBeUndefined();
  });

  it('once the code was used, because a second use ends what the first gave (RFC 6749 §4.1.2)', async () => {
    const person = createPerson(provider);
    const { form, verifier } = await openForm(person);
    const { code = '' } = answerOf(await person.submit('login', form));
    const token = await redeem(code, verifier);
    expect(token.status).toBe(200);
    isFinished(await person.submit('login', form));
  });

  it('after a sign-out (security #107)', async () => {
    const person = createPerson(provider);
    const { form } = await openForm(person);
    const dropped = forgetful(person);
    await person.submit('login', form);
    await provider.context().db.session.updateMany({ data: { endedAt: provider.context().now } });
    isFinished(await person.submit('login', form));
    isFinished(await dropped.submit('login', form));
  });

  it('after a minute', async () => {
    const person = createPerson(provider);
    const { form } = await openForm(person, { client_id: 'hybrid', response_type: 'id_token' });
    const first = await person.submit('login', form);
    provider.advance(59);
    expect(locationOf(await person.submit('login', form))).toBe(locationOf(first));
    provider.advance(1);
    isFinished(await person.submit('login', form));
  });

  it('to a client that lost its redirect URI meanwhile', async () => {
    const person = createPerson(provider);
    const { form } = await openForm(person, { client_id: 'homeless' });
    const first = await person.submit('login', form);
    const moved = { ...silent, client_id: 'homeless', redirect_uris: ['https://rp.test/moved'] };
    await provider.configure({ clients: [moved] });
    const again = await person.submit('login', form);
    expect(again.headers.location).toBeUndefined();
    expect(again.body).not.toContain(answerOf(first).code);
  });

  it('with an access token in it', async () => {
    const person = createPerson(provider);
    const { form } = await openForm(person, { client_id: 'implicit', response_type: 'id_token token' });
    expect(locationOf(await person.submit('login', form))).toContain('access_token=');
    isFinished(await person.submit('login', form));
  });

  it('from the database alone: nothing of it is readable there', async () => {
    const person = createPerson(provider);
    const { form } = await openForm(person);
    const { code = '' } = answerOf(await person.submit('login', form));
    const { db, settings } = provider.context();
    const rows = await db.interaction.findMany({ where: { answer: { not: null } } });
    expect(rows.length).toBeGreaterThan(0);
    const handles = [...person.cookies.values()];
    for (const secret of [code, ...handles]) expect(JSON.stringify(rows)).not.toContain(secret);
    for (const { hash, answer } of rows) {
      expect(() => open(sealingKey(settings.secret), answer ?? '', `Interaction:answer:${hash}`)).toThrow();
    }
  });
});

/** The code in an answer of any response mode. */
function codeOf({ headers: { location }, body }: HttpResponse): string | undefined {
  const text = typeof location === 'string' ? location : body;
  const jwt = /response(?:=|" value=")([\w-]+)\.([\w-]+)\./.exec(text)?.[2];
  if (jwt !== undefined) return JSON.parse(Buffer.from(jwt, 'base64url').toString()).code;
  return /code(?:=|" value=")([\w-]{43})/.exec(text)?.[1];
}
