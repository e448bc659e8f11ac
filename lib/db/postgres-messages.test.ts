import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deviceFixtures, pollDevice, startDevice } from '#lib/testing/device';
import { issueCode, redeem } from '#lib/testing/fixtures';
import { formFields } from '#lib/testing/http-browser';
import { authorizeRequest, createPerson, locationOf, password } from '#lib/testing/person';
import { createTestProvider, type TestProvider } from '#lib/testing/provider';

let provider: TestProvider;
const { query } = pg.Client.prototype;
let messages: string[] = [];

beforeAll(async () => {
  const clients = deviceFixtures.clients.map((client) => ({ ...client, require_consent: false }));
  const users = [...deviceFixtures.users, { username: 'dora', password }];
  provider = await createTestProvider({ ...deviceFixtures, clients, users });
  Reflect.set(pg.Client.prototype, 'query', function heard(this: pg.Client, ...values: unknown[]) {
    messages.push(textOf(values[0]));
    return Reflect.apply(query, this, values);
  });
});

afterAll(async () => {
  Reflect.set(pg.Client.prototype, 'query', query);
  await provider.close();
});

/** The texts of a message. One of lib/db/postgres-message.ts has several statements. */
function textOf(message: unknown): string {
  if (typeof message === 'string') return message;
  const { statements = [message] } = Object(message);
  return [statements]
    .flat()
    .map((one) => Object(one).text)
    .join('\n');
}

/** The messages to PostgreSQL, at the driver, and those that commit. The first run caches what later ones share. */
async function count(work: () => Promise<unknown>) {
  await work();
  messages = [];
  await work();
  return {
    messages: messages.length,
    commits: messages.filter((text) => /\b(?:INSERT INTO|UPDATE "|DELETE FROM|COMMIT)/.test(text)).length,
  };
}

const scope = 'openid profile offline_access';

describe('the messages to PostgreSQL, and its commits', () => {
  it.each([
    ['to the code', 'dora', 'openid profile', 8],
    ['with a mail about the new browser, and a look whether the application is known', 'alice', scope, 10],
  ])('of a sign-in with a password, from the request %s', async (_, username, asked, messages) => {
    const signIn = async () => {
      const person = createPerson(provider);
      const login = locationOf(await person.get(authorizeRequest({ scope: asked }).path));
      const page = await person.get(login);
      const typed = { ...Object.fromEntries(formFields(page.body)), username, password, decision: 'sign_in' };
      expect(locationOf(await person.submit('login', typed))).toContain('?code=');
    };
    expect(await count(signIn)).toEqual({ messages, commits: 4 });
  });

  it('of a code with a session, and its exchange', async () => {
    const { person } = await issueCode(provider, { scope });
    const flow = async () =>
      expect((await redeem(provider, await issueCode(provider, { scope }, person))).status).toBe(200);
    expect(await count(flow)).toEqual({ messages: 4, commits: 2 });
  });

  it('of a device that starts and polls once', async () => {
    const poll = async () => pollDevice(provider, (await startDevice(provider)).deviceCode);
    expect(await count(poll)).toEqual({ messages: 2, commits: 2 });
  });
});
