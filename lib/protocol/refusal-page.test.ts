import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countStatements } from '#lib/testing/count-statements';
import { authorizeRequest, createPerson, password } from '#lib/testing/person';
import { createTestProvider, type TestProvider } from '#lib/testing/provider';
import { invalidRequest, tooManyRequests } from './oauth-error';
import { localize } from './read-locale';
import { refusalPage } from './refusal-page';

const shop = {
  client_id: 'web',
  client_name: 'Web <shop>',
  client_secrets: [{ value: 'x' }],
  redirect_uris: ['https://rp.test/cb'],
  client_uri: 'https://rp.test/home',
  scope: 'openid profile',
};
let provider: TestProvider;

beforeAll(async () => {
  provider = await createTestProvider({
    clients: [
      shop,
      { ...shop, client_id: 'self', client_name: 'Stranger', self_registered: true, client_uri: 'https://evil.test/' },
      { ...shop, client_id: 'unnamed', client_name: undefined },
      { ...shop, client_id: 'off', client_name: 'Switched off', enabled: false },
    ],
    users: [
      { username: 'alice', password },
      { username: 'root', password, admin: 'auditor' },
    ],
  });
});
afterAll(() => provider.close());

const refused = (clientId: string) =>
  `/connect/authorize?client_id=${clientId}&response_type=code&redirect_uri=https%3A%2F%2Fevil.test%2Fcb`;
const page = async (clientId: string) => (await provider.send(refused(clientId))).body;

describe('the page of a refused request, for the developer', () => {
  it('names the client, its ID, the time and the received value, and leads back to the application', async () => {
    const body = await page('web');
    for (const text of [
      'Web &lt;shop&gt;',
      '<dd dir="ltr">web</dd>',
      'https://evil.test/cb',
      provider.context().now.toISOString(),
    ]) {
      expect(body).toContain(text);
    }
    expect(body).toContain('href="https://rp.test/home"');
    expect(body).not.toContain('href="https://evil.test');
  });

  it.each([
    [
      'everything',
      { clientId: 'web', received: 'x' },
      ['error', 'description', 'received', 'client', 'client_id', 'time'],
    ],
    ['a client without a name', { clientId: 'unnamed' }, ['error', 'description', 'client_id', 'time']],
    ['no client', {}, ['error', 'description', 'time']],
  ])('lists the details of %s', async (_, facts, expected) => {
    const refused = await refusalPage(
      invalidRequest('parameters_malformed', facts),
      { request: { headers: {} } },
      provider.context(),
    );
    const { body } = await localize(refused, { query: '', body: '', headers: {} }, provider.context());
    expect([...body.matchAll(/<dt[^>]*>(?:<[^>]*>)*([^<]*)/g)].map(([, label]) => label)).toEqual(expected);
  });

  it('names the host that its text is about', async () => {
    const about = { request: { headers: {} }, problem: 'agent_pending', host: 'agent.test' } as const;
    const refused = await refusalPage(invalidRequest('parameters_malformed'), about, provider.context());
    const { body } = await localize(refused, { query: '', body: '', headers: {} }, provider.context());
    expect(body).toContain('agent.test');
  });

  it('has no link to a self-registered client (RFC 9700 §4.11.2)', async () => {
    const body = await page('self');
    expect(body).toContain('Stranger');
    expect(body).not.toContain('href="https://evil.test');
  });

  it('is the same for a disabled client and one that does not exist (security #4)', async () => {
    const [off, none] = [await page('off'), await page('nox')];
    expect(off).not.toContain('Switched off');
    const plain = (body: string) => body.replaceAll(/\b[0-9A-Z]{10}\b/g, 'R').replaceAll(/\boff\b|\bnox\b/g, 'C');
    expect(plain(off)).toBe(plain(none));
  });
});

describe('the link to the explanation (security #185)', () => {
  const linked = async (username: string | null) => {
    const person = createPerson(provider);
    if (username !== null) await person.signIn(await person.get(authorizeRequest({}).path), username);
    const { body, headers } = await person.get(refused('web'));
    expect(headers['cache-control']).toContain('no-store');
    return /href="(\/admin\/[^"]*)"/.exec(body)?.[1] ?? null;
  };

  it('is shown only in a browser with the session of an administrator', async () => {
    expect(await linked('root')).toMatch(/^\/admin\/debug\/requests\/[0-9A-Z]{10}$/);
    expect(await linked('alice')).toBeNull();
    expect(await linked(null)).toBeNull();
  });

  it('is not shown past a limit, which avoids the look-up', async () => {
    const person = createPerson(provider);
    await person.signIn(await person.get(authorizeRequest({}).path), 'root');
    const cookie = [...person.cookies].map((pair) => pair.join('=')).join('; ');
    const headers = { cookie };
    const context = provider.context();
    const { db, count } = countStatements(context.db);
    const error = tooManyRequests('sign_ins_spent', 60);
    const refused = await refusalPage(error, { request: { headers }, status: 429 }, { ...context, db });
    expect(refused.headers['retry-after']).toBe('60');
    expect(count()).toBe(0);
  });

  it('is not shown for an unknown session cookie, and the page still is', async () => {
    const { status, body } = await provider.send(refused('web'), {
      headers: { cookie: '__Host-signet-session=made-up' },
    });
    expect(status).toBe(400);
    expect(body).not.toContain('/admin/');
  });
});
