import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Context } from '#lib/context';
import { openDatabase } from '#lib/db/open';
import type { HttpResponse } from '#lib/http/types';
import { countStatements } from '#lib/testing/count-statements';
import { fixtures, secrets } from '#lib/testing/fixtures';
import { basic, bodyOf, createTestProvider, encodeForm, type TestProvider } from '#lib/testing/provider';
import { handleIntrospection } from './introspection';
import { handleToken } from './token';

const apiSecret = 'orders-api-secret-0123456789';
const limit = 20;

let provider: TestProvider;
beforeAll(async () => {
  const scopes = [{ name: 'orders', type: 'resource', secrets: [{ value: apiSecret }] }, ...fixtures.scopes.slice(1)];
  provider = await createTestProvider({ ...fixtures, scopes });
});
afterAll(() => provider.close());
// Each test starts a new window.
beforeEach(() => provider.advance(901));

type Ask = (secret: string, clientAddress?: string, context?: Context) => Promise<HttpResponse>;

const form = 'application/x-www-form-urlencoded';
const asker = (path: string, fields: Record<string, string>, id: string): Ask => {
  const handle = path === '/connect/token' ? handleToken : handleIntrospection;
  return (secret, clientAddress = '192.0.2.1', context = provider.context()) => {
    const headers = { authorization: basic(id, secret), 'content-type': form };
    return handle({ method: 'POST', path, query: '', headers, body: encodeForm(fields), clientAddress }, context);
  };
};
const askToken = (clientId: string) => asker('/connect/token', { grant_type: 'client_credentials' }, clientId);
const introspect = asker('/connect/introspect', { token: 'x' }, 'orders');
const machine = askToken('m2m');

const callers: [string, Ask, string][] = [
  ['a client (security #64)', machine, secrets.m2m],
  ['an API (security #53, semantics §5)', introspect, apiSecret],
];

describe.each(callers)('guessing the secret of %s', (_, ask, right) => {
  it('is blocked after 20 wrong ones in 15 minutes, even when right, for that network only', async () => {
    const network = (host: string) => `2001:db8:1:2::${host}`;
    for (let guess = 0; guess < limit; guess += 1) {
      expect((await ask(`wrong-${guess}`, network(guess.toString(16)))).status).toBe(401);
    }
    const refused = await ask(right, network('ffff'));
    expect([refused.status, bodyOf(refused).error]).toEqual([429, 'temporarily_unavailable']);
    expect(refused.headers['retry-after']).toBe('900');
    expect(refused.headers['cache-control']).toContain('no-store');
    expect(refused.report?.outcome).toBe('too_many_requests');
    expect((await ask(right, '2001:db8:1:3::1')).status).toBe(200);
    provider.advance(901);
    expect((await ask(right, network('1'))).status).toBe(200);
  });

  it('is blocked after 80 from different networks of an IPv6 /48 (design: sign-in attempts)', async () => {
    const network = (index: number) => `2001:db8:9:${index.toString(16)}::1`;
    for (let guess = 0; guess < 80; guess += 1) {
      expect((await ask(`wrong-${guess}`, network(guess))).status).toBe(401);
    }
    expect((await ask('wrong-80', network(80))).status).toBe(429);
    expect((await ask(right, network(81))).status, 'the right one neither').toBe(429);
    expect((await ask(right, '2001:db8:a:1::1')).status).toBe(200);
  });

  it('counts simultaneous guesses', async () => {
    const guesses = Array.from({ length: 64 }, (_unused, guess) => ask(`wrong-${guess}`, '198.51.100.2'));
    const answers = await Promise.all(guesses);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(limit);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(64 - limit);
  });

  it('counts a repeated secret once: an old one in a loop blocks nobody', async () => {
    for (let round = 0; round < 30; round += 1) expect((await ask('old-secret', '198.51.100.3')).status).toBe(401);
    const answers = await Promise.all(Array.from({ length: 30 }, () => ask(right, '198.51.100.3')));
    expect(answers.map(({ status }) => status)).toEqual(Array(30).fill(200));
  });

  it('does not block a client that proved its secret before from the same address (security #64)', async () => {
    const address = '198.51.100.4';
    expect((await ask('wrong', address)).status).toBe(401);
    expect((await ask(right, address)).status).toBe(200);
    for (let guess = 0; guess < 30; guess += 1) await ask(`wrong-${guess}`, address);
    expect((await ask('another', address)).status).toBe(429);
    expect((await ask(right, address)).status).toBe(200);
  });

  it('returns the guess of the right secret once, even if it is sent repeatedly (security #64)', async () => {
    const address = '198.51.100.12';
    expect((await ask('wrong', address)).status).toBe(401);
    for (let round = 0; round < 3; round += 1) expect((await ask(right, address)).status).toBe(200);
    for (let guess = 1; guess < limit; guess += 1) expect((await ask(`wrong-${guess}`, address)).status).toBe(401);
    expect((await ask('another', address)).status).toBe(429);
  });

  it('counts guesses across all nodes, each of which may admit one extra', async () => {
    const other = await openDatabase(provider.databaseUrl);
    const nodes = [provider.context(), { ...provider.context(), db: other.db }];
    const statuses: number[] = [];
    for (let guess = 0; guess < 40; guess += 1) {
      statuses.push((await ask(`wrong-${guess}`, '198.51.100.5', nodes[guess % 2])).status);
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(limit);
    for (const node of nodes) expect((await ask(right, '198.51.100.5', node)).status).toBe(429);
    await other.close();
  });
});

it.each(['nope', 'gone', 'web', 'orders'])('does not reveal whether a client exists: %s', async (clientId) => {
  const statuses: number[] = [];
  const ask = askToken(clientId);
  for (let guess = 0; guess <= limit; guess += 1) statuses.push((await ask(`wrong-${guess}`, '198.51.100.6')).status);
  expect(statuses).toEqual([...Array(limit).fill(401), 429]);
});

it('stores nothing for unknown names', async () => {
  const { db } = provider.context();
  const before = await db.rateLimit.count();
  for (let name = 0; name < 300; name += 1) await askToken(`nobody-${name}`)('wrong', '198.51.100.7');
  const keys = await db.rateLimit.findMany({ where: { key: { endsWith: '198.51.100.7' } }, select: { key: true } });
  expect(await db.rateLimit.count()).toBe(before + keys.length);
  expect(new Set(keys.map(({ key }) => /^secret-client:([\w-]{2}):198\.51\.100\.7$/.exec(key)?.[1])).size).toBe(
    keys.length,
  );
});

it('costs no statement for a client without wrong guesses (design: runtime)', async () => {
  await machine('wrong', '198.51.100.8');
  const { db, count } = countStatements(provider.context().db);
  expect((await machine(secrets.m2m, '198.51.100.9', { ...provider.context(), db })).status).toBe(200);
  expect(count()).toBe(0);
});

it('costs no statement again 15 minutes after a wrong guess', async () => {
  const { db, count } = countStatements(provider.context().db);
  const send = (secret: string) => machine(secret, '198.51.100.13', { ...provider.context(), db });
  await send('wrong');
  provider.advance(900);
  const before = count();
  expect((await send(secrets.m2m)).status).toBe(200);
  expect(count()).toBe(before);
});

it('does not count a missing secret as a guess', async () => {
  for (let attempt = 0; attempt < 30; attempt += 1) expect((await machine('', '198.51.100.10')).status).toBe(401);
  expect((await machine(secrets.m2m, '198.51.100.10')).status).toBe(200);
});

it('logs a security event', async () => {
  const before = provider.events.length;
  for (let guess = 0; guess <= limit; guess += 1) await machine(`wrong-${guess}`, '198.51.100.11');
  const event = { event: 'secret_guessing', kind: 'client', name: 'm2m' };
  await expect.poll(() => provider.events.slice(before)).toEqual([event]);
});
