import { createContext, runInContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cspHash } from '#lib/http/security-headers';
import { answerOf, authorizeRequest, createPerson, type Person } from '#lib/testing/person';
import { createTestProvider, type FormFields, type TestProvider } from '#lib/testing/provider';
import { cookieHeaderOf, endSession, signInAt, signOutFixtures } from '#lib/testing/sign-out';

const native = {
  client_id: 'native',
  token_endpoint_auth_method: 'none',
  redirect_uris: ['com.example.app:/cb', 'http://127.0.0.1/cb'],
  scope: 'openid orders',
};

let provider: TestProvider;
beforeAll(async () => {
  const file = signOutFixtures();
  provider = await createTestProvider({ ...file, clients: [...file.clients, native] });
});
afterAll(() => provider.close());

const app = { client_id: 'app', redirect_uri: 'https://app.test/cb' };
const form = /^[\w-]{43}\.[0-9a-f]{32}$/;

type Message = { readonly data: unknown; readonly origin?: string; readonly from?: 'parent' | 'sibling' | 'elsewhere' };

/** Posts these messages, and waits for the answer to the last one. Returns all answers with their target origins. */
async function post(person: Person, ...messages: Message[]): Promise<[unknown, string][]> {
  const { body } = await provider.send('/connect/checksession');
  const script = /<script>(.*?)<\/script>/s.exec(body)?.[1] ?? '';
  // A script sees only the cookie that is not HttpOnly.
  const cookies = cookieHeaderOf(person).split('; ');
  const document = { cookie: cookies.filter((pair) => pair.startsWith('__Host-signet-state=')).join('; ') };
  const lastOrigin = messages.at(-1)?.origin ?? 'https://app.test';
  return new Promise((resolve) => {
    const answers: [unknown, string][] = [];
    const postMessage = (answer: unknown, target: string) => {
      answers.push([answer, target]);
      if (target === lastOrigin) resolve(answers);
    };
    const parent = { postMessage };
    const sources = { parent, sibling: { parent, postMessage }, elsewhere: { parent: {}, postMessage } };
    const addEventListener = (_: string, listener: (event: object) => void) => {
      for (const { data, origin = 'https://app.test', from = 'parent' } of messages) {
        listener({ data, origin, source: sources[from] });
      }
    };
    runInContext(script, createContext({ document, crypto, TextEncoder, btoa, parent, window: {}, addEventListener }));
  });
}

async function ask(person: Person, data: unknown, origin = 'https://app.test') {
  const [answer] = await post(person, { data, origin });
  return answer;
}

async function stateFor(person: Person, overrides: FormFields = {}): Promise<string> {
  return answerOf(await person.get(authorizeRequest({ ...app, ...overrides }).path)).session_state ?? '';
}

describe('session_state (OpenID Connect Session Management §2, semantics §1.6)', () => {
  it('is new each time, for every request with openid', async () => {
    const { person } = await signInAt(provider, 'app');
    const [first, second] = [await stateFor(person), await stateFor(person)];
    expect(first).toMatch(form);
    expect(second).toMatch(form);
    expect(first).not.toBe(second);
    expect(await stateFor(person, { scope: 'orders', nonce: undefined })).toBe('');
  });

  it.each([
    ['nobody is signed in', { prompt: 'none' }, 'login_required'],
    ['a scope is unknown', { scope: 'openid nothing' }, 'invalid_scope'],
    ['a parameter is missing', { code_challenge: undefined }, 'invalid_request'],
  ])('comes with an error: %s', async (_, overrides, error) => {
    const answer = answerOf(await createPerson(provider).get(authorizeRequest({ ...app, ...overrides }).path));
    expect(answer).toMatchObject({ error, session_state: expect.stringMatching(form) });
  });

  it('is absent without openid, and for an application without an origin', async () => {
    const person = createPerson(provider);
    const without = await person.get(authorizeRequest({ ...app, scope: 'orders', prompt: 'none' }).path);
    expect(answerOf(without)).not.toHaveProperty('session_state');
    const overrides = { client_id: 'native', redirect_uri: 'com.example.app:/cb', scope: 'openid', prompt: 'none' };
    expect(answerOf(await person.get(authorizeRequest(overrides).path))).not.toHaveProperty('session_state');
  });
});

describe('the check session iframe (§3.2, semantics §6.3)', () => {
  it('says unchanged while the session lives in this browser, and changed after the sign-out', async () => {
    const { person, idToken } = await signInAt(provider, 'app');
    const state = await stateFor(person);
    expect(await ask(person, `app ${state}`)).toEqual(['unchanged', 'https://app.test']);
    await endSession(person, { id_token_hint: idToken });
    expect(await ask(person, `app ${state}`)).toEqual(['changed', 'https://app.test']);
  });

  it('tells a signed-out browser from a signed-in one', async () => {
    const person = createPerson(provider);
    const state = await stateFor(person, { prompt: 'none' });
    expect(await ask(person, `app ${state}`)).toEqual(['unchanged', 'https://app.test']);
    await person.signIn(await person.get(authorizeRequest(app).path));
    expect(await ask(person, `app ${state}`)).toEqual(['changed', 'https://app.test']);
  });

  it('stays unchanged for each of several people on one browser', async () => {
    const { person } = await signInAt(provider, 'app');
    const alice = await stateFor(person);
    provider.advance(1);
    await person.signIn(await person.get(authorizeRequest({ ...app, prompt: 'select_account' }).path), 'bob');
    for (const state of [alice, await stateFor(person)]) {
      expect(await ask(person, `app ${state}`)).toEqual(['unchanged', 'https://app.test']);
    }
  });

  it('notices at the next request that the session ended elsewhere', async () => {
    const { person } = await signInAt(provider, 'app');
    const state = await stateFor(person);
    provider.advance(86_400);
    await stateFor(person, { prompt: 'none' });
    expect(await ask(person, `app ${state}`)).toEqual(['changed', 'https://app.test']);
  });

  it('is valid only for its own client and origin', async () => {
    const { person } = await signInAt(provider, 'app');
    const state = await stateFor(person);
    expect(await ask(person, `app ${state}`, 'https://evil.test')).toEqual(['changed', 'https://evil.test']);
    expect(await ask(person, `evil ${state}`)).toEqual(['changed', 'https://app.test']);
  });

  it.each([
    ['an object', { client: 'app' }],
    ['no space', 'app'],
    ['no salt', `app ${'a'.repeat(43)}`],
    ['empty', ''],
    ['a long text', 'a'.repeat(100_000)],
    ['markup', '<script> a.b'],
  ])('answers error to %s', async (_, data) => {
    expect(await ask(createPerson(provider), data)).toEqual(['error', 'https://app.test']);
  });

  it('answers a frame of the application in the same page (§3.1)', async () => {
    const { person } = await signInAt(provider, 'app');
    const data = `app ${await stateFor(person)}`;
    expect(await post(person, { data, from: 'sibling' })).toEqual([['unchanged', 'https://app.test']]);
  });

  it('answers only windows of the surrounding page, and no opaque origin (security #129, CVE-2024-1249)', async () => {
    const ignored: Message[] = [
      { data: 'x', origin: 'null' },
      { data: 'x', origin: 'https://evil.test', from: 'elsewhere' },
      { data: 'x', origin: 'null', from: 'sibling' },
    ];
    const answers = await post(createPerson(provider), ...ignored, { data: 'x' });
    expect(answers).toEqual([['error', 'https://app.test']]);
  });

  it('is the only page that may be framed, and runs only its own script', async () => {
    const { status, headers, body } = await provider.send('/connect/checksession');
    expect(status).toBe(200);
    expect(headers).not.toHaveProperty('x-frame-options');
    const policy = String(headers['content-security-policy']);
    expect(policy).not.toContain('frame-ancestors');
    const script = /<script>(.*?)<\/script>/s.exec(body)?.[1] ?? '';
    expect(policy).toBe(`default-src 'none'; script-src ${cspHash(script)}; base-uri 'none'; form-action 'none'`);
  });
});
