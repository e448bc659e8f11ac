import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '#lib/db/database';
import { DatabaseUnavailable } from '#lib/db/transaction';
import type { HttpRequest } from '#lib/http/types';
import { singleton } from '#lib/singleton';
import { fixtures, issueCode, redeem, secrets } from '#lib/testing/fixtures';
import { answerOf, authorizeRequest, type Person } from '#lib/testing/person';
import { basic, bodyOf, createTestProvider, encodeForm, type TestProvider } from '#lib/testing/provider';
import { handleAuthorize } from './authorize';
import { handleEndSession } from './end-session';
import { handleHealth } from './health';
import { handleRevocation } from './revocation';
import { handleUserinfo } from './userinfo';

let provider: TestProvider;
let person: Person;
let accessToken = '';
beforeAll(async () => {
  provider = await createTestProvider(fixtures);
  const issued = await issueCode(provider);
  person = issued.person;
  accessToken = String(bodyOf(await redeem(provider, issued)).access_token);
});
afterAll(() => provider.close());

/** A database in which every statement fails with this error. */
function failing(error: Error): Database {
  const fail = () => {
    throw error;
  };
  const part: unknown = new Proxy(fail, { get: () => part });
  return new Proxy(provider.context().db, { get: () => part });
}

/** A database that answers, in a process that refuses every write until it is restarted. */
function unwritable(): Database {
  const { db } = provider.context();
  const verifyWritable = () => {
    throw new DatabaseUnavailable('the disk failed');
  };
  const prepared = { ...db.prepared, verifyWritable };
  return new Proxy(db, { get: (target, name) => (name === 'prepared' ? prepared : Reflect.get(target, name)) });
}

const get = (path: string, headers: Record<string, string> = {}): HttpRequest => {
  const [pathname = '', query = ''] = path.split('?');
  return { method: 'GET', path: pathname, query, headers, body: '', clientAddress: '192.0.2.1' };
};
const post = (path: string, fields: Record<string, string>, headers: Record<string, string>): HttpRequest => {
  const type = { 'content-type': 'application/x-www-form-urlencoded' };
  return { ...get(path, { ...type, ...headers }), method: 'POST', body: encodeForm(fields) };
};
const cookie = () => [...person.cookies].map((pair) => pair.join('=')).join('; ');

describe('while the database does not answer', () => {
  const outage = new DatabaseUnavailable('no connection');

  it.each([
    ['authorize', handleAuthorize, () => get(authorizeRequest().path, { cookie: cookie() })],
    ['endsession', handleEndSession, () => get('/connect/endsession', { cookie: cookie() })],
    ['userinfo', handleUserinfo, () => get('/connect/userinfo', { authorization: `Bearer ${accessToken}` })],
    [
      'revocation',
      handleRevocation,
      () => post('/connect/revocation', { token: 'x'.repeat(43) }, { authorization: basic('web', secrets.web) }),
    ],
  ])('%s throws to the adapter, which answers 503', async (_, handle, request) => {
    await expect(handle(request(), { ...provider.context(), db: failing(outage) })).rejects.toBe(outage);
  });

  it('a sign-in that fails for another reason returns server_error, and the log has the cause (RFC 6749 §4.1.2.1)', async () => {
    const logged: unknown[] = [];
    const log = { ...provider.context().log, error: (fields: unknown) => logged.push(fields) };
    const error = new TypeError('unexpected');
    const answer = await handleAuthorize(get(authorizeRequest().path), {
      ...provider.context(),
      log,
      db: failing(error),
    });
    expect(answerOf(answer)).toMatchObject({ error: 'server_error', state: 's1' });
    expect(logged).toEqual([{ err: error }]);
  });
});

/** A database that can be read and takes no write. */
function full(): Database {
  const { db } = provider.context();
  const $executeRaw = () => Promise.reject(new Error('SQLITE_FULL: database or disk is full'));
  return new Proxy(db, { get: (target, name) => (name === '$executeRaw' ? $executeRaw : Reflect.get(target, name)) });
}

describe('the health of a process', () => {
  const health = async (change: object) => {
    const { status, headers, body } = await handleHealth(get('/health'), { ...provider.context(), ...change });
    return { status, retryAfter: headers['retry-after'], said: JSON.parse(body) };
  };

  it('is ok while the database answers and a signing key is active', async () => {
    const said = { status: 'ok', database: true, signing_key: true };
    expect(await health({})).toEqual({ status: 200, retryAfter: undefined, said });
  });

  it.each([
    ['the database', () => ({ db: failing(new DatabaseUnavailable('no connection')) }), { database: false }],
    ['a disk that keeps what is written (decision 004)', () => ({ db: unwritable() }), { database: false }],
    ['a disk with room, or a primary (security #202)', () => ({ db: full() }), { database: false }],
    [
      'a signing key',
      () => ({ snapshot: { ...provider.context().snapshot, keys: new Map() } }),
      { signing_key: false },
    ],
  ])('is 503 with Retry-After without %s', async (_, change, expected) => {
    const said = { status: 'unavailable', database: true, signing_key: true, ...expected };
    expect(await health(change())).toEqual({ status: 503, retryAfter: '1', said });
  });

  it('is ok and names the clock while no signing key has begun: the oldest one signs', async () => {
    const said = { status: 'ok', database: true, signing_key: true, clock: 'behind' };
    expect(await health({ now: new Date(0) })).toEqual({ status: 200, retryAfter: undefined, said });
  });

  it('is 503 while the pages are loaded, for whoever waits for them', async () => {
    const pages = singleton('pages', () => ({ loaded: false }));
    const ask = async () => {
      const { status, body } = await handleHealth({ ...get('/health'), query: 'ready=pages' }, provider.context());
      return [status, JSON.parse(body).status];
    };
    const before = await ask();
    pages.loaded = true;
    expect([before, await ask()]).toEqual([
      [503, 'starting'],
      [200, 'ok'],
    ]);
    pages.loaded = false;
  });

  it('is 503 while the process stops, so that it gets no new requests', async () => {
    const server = singleton('server', () => ({ stopping: false }));
    server.stopping = true;
    try {
      const said = { status: 'stopping', database: true, signing_key: true };
      expect(await health({})).toEqual({ status: 503, retryAfter: '1', said });
    } finally {
      server.stopping = false;
    }
  });

  it('logs the state of the database', async () => {
    const warned: unknown[] = [];
    const log = { ...provider.context().log, warn: (fields: unknown) => warned.push(fields) };
    const error = new DatabaseUnavailable('no connection');
    await health({ log, db: failing(error) });
    expect(warned).toEqual([{ err: error }]);
  });
});
