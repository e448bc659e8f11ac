import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listEvents } from '#lib/audit/event-store';
import { fixtureClient, fixtures, secrets } from '#lib/testing/fixtures';
import { authorizeRequest, createPerson, locationOf, type Person, password } from '#lib/testing/person';
import { basic, bodyOf, createTestProvider, type TestProvider } from '#lib/testing/provider';

const legacy = {
  client_id: 'legacy',
  client_secrets: [{ value: secrets.web }],
  grant_types: ['password'],
  scope: 'openid profile',
};

let provider: TestProvider;
beforeEach(async () => {
  provider = await createTestProvider({ ...fixtures, clients: [fixtureClient('web'), legacy] });
});
afterEach(() => provider.close());

const signIn = async (person: Person, fields = {}, username = 'alice') =>
  person.signIn(await person.get(authorizeRequest({ prompt: 'login' }).path), username, fields);

/** @returns a browser in which alice signed in; it keeps only the cookie by which the account knows it */
async function ownersBrowser(address: string): Promise<Person> {
  const owner = createPerson(provider, address);
  expect((await signIn(owner)).status).toBe(303);
  for (const name of [...owner.cookies.keys()]) if (!name.endsWith('signet-known')) owner.cookies.delete(name);
  return owner;
}

const grant = (fields = {}) =>
  provider.post(
    '/connect/token',
    { grant_type: 'password', username: 'alice', password, ...fields },
    { authorization: basic('legacy', secrets.web) },
  );

describe('a known browser (security #81, design: sign-in attempts)', () => {
  it('signs in after 20 wrong passwords of a stranger at the same address, who cannot', async () => {
    const owner = await ownersBrowser('192.0.2.7');
    const stranger = createPerson(provider, '192.0.2.7');
    const answers: number[] = [];
    for (let count = 0; count < 20; count += 1) {
      answers.push((await signIn(stranger, { password: `guess ${count}` })).status);
    }
    expect(answers).toEqual([...Array(10).fill(303), ...Array(10).fill(429)]);
    const refused = await signIn(stranger);
    expect(refused).toMatchObject({ status: 429, headers: { 'retry-after': '60' } });
    expect(locationOf(await signIn(owner))).toContain('/consent');
  });

  it('is a stranger to all other accounts', async () => {
    const owner = await ownersBrowser('192.0.2.7');
    for (let count = 0; count < 10; count += 1) await signIn(owner, { password: 'wrong' }, 'bob');
    expect((await signIn(owner, {}, 'bob')).status).toBe(429);
  });

  it('is known only after a sign-in, not after a failure', async () => {
    const stranger = createPerson(provider);
    await signIn(stranger, { password: 'wrong' });
    expect([...stranger.cookies.keys()].filter((name) => name.endsWith('signet-known'))).toEqual([]);
  });

  it('is recorded as known in the audit log', async () => {
    const owner = await ownersBrowser('192.0.2.7');
    provider.advance(1);
    await signIn(owner);
    const told = await listEvents(provider.context().db, { types: ['sign_in.succeeded'] }, 5);
    expect(told.map(({ details }) => JSON.parse(details).known_browser)).toEqual([true, false]);
  });
});

describe('the password grant (design: sign-in attempts)', () => {
  it('shares the attempts of strangers with the pages, in every spelling of the name', async () => {
    const stranger = createPerson(provider, '192.0.2.8');
    for (let count = 0; count < 5; count += 1) {
      await signIn(stranger, { password: 'wrong' });
      await grant({ username: ' ALICE ', password: 'wrong' });
    }
    expect((await signIn(stranger)).status).toBe(429);
    const refused = await grant();
    expect(refused).toMatchObject({ status: 400, headers: { 'retry-after': '60' } });
    expect(bodyOf(refused).error).toBe('invalid_grant');
    provider.advance(60);
    expect((await grant()).status).toBe(200);
  });

  it('is recorded in the audit log, with success or failure (one event for every check)', async () => {
    await grant({ scope: 'openid' });
    provider.advance(1);
    await grant({ password: 'wrong' });
    const told = await listEvents(provider.context().db, { types: ['sign_in.succeeded', 'sign_in.failed'] }, 5);
    expect(told).toMatchObject([
      { type: 'sign_in.failed', outcome: 'failure', targetName: 'alice', clientId: 'legacy', address: '192.0.2.1' },
      { type: 'sign_in.succeeded', outcome: 'success', targetName: 'alice', clientId: 'legacy', address: '192.0.2.1' },
    ]);
    expect(told.map(({ details }) => JSON.parse(details))).toEqual([
      { problem: 'wrong_password', via: 'password_grant' },
      { amr: ['pwd'], idp: 'local', via: 'password_grant' },
    ]);
  });
});
