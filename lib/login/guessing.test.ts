import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { transaction } from '#lib/db/transaction';
import { saveAuthenticator } from '#lib/factors/authenticator-store';
import { replaceRecoveryCodes } from '#lib/factors/recovery-code-store';
import { createRecoveryCodes } from '#lib/factors/recovery-codes';
import { parseTotpKey } from '#lib/factors/totp';
import type { HttpResponse } from '#lib/http/types';
import { openFailingWrites } from '#lib/testing/failing-writes';
import { fixtureClient, fixtures } from '#lib/testing/fixtures';
import { authorizeRequest, createPerson, locationOf, type Person } from '#lib/testing/person';
import { createTestProvider, type FormFields, type TestProvider } from '#lib/testing/provider';
import { takeMails } from '#lib/testing/queued-mails';
import { cookieHeaderOf } from '#lib/testing/sign-out';
import { proven } from '#lib/vocabulary/account-proof';
import { readFactorPage } from './second-factor/read';
import { readLoginPage } from './sign-in/read';

const mailing = { SMTP_URL: 'smtp://127.0.0.1:1', SIGNET_MAIL_FROM: 'id@op.test' };
const minutes = (count: number) => count * 60;

let provider: TestProvider;
let addresses = 0;

beforeAll(async () => {
  const clients = [{ ...fixtureClient('web'), require_consent: false }];
  const people = Array.from({ length: 101 }, (_, index) => personOf(`person-${index}`));
  const users = [...fixtures.users, ...people];
  provider = await createTestProvider({ ...fixtures, clients, users, portal: { email_code: 'on' } }, mailing);
});
afterAll(() => provider.close());
beforeEach(async () => {
  // Past the limits of the previous tests.
  provider.advance(minutes(120));
  const { db } = provider.context();
  await db.authenticator.deleteMany();
  await db.recoveryCode.deleteMany();
  await db.factorFailure.deleteMany();
});

const personOf = (username: string) => ({
  username,
  claims: { email: `${username}@example.com`, email_verified: true },
});

/** An unused network. */
const anyNetwork = () => {
  addresses += 1;
  return `10.${addresses >> 8}.${addresses & 255}.7`;
};

/** Tries once. @returns false if it was refused without a comparison, or nothing was sent */
type Guess = (count: number) => Promise<boolean>;

/**
 * Guesses as often as it is allowed, every `step` seconds for the given time.
 * @returns how many guesses were compared
 */
async function guessFor(seconds: number, guess: Guess, step = 300): Promise<number> {
  let compared = 0;
  for (let second = 0; second < seconds; second += step) {
    while (await guess(compared)) compared += 1;
    provider.advance(step);
  }
  return compared;
}

type Open = { readonly person: Person; readonly fields: FormFields };

async function openSignIn(person: Person): Promise<Open> {
  const response = await person.get(authorizeRequest({ prompt: 'login' }).path);
  const interaction = new URL(locationOf(response)).searchParams.get('interaction') ?? '';
  const page = await readLoginPage(provider.context(), { interaction, cookieHeader: cookieHeaderOf(person) });
  if (page.page !== 'login') throw new Error(`no sign-in page but ${page.page}`);
  return { person, fields: { interaction, csrf: page.form.csrf } };
}

const signIn = async (person: Person, fields: FormFields = {}) =>
  person.signIn(await person.get(authorizeRequest({ prompt: 'login' }).path), 'alice', fields);

/** Alice's own browser, which the account knows. */
async function ownersBrowser(): Promise<Person> {
  const owner = createPerson(provider, '192.0.2.77');
  expect(pathOf(await signIn(owner))).toBe('/cb');
  return owner;
}

const pathOf = (response: HttpResponse) => new URL(locationOf(response)).pathname;

async function guessPassword(username: string, address: string, count: number): Promise<boolean> {
  const { person, fields } = await openSignIn(createPerson(provider, address));
  const typed = { ...fields, username, password: `guess ${count}`, decision: 'sign_in' };
  return (await person.submit('login', typed)).status !== 429;
}

/** The password is known. After five guesses the sign-in starts over. */
function guessFactor(method: 'totp' | 'recovery'): Guess {
  const code = { totp: '000000', recovery: '00000-00000' }[method];
  let shown: Open | null = null;
  return async (count) => {
    if (shown === null || count % 5 === 0) shown = await halfway(createPerson(provider, anyNetwork()));
    const answer = await shown.person.submit('login/factor', { ...shown.fields, method, code, decision: 'continue' });
    const startedOver = answer.status === 303 && pathOf(answer) === '/login';
    const isCompared = startedOver || (answer.status === 303 && (await problemAt(shown, method)) === 'code_wrong');
    if (!isCompared || startedOver) shown = null;
    return isCompared;
  };
}

/** A sign-in after the password. */
async function halfway(person: Person): Promise<Open> {
  const response = await signIn(person);
  const interaction = new URL(locationOf(response)).searchParams.get('interaction') ?? '';
  const page = await factorPage(person, interaction);
  return { person, fields: { interaction, csrf: page.form.csrf } };
}

const problemAt = async ({ person, fields }: Open, method: string | null = null) =>
  (await factorPage(person, String(fields.interaction), method)).problem;

async function factorPage(person: Person, interaction: string, method: string | null = null) {
  const input = { interaction, cookieHeader: cookieHeaderOf(person), method };
  const page = await readFactorPage(provider.context(), input);
  if (page.page !== 'second-factor') throw new Error(`no page of a factor but ${page.page}`);
  return page;
}

async function giveSecondFactors(): Promise<void> {
  const { db, settings, now } = provider.context();
  const { sub } = await db.user.findFirstOrThrow({ where: { username: 'alice' } });
  const key = parseTotpKey('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
  if (key === null) throw new Error('the key is no key');
  const codes = await createRecoveryCodes();
  await transaction(db, async (tx) => {
    await saveAuthenticator(tx, proven('person', sub), { key, step: null }, { secret: settings.secret, now });
    await replaceRecoveryCodes(tx, proven('person', sub), codes, now);
  });
}

/** Asks for a mailed code. @returns the sign-in, and whether a code was mailed */
async function askForCode(username: string, address: string) {
  const shown = await openSignIn(createPerson(provider, address));
  await shown.person.submit('login', { ...shown.fields, username, decision: 'email_code' });
  return { ...shown, isMailed: (await takeMails(provider.context())).length > 0 };
}

/** Guesses until the code is over. @returns the number of guesses */
async function guessCode({ person, fields }: Open): Promise<number> {
  for (let guesses = 1; ; guesses += 1) {
    const answer = await person.submit('login/code', { ...fields, code: '000000', decision: 'continue' });
    if (pathOf(answer) === '/login') return guesses;
  }
}

async function askForLink(identifier: string, person: Person): Promise<boolean> {
  await person.submit('recover', { identifier, decision: 'continue' });
  return (await takeMails(provider.context())).length > 0;
}

const guessUserCode = async (person: Person) =>
  (await person.submit('device', { user_code: 'BBBB-BBBB', decision: 'continue' })).status !== 429;

// The numbers in docs/accounts.md.
describe('a password', () => {
  it('has 69 guesses in the first hour at an account, from all networks, and its owner can still sign in', async () => {
    const owner = await ownersBrowser();
    const guess: Guess = (count) => guessPassword('alice', anyNetwork(), count);
    expect(await guessFor(minutes(60), guess, 60)).toBe(69);
    expect(pathOf(await signIn(owner))).toBe('/cb');
  });

  it('has 100 guesses in 15 minutes from a network, at all accounts', async () => {
    const owner = await ownersBrowser();
    const guess: Guess = (count) => guessPassword(`person-${count}`, '192.0.2.77', count);
    expect(await guessFor(minutes(1), guess)).toBe(100);
    expect(pathOf(await signIn(owner)), 'in the same network').toBe('/cb');
  });
});

describe('a second factor after the password was guessed', () => {
  it('has 80 guesses at the codes of an app in the first hour, 100 in a row, and its owner can continue', async () => {
    const owner = await ownersBrowser();
    await giveSecondFactors();
    expect(await guessFor(minutes(60), guessFactor('totp'))).toBe(80);
    expect(await guessFor(minutes(30), guessFactor('totp')), 'and then none').toBe(20);
    expect(await problemAt(await halfway(owner))).toBeNull();
  });

  it('has 20 guesses at recovery codes in 15 minutes, while its owner can use the app', async () => {
    const owner = await ownersBrowser();
    await giveSecondFactors();
    expect(await guessFor(minutes(1), guessFactor('recovery'))).toBe(20);
    const { person, fields } = await halfway(owner);
    const answer = { ...fields, method: 'totp', code: '000000', decision: 'continue' };
    expect((await person.submit('login/factor', answer)).status, 'compared').toBe(303);
  });
});

describe('a right password', () => {
  it.each([
    ['a code', 'Grant', {}],
    ['the consent page', 'Session', { prompt: 'consent' }],
  ])('is no guess if what leads to %s cannot be written', async (_, table, ask) => {
    const stranger = () => createPerson(provider, '192.0.2.5');
    const enter = async (person: Person) => person.signIn(await person.get(authorizeRequest(ask).path));
    const writes = await openFailingWrites(provider.databaseUrl);
    await writes.refusing({ table, verb: 'INSERT' }, async () => {
      for (let count = 0; count < 10; count += 1) await expect(enter(stranger())).rejects.toThrow('refused');
    });
    await writes.close();
    expect((await enter(stranger())).status).toBe(303);
  });
});

describe('a mailed code that signs in', () => {
  it('has 25 guesses in an hour at an account: five codes with five guesses, and its owner gets one too', async () => {
    const owner = await ownersBrowser();
    let guesses = 0;
    const codes = await guessFor(minutes(60), async () => {
      const { isMailed, ...shown } = await askForCode('alice', anyNetwork());
      if (isMailed) guesses += await guessCode(shown);
      return isMailed;
    });
    expect([codes, guesses]).toEqual([5, 25]);
    const shown = await openSignIn(owner);
    await owner.submit('login', { ...shown.fields, username: 'alice', decision: 'email_code' });
    expect(await takeMails(provider.context())).toHaveLength(1);
  });

  it('is mailed 100 times in an hour from a network, to any number of accounts', async () => {
    const ask: Guess = async (count) => (await askForCode(`person-${count}`, '192.0.2.5')).isMailed;
    expect(await guessFor(minutes(1), ask)).toBe(100);
  });
});

describe('a link to recover an account', () => {
  it('is mailed 5 times in an hour to an account, and always when its owner asks', async () => {
    const owner = await ownersBrowser();
    expect(await guessFor(minutes(60), () => askForLink('alice', createPerson(provider, anyNetwork())))).toBe(5);
    expect(await askForLink('alice', owner)).toBe(true);
  });

  it('is mailed 100 times in an hour from a network, to any number of accounts', async () => {
    const stranger = createPerson(provider, '192.0.2.5');
    expect(await guessFor(minutes(1), (count) => askForLink(`person-${count}`, stranger))).toBe(100);
  });
});

describe('the user code of a device', () => {
  it('has 60 guesses in an hour from a browser, in all networks together', async () => {
    let cookies: Person['cookies'] = new Map();
    const guess = async () => {
      const person = createPerson(provider, anyNetwork());
      for (const [name, value] of cookies) person.cookies.set(name, value);
      cookies = person.cookies;
      return guessUserCode(person);
    };
    expect(await guessFor(minutes(60), guess)).toBe(60);
  });

  it('has 240 guesses in an hour from a network, in all browsers together', async () => {
    expect(await guessFor(minutes(60), () => guessUserCode(createPerson(provider, '192.0.2.5')))).toBe(240);
  });
});

describe('the whole installation', () => {
  it('has no counter of its own: guesses add up per account and network', async () => {
    const accounts = ['person-1', 'person-2', 'person-3'];
    for (const username of accounts) {
      expect(await guessFor(minutes(1), (count) => guessPassword(username, anyNetwork(), count))).toBe(10);
    }
  });
});
