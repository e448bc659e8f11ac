import { TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { transaction } from '#lib/db/transaction';
import { saveAuthenticator } from '#lib/factors/authenticator-store';
import { parseTotpKey } from '#lib/factors/totp';
import type { HttpResponse } from '#lib/http/types';
import { deviceClient, enterCode, startDevice } from '#lib/testing/device';
import { fixtureClient, fixtures } from '#lib/testing/fixtures';
import { authorizeRequest, createPerson, locationOf, type Person } from '#lib/testing/person';
import { createTestProvider, encodeForm, issuer, type TestProvider } from '#lib/testing/provider';
import { cookieHeaderOf } from '#lib/testing/sign-out';
import { createAuthenticator } from '#lib/testing/software-authenticator';
import { proven } from '#lib/vocabulary/account-proof';
import { readFactorPage } from '../second-factor/read';
import { readLoginPage } from '../sign-in/read';
import { readEnrolPage } from './read';

const key = parseTotpKey('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ') ?? never();
const silent = fixtureClient('silent');
const bank = { ...silent, client_id: 'bank', minimum_acr: 'phr' };
const tv = { ...deviceClient, client_id: 'tv', minimum_acr: 'phr' };
const file = { ...fixtures, clients: [silent, bank, tv] };
const essential = (value: string) => JSON.stringify({ id_token: { acr: { essential: true, values: [value] } } });

let provider: TestProvider;
beforeAll(async () => {
  provider = await createTestProvider(file);
});
afterAll(() => provider.close());
beforeEach(async () => {
  const { db } = provider.context();
  for (const table of [db.passkey, db.authenticator, db.recoveryCode, db.rateLimit]) {
    await (table as typeof db.rateLimit).deleteMany();
  }
  // Codes of the next test belong to later steps.
  provider.advance(120);
});

type Door = {
  /** The settings that ask for a factor. They count once the person is signed in. */
  readonly portal?: object;
  readonly open: (person: Person) => Promise<HttpResponse>;
};

const authorize = (fields: Record<string, string>) => (person: Person) =>
  person.get(authorizeRequest({ client_id: 'silent', ...fields }).path);

/** Every request that makes the sign-in pages ask for another factor. */
const doors: readonly (readonly [string, Door])[] = [
  ['an essential acr of phr', { open: authorize({ claims: essential('phr') }) }],
  ['an essential acr of level 2', { open: authorize({ claims: essential('urn:signet:acr:2') }) }],
  ['a client with minimum_acr', { open: authorize({ client_id: 'bank' }) }],
  ['second_factor: required', { portal: { second_factor: 'required' }, open: authorize({}) }],
  [
    'the administration with admin_second_factor: required',
    { portal: { admin_second_factor: 'required' }, open: (person) => person.get('/admin/sign-in?to=%2Fadmin') },
  ],
  [
    'the account with second_factor: required',
    { portal: { second_factor: 'required' }, open: (person) => person.get('/account/sign-in?to=%2Faccount') },
  ],
  [
    'a device of a client with minimum_acr',
    {
      open: async (person) => enterCode(person, (await startDevice(provider, { client_id: 'tv' })).userCode),
    },
  ],
];

function never(): never {
  throw new Error('a fixture is broken');
}

const pathOf = (response: HttpResponse) => new URL(locationOf(response)).pathname;
/** The page that a response leads to. The sign-in page itself leads to the step that is missing. */
async function stepAfter(person: Person, response: HttpResponse): Promise<string> {
  const path = pathOf(response);
  if (path !== '/login') return path;
  const input = { interaction: interactionOf(response), cookieHeader: cookieHeaderOf(person) };
  const page = await readLoginPage(provider.context(), input);
  return page.page === 'redirect' ? new URL(page.location, issuer).pathname : path;
}
const interactionOf = (response: HttpResponse) => new URL(locationOf(response)).searchParams.get('interaction') ?? '';
const codeNow = () => new TOTP({ secret: key }).generate({ timestamp: provider.context().now.getTime() });

/** The token of the forms of an interaction, whichever page it shows. */
async function formToken(person: Person, interaction: string): Promise<string> {
  const input = { interaction, cookieHeader: cookieHeaderOf(person) };
  const pages = [
    await readEnrolPage(provider.context(), { ...input, factor: null, setup: null }),
    await readFactorPage(provider.context(), { ...input, method: null }),
    await readLoginPage(provider.context(), input),
  ];
  return pages.flatMap((page) => ('form' in page ? [page.form.csrf] : []))[0] ?? never();
}

/** Tries to add a passkey and an app at an interaction, as the page would, and without its options. */
async function enrol(person: Person, response: HttpResponse) {
  const interaction = interactionOf(response);
  const csrf = await formToken(person, interaction);
  const form = { interaction, csrf, decision: 'save' };
  const authenticator = createAuthenticator({ origin: issuer });
  const challenge = await provider.send('/login/passkey/challenge', {
    body: encodeForm({ interaction, csrf, purpose: 'registration' }),
    headers: {
      origin: issuer,
      'content-type': 'application/x-www-form-urlencoded',
      cookie: cookieHeaderOf(person),
    },
  });
  const passkey = challenge.status === 200 ? authenticator.create(JSON.parse(challenge.body)) : '{}';
  await person.submit('login/enrol', { ...form, factor: 'passkey', passkey });
  const setup = 'A'.repeat(43);
  await person.submit('login/enrol', { ...form, factor: 'totp', setup, code: '000000' });
  return challenge.status;
}

const factorsNow = async () => {
  const { db } = provider.context();
  return { passkeys: await db.passkey.count(), codes: await db.recoveryCode.count() };
};
const none = { passkeys: 0, codes: 0 };

async function giveApp() {
  const { db, settings, now } = provider.context();
  const { sub } = await db.user.findFirstOrThrow({ where: { username: 'alice' } });
  await transaction(db, (tx) =>
    saveAuthenticator(tx, proven('person', sub), { key, step: null }, { secret: settings.secret, now }),
  );
}

async function proveByApp(person: Person, response: HttpResponse) {
  const interaction = interactionOf(response);
  const form = { interaction, csrf: await formToken(person, interaction), decision: 'continue' };
  return person.submit('login/factor', { ...form, method: 'totp', code: codeNow() });
}

/** Signs in before anything is asked for beyond the usual. */
async function signIn(): Promise<Person> {
  await provider.configure({ ...file, portal: { admin_second_factor: 'optional' } });
  const person = createPerson(provider);
  const next = await person.signIn(await authorize({})(person));
  if (pathOf(next) === '/login/factor') await proveByApp(person, next);
  return person;
}

const minutes = (count: number) => provider.advance(count * 60);

describe.each(doors)('%s', (_, { portal = {}, open }) => {
  const ask = async (person: Person) => {
    await provider.configure({ ...file, portal: { admin_second_factor: 'optional', ...portal } });
    return open(person);
  };

  it('leads a person without a second factor to the enrolment within 5 minutes (security #190)', async () => {
    const person = await signIn();
    minutes(5);
    const response = await ask(person);
    expect(await stepAfter(person, response)).toBe('/login/enrol');
    expect(await enrol(person, response)).toBe(200);
    expect(await factorsNow()).toEqual({ passkeys: 1, codes: 10 });
  });

  it('asks for the first factor again after more than 5 minutes, and adds none (security #190)', async () => {
    const person = await signIn();
    minutes(5);
    provider.advance(1);
    const response = await ask(person);
    expect(await stepAfter(person, response)).toBe('/login');
    expect(await enrol(person, response)).toBe(409);
    expect(await factorsNow()).toEqual(none);
    const next = await person.signIn(response);
    expect(await stepAfter(person, next)).toBe('/login/enrol');
    expect(await enrol(person, next)).toBe(200);
    expect(await factorsNow()).toEqual({ passkeys: 1, codes: 10 });
  });

  it('adds none if the page was opened in time and answered later (security #190)', async () => {
    const person = await signIn();
    const response = await ask(person);
    expect(await stepAfter(person, response)).toBe('/login/enrol');
    minutes(6);
    expect(await enrol(person, response)).toBe(409);
    expect(await factorsNow()).toEqual(none);
  });
});

describe.each(doors)('%s, of a person with an app', (name, { portal = {}, open }) => {
  const needsMore = name.includes('phr') || name.includes('minimum_acr');

  it('asks an old session for password and app before another factor is added (security #190)', async () => {
    await giveApp();
    const person = await signIn();
    minutes(6);
    await provider.configure({ ...file, portal: { admin_second_factor: 'optional', ...portal } });
    const response = await open(person);
    if (!needsMore) {
      // Nothing is missing, so there is no page that adds a factor.
      expect(await stepAfter(person, response)).not.toBe('/login/enrol');
      return;
    }
    expect(await stepAfter(person, response)).toBe('/login');
    expect(await enrol(person, response)).toBe(409);
    const second = await person.signIn(response);
    expect(pathOf(second)).toBe('/login/factor');
    expect(await enrol(person, second)).toBe(409);
    expect(await factorsNow()).toEqual(none);
    const third = await proveByApp(person, second);
    expect(pathOf(third)).toBe('/login/enrol');
    expect(await enrol(person, third)).toBe(200);
    expect(await factorsNow()).toMatchObject({ passkeys: 1 });
  });
});

describe('a sign-in that waits at the enrolment', () => {
  it('starts again when its first factor is older than 5 minutes (security #190)', async () => {
    await provider.configure({ ...file, portal: { second_factor: 'required' } });
    const person = createPerson(provider);
    const response = await person.signIn(await authorize({})(person));
    expect(await stepAfter(person, response)).toBe('/login/enrol');
    minutes(6);
    expect(await enrol(person, response)).toBe(409);
    expect(await factorsNow()).toEqual(none);
    const again = await person.signIn(response);
    expect(pathOf(again)).toBe('/login/enrol');
    expect(await enrol(person, again)).toBe(200);
    expect(await factorsNow()).toEqual({ passkeys: 1, codes: 10 });
  });
});
