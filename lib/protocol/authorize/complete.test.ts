import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { withdrawClient } from '#lib/admin/users/account-store';
import { listUses, writeUses } from '#lib/clients/usage/use-store';
import { forgetConsent, rememberConsent } from '#lib/consents/consent-store';
import { hashHandle } from '#lib/crypto/hash';
import { createId } from '#lib/crypto/random';
import type { Database } from '#lib/db/database';
import type { Prepared } from '#lib/db/prepared';
import { continueRevocations, endClientAccess } from '#lib/db/revoke-grants';
import { run } from '#lib/db/run';
import { defineWrite } from '#lib/db/statement';
import { write } from '#lib/db/step';
import { transaction } from '#lib/db/transaction';
import { parseParameters } from '#lib/http/form';
import type { HttpRequest } from '#lib/http/types';
import { loadAuthorization } from '#lib/login/load-interaction';
import { readBrowser } from '#lib/sessions/read-browser';
import { fixtureClient, fixtures, issueCode } from '#lib/testing/fixtures';
import { answerOf, authorizeRequest, locationOf, type Person } from '#lib/testing/person';
import { createTestProvider, type FormFields, type TestProvider } from '#lib/testing/provider';
import { leftHalfHash } from '#lib/tokens/id-token';
import { findCode } from '#lib/tokens/token-store';
import { recordSignIn } from '#lib/users/user-store';
import { handleAuthorize } from '../authorize';
import { isOAuthError } from '../oauth-error';
import { allowAll } from './asked-claims';
import { type Completion, completeAuthorization } from './complete';
import { resolveRedirect } from './trusted-redirect';
import { validateRequest } from './validate-request';

const silent = fixtureClient('silent');
const sealed = {
  id_token_encrypted_response_alg: 'ECDH-ES',
  authorization_encrypted_response_alg: 'ECDH-ES',
  // There is no server at this address.
  jwks_uri: 'https://127.0.0.1/jwks',
};
const hybrid = {
  ...silent,
  client_id: 'hybrid',
  grant_types: ['authorization_code', 'implicit', 'refresh_token'],
  response_types: ['code', 'code id_token', 'code token', 'token'],
  authorization_code_lifetime_seconds: 60,
  access_token_lifetime_seconds: 3600,
};

const brief = {
  ...hybrid,
  client_id: 'brief',
  response_types: [...hybrid.response_types, 'code id_token token'],
  authorization_code_lifetime_seconds: 600,
  access_token_lifetime_seconds: 60,
};

let provider: TestProvider;
let person: Person;
beforeAll(async () => {
  provider = await createTestProvider({
    ...fixtures,
    clients: [
      ...fixtures.clients,
      hybrid,
      brief,
      { ...hybrid, ...sealed, client_id: 'sealed' },
      { ...silent, client_id: 'keeps' },
      { ...silent, client_id: 'asks', require_consent: true },
    ],
  });
  person = (await issueCode(provider, { client_id: 'silent' })).person;
});
afterAll(() => provider.close());

const cookieHeaderOf = ({ cookies }: Person) => [...cookies].map((pair) => pair.join('=')).join('; ');

/** The input to complete a request of the signed-in person. */
async function completionOf(overrides: FormFields, more: Partial<Completion> = {}): Promise<Completion> {
  const context = provider.context();
  const { db, settings, snapshot, now } = context;
  const parameters = parseParameters(authorizeRequest({ client_id: 'silent', ...overrides }).path.split('?')[1] ?? '');
  if (parameters === null) throw new Error('no parameters');
  const to = resolveRedirect(parameters, context);
  if ('problem' in to) throw to.error;
  const cookieHeader = cookieHeaderOf(person);
  const { current: session } = await readBrowser({ db, settings, cookieHeader, portal: snapshot.portal, now });
  if (session === null) throw new Error('nobody is signed in');
  const request = validateRequest(parameters, to, context);
  const allowed = allowAll(request, to.client, snapshot);
  return {
    request,
    to,
    session,
    caller: { clientAddress: '', userAgent: null },
    allowed,
    consent: null,
    interaction: null,
    ...more,
  };
}

/** The interaction of such a request, which waits for the person. */
async function openInteraction(overrides: FormFields) {
  const asked = { client_id: 'silent', prompt: 'login', ...overrides };
  const login = await person.get(authorizeRequest(asked).path);
  const handle = new URL(locationOf(login)).searchParams.get('interaction');
  const open = await loadAuthorization(handle, cookieHeaderOf(person), provider.context());
  if (open.page !== 'open') throw new Error(open.page);
  return open.interaction;
}

const ended = (completion: Completion): Completion => ({
  ...completion,
  session: { ...completion.session, sid: 'ended-in-another-tab' },
});

const grants = () => provider.context().db.grant.count();
const newestGrant = () => provider.context().db.grant.findFirstOrThrow({ orderBy: { createdAt: 'desc' } });

const grantedNow = () => {
  const { now, snapshot } = provider.context();
  return { now, revision: snapshot.revision };
};

const withToken = { client_id: 'hybrid', response_type: 'code token' };
const kept = { client_id: 'keeps', scope: 'openid offline_access' };

/** A remembered consent of the person, and a request that rests on it. */
type Stored = { readonly scope: string; readonly claims: string | null; readonly expiresAt: Date | null };

async function restingOn(overrides: FormFields, stored: Stored | null) {
  const { db, now } = provider.context();
  const completion = await completionOf(overrides, {
    consent: { scope: ['openid'], claims: ['email'], expiresAt: null },
  });
  const key = { sub: completion.session.sub, clientId: completion.to.client.clientId };
  await db.consent.deleteMany({ where: key });
  if (stored !== null) await db.consent.create({ data: { ...key, createdAt: now, ...stored } });
  return completion;
}

describe('a remembered consent that was taken back after it was read', () => {
  const kinds: [string, FormFields][] = [
    ['a code', {}],
    ['a code with a token', withToken],
  ];
  const remembered = { scope: 'openid', claims: '["email"]', expiresAt: null };

  it.each(
    kinds.flatMap(([kind, overrides]) => [
      [kind, 'is gone', overrides, null] as const,
      [kind, 'has other scopes', overrides, { ...remembered, scope: 'openid profile' }] as const,
      [kind, 'has other claims', overrides, { ...remembered, claims: '["name"]' }] as const,
      [kind, 'has no claims', overrides, { ...remembered, claims: null }] as const,
    ]),
  )('creates no grant for %s if it %s', async (_kind, _change, overrides, stored) => {
    const before = await grants();
    const completion = await restingOn(overrides, stored);
    expect(await completeAuthorization(completion, provider.context())).toBe('consent_withdrawn');
    expect(await grants()).toBe(before);
  });

  it.each(kinds)('grants %s if it is as it was', async (_, overrides) => {
    const before = await grants();
    expect(await completeAuthorization(await restingOn(overrides, remembered), provider.context())).toHaveProperty(
      'status',
    );
    expect(await grants()).toBe(before + 1);
  });

  it.each([
    ['consent_required', { prompt: 'none' }],
    ['consent_required', {}],
  ])('answers %s to a request with %j that had read it', async (error, overrides) => {
    const { db } = provider.context();
    await person.allow(await person.get(authorizeRequest({ client_id: 'asks' }).path), { remember_consent: 'on' });
    const asked = authorizeRequest({ client_id: 'asks', ...overrides });
    const takeBack = () => db.consent.deleteMany({ where: { clientId: 'asks' } });
    const context = { ...provider.context(), db: beforeGrant(db, takeBack) };
    const headers = { cookie: cookieHeaderOf(person) };
    const [path, query = ''] = asked.path.split('?');
    const request = { method: 'GET', path: path ?? '', query, headers, body: '', clientAddress: '192.0.2.1' };
    const before = await grants();
    expect(answerOf(await handleAuthorize(request as HttpRequest, context)).error).toBe(error);
    expect(await grants()).toBe(before);
  });
});

/** The same database for one request, in which something else happens before its grant is written. */
function beforeGrant(db: Database, happen: () => Promise<unknown>): Database {
  const { prepared } = db;
  const watched: Prepared = {
    ...prepared,
    write: async (writes) => {
      if (writes.some(({ statement }) => statement.sqlite.includes('INSERT INTO "Grant"'))) await happen();
      return prepared.write(writes);
    },
  };
  return new Proxy(db, { get: (target, name) => (name === 'prepared' ? watched : Reflect.get(target, name)) });
}

describe('a session that ended before the answer (security #107)', () => {
  it.each<[string, FormFields]>([
    ['a code', {}],
    ['a code with a token', withToken],
    ['a code for access that is kept', kept],
  ])('creates no grant: %s', async (_, overrides) => {
    const before = await grants();
    expect(await completeAuthorization(ended(await completionOf(overrides)), provider.context())).toBe('signed_out');
    expect(await grants()).toBe(before);
  });

  it('does not lead to consent either', async () => {
    const { sub } = (await completionOf({})).session;
    const key = { sub, clientId: 'silent' };
    await run(provider.context().db, [forgetConsent(key)]);
    const alongside = [rememberConsent(key, { scope: ['openid'], claims: [], expiresAt: null }, grantedNow())];
    const completion = await completionOf({}, { alongside });
    const consents = () => provider.context().db.consent.count({ where: key });
    expect(await completeAuthorization(ended(completion), provider.context())).toBe('signed_out');
    expect(await consents()).toBe(0);
    await completeAuthorization(completion, provider.context());
    expect(await consents()).toBe(1);
    await run(provider.context().db, [forgetConsent(key)]);
  });
});

it.each<[string, FormFields]>([
  ['a code', {}],
  ['a code with a token', withToken],
])('an interaction is answered once: %s (security #107)', async (_, overrides) => {
  const completion = await completionOf(overrides, { interaction: await openInteraction(overrides) });
  const before = await grants();
  expect(await completeAuthorization(completion, provider.context())).toMatchObject({ status: 303 });
  expect(await completeAuthorization(completion, provider.context())).toBe('finished');
  expect(await grants()).toBe(before + 1);
});

describe('the record of an answer', () => {
  it.each<[string, FormFields, number]>([
    ['a code', { client_id: 'hybrid' }, 60],
    ['a code and an ID token', { client_id: 'hybrid', response_type: 'code id_token', state: undefined }, 60],
    ['a token', { client_id: 'hybrid', response_type: 'token', scope: 'orders' }, 3600],
    ['a code and a token', withToken, 3600],
    ['a token that ends before codes do', { client_id: 'brief', response_type: 'token', scope: 'orders' }, 60],
    ['a code and a token that ends before it', { client_id: 'brief', response_type: 'code token' }, 600],
    ['a code, an ID token and such a token', { client_id: 'brief', response_type: 'code id_token token' }, 600],
  ])('has a grant that lasts as long as %s (semantics §1.4)', async (_, overrides, seconds) => {
    provider.advance(1);
    await completeAuthorization(await completionOf(overrides), provider.context());
    const { createdAt, expiresAt } = await newestGrant();
    expect(expiresAt.getTime() - createdAt.getTime()).toBe(seconds * 1000);
  });

  it.each(['code', 'code id_token', 'code token'])(
    'has the client among those of the session, so that it learns of its end: %s',
    async (response_type) => {
      const completion = await completionOf({ client_id: 'hybrid', response_type });
      const { sid } = completion.session;
      const { db } = provider.context();
      await db.sessionClient.deleteMany({ where: { sid } });
      await completeAuthorization(completion, provider.context());
      expect(await db.sessionClient.findMany({ where: { sid } })).toMatchObject([{ clientId: 'hybrid' }]);
    },
  );

  it('has the used parts of the client', async () => {
    const { db } = provider.context();
    await completeAuthorization(await completionOf({ ...withToken, scope: 'openid orders' }), provider.context());
    await writeUses(db);
    const uses = (await listUses(db, ['hybrid'])).map(({ kind, value }) => `${kind} ${value}`);
    expect(uses).toEqual(
      expect.arrayContaining([
        'client ',
        'redirect_uri https://rp.test/cb',
        'scope openid',
        'scope orders',
        'response_type code token',
      ]),
    );
  });
});

describe('the parameters of an answer (semantics §1.6)', () => {
  async function answerTo(overrides: FormFields, change: (completion: Completion) => Completion = (same) => same) {
    const response = await completeAuthorization(change(await completionOf(overrides)), provider.context());
    if (typeof response === 'string' || isOAuthError(response)) throw new Error('nothing was issued');
    const { search, hash } = new URL(locationOf(response));
    return new URLSearchParams(search === '' ? hash.slice(1) : search);
  }

  it.each<[string, FormFields, string]>([
    ['a code', {}, 'code state session_state iss'],
    ['a code without a state', { state: undefined }, 'code session_state iss'],
    ['a code without openid', { scope: 'orders' }, 'code state iss'],
    ['a code and an ID token', { response_type: 'code id_token' }, 'code id_token state session_state iss'],
    [
      'a code and a token',
      { response_type: 'code token' },
      'code access_token token_type expires_in scope state session_state iss',
    ],
    ['a token', { response_type: 'token', scope: 'orders' }, 'access_token token_type expires_in scope state iss'],
  ])('of %s', async (_, overrides, names) => {
    expect([...(await answerTo({ client_id: 'hybrid', ...overrides })).keys()]).toEqual(names.split(' '));
  });

  it('include the scope when it is narrower than requested', async () => {
    const less = (completion: Completion) => ({
      ...completion,
      allowed: { ...completion.allowed, scope: ['openid'] },
    });
    expect((await answerTo({ scope: 'openid profile' }, less)).get('scope')).toBe('openid');
  });

  it('are bound to the state by the ID token (semantics §1.7)', async () => {
    const hybridly = { client_id: 'hybrid', response_type: 'code id_token' };
    const claims = async (overrides: FormFields) =>
      decodeJwt((await answerTo({ ...hybridly, ...overrides })).get('id_token') ?? '');
    expect(await claims({})).toMatchObject({ s_hash: leftHalfHash('RS256', 's1') });
    expect(await claims({ state: undefined })).not.toHaveProperty('s_hash');
  });

  it('have a code with everything that redeems it', async () => {
    const dpop_jkt = 'NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs';
    const { db, now } = provider.context();
    const find = async (overrides: FormFields) =>
      findCode(db, hashHandle((await answerTo(overrides)).get('code') ?? ''), now);
    expect(await find({ client_id: 'hybrid', response_type: 'code token' })).toMatchObject({ confirmation: null });
    expect(await find({ dpop_jkt })).toMatchObject({ confirmation: { jkt: dpop_jkt } });
  });
});

describe('an answer', () => {
  /** A database without transactions of several messages. */
  function withoutTransactions() {
    const context = provider.context();
    const refuse = () => {
      throw new Error('a transaction of several messages');
    };
    const db = new Proxy(context.db, {
      get: (all, name) => (name === '$transaction' ? refuse : Reflect.get(all, name)),
    });
    return { ...context, db };
  }

  it.each<[string, FormFields]>([
    ['a code', {}],
    ['a code with a token', withToken],
  ])('needs one message to the database: %s', async (_, overrides) => {
    const completion = await completionOf(overrides);
    expect(await completeAuthorization(completion, withoutTransactions())).toMatchObject({ status: 303 });
  });

  it('needs one after the sign-in page, too', async () => {
    const completion = await completionOf({}, { interaction: await openInteraction({}) });
    expect(await completeAuthorization(completion, withoutTransactions())).toMatchObject({ status: 303 });
  });

  it('needs one for lasting access, after the person was notified of it', async () => {
    const completion = await completionOf(kept);
    for (let count = 0; count < 2; count += 1) await completeAuthorization(completion, provider.context());
    expect(await completeAuthorization(completion, withoutTransactions())).toMatchObject({ status: 303 });
  });
});

describe('access that lasts while the person is away', () => {
  const told = async () => provider.context().db.accountNotice.count({ where: { kind: 'app_connected' } });
  const complete = async (overrides: FormFields) =>
    completeAuthorization(await completionOf(overrides), provider.context());
  let clients = 0;
  async function newClient() {
    clients += 1;
    const client_id = `new-${clients}`;
    await provider.configure({ clients: [{ ...silent, client_id }] });
    return client_id;
  }

  it('is notified once, also after a grant that ended with the session', async () => {
    const client_id = await newClient();
    const before = await told();
    await complete({ client_id, scope: 'openid' });
    expect(await told()).toBe(before);
    for (const scope of ['openid offline_access', 'openid profile offline_access', 'openid offline_access']) {
      expect(await complete({ client_id, scope })).toMatchObject({ status: 303 });
    }
    expect(await told()).toBe(before + 1);
  });

  it('is notified once if it is granted in four tabs at once', async () => {
    const client_id = await newClient();
    const before = await told();
    const connect = () => complete({ client_id, scope: 'openid offline_access' });
    expect(await Promise.all([connect(), connect(), connect(), connect()])).toMatchObject(
      Array.from({ length: 4 }, () => ({ status: 303 })),
    );
    expect(await told()).toBe(before + 1);
  });

  it('is notified again after the person removed it, also where this process knew it', async () => {
    const client_id = await newClient();
    const before = await told();
    const connect = () => complete({ client_id, scope: 'openid offline_access' });
    for (let count = 0; count < 2; count += 1) await connect();
    const { db, now } = provider.context();
    await db.grant.updateMany({ where: { clientId: client_id }, data: { revokedAt: now } });
    provider.advance(300);
    await connect();
    expect(await told()).toBe(before + 2);
  });

  it('is notified by the beginning of the address of a client without a name', async () => {
    const client_id = `https://app.example/${'x'.repeat(250)}`;
    await provider.configure({ clients: [{ ...silent, client_id, client_name: null }] });
    const before = await told();
    expect(await complete({ client_id, scope: 'openid offline_access' })).toMatchObject({ status: 303 });
    expect(await told()).toBe(before + 1);
  });

  it('is not notified again for a remembered consent', async () => {
    const before = await told();
    await complete({ ...kept, client_id: 'asks' });
    expect(await told()).toBe(before);
  });
});

describe('an answer that cannot be given', () => {
  it.each<[string, FormFields]>([
    ['an ID token', { response_type: 'code id_token' }],
    ['a signed response', { response_mode: 'jwt' }],
  ])('is an error for the client, and writes nothing: no key to encrypt %s to', async (_, overrides) => {
    const before = await grants();
    const completion = await completionOf({ client_id: 'sealed', ...overrides });
    expect(await completeAuthorization(completion, provider.context())).toMatchObject({
      code: 'temporarily_unavailable',
    });
    expect(await grants()).toBe(before);
  });

  it('needs no key when nothing is encrypted', async () => {
    const completion = await completionOf({ client_id: 'sealed' });
    expect(await completeAuthorization(completion, provider.context())).toMatchObject({ status: 303 });
  });
});

describe('an answer in the transaction that begins the session', () => {
  const signedIn = async (passwordHash: string | null) => {
    const { session } = await completionOf({});
    return recordSignIn({ sub: session.sub, passwordHash }, provider.context().now);
  };

  it.each<[string, FormFields]>([
    ['a code', {}],
    ['a code with a token', withToken],
  ])('is written with it: %s', async (_, overrides) => {
    const completion = await completionOf(overrides);
    const before = await grants();
    const first = [await signedIn(completion.session.user.passwordHash)];
    expect(await completeAuthorization(completion, provider.context(), first)).toMatchObject({ status: 303 });
    expect(await grants()).toBe(before + 1);
  });

  it('is not written if the account changed (security #104)', async () => {
    const before = await grants();
    const first = [await signedIn('another hash')];
    expect(await completeAuthorization(await completionOf({}), provider.context(), first)).toBe('account_changed');
    expect(await grants()).toBe(before);
  });

  it('begins none if it is refused itself', async () => {
    const { db } = provider.context();
    const completion = ended(await completionOf({}));
    const { sub, passwordHash } = completion.session.user;
    await db.user.update({ where: { sub }, data: { lastSignInAt: null } });
    const first = [await signedIn(passwordHash)];
    expect(await completeAuthorization(completion, provider.context(), first)).toBe('signed_out');
    expect(await db.user.findUnique({ where: { sub } })).toMatchObject({ lastSignInAt: null });
  });
});

describe('the effects of an answer (design: single use)', () => {
  const finished = (results: readonly unknown[]) => results.filter((result) => result === 'finished').length;

  it('happen once for simultaneous answers to one interaction', async () => {
    const completion = await completionOf({}, { interaction: await openInteraction({}) });
    const before = await grants();
    const answers = Array.from({ length: 10 }, () => completeAuthorization(completion, provider.context()));
    expect(finished(await Promise.all(answers))).toBe(9);
    expect(await grants()).toBe(before + 1);
  });

  it.each(['the session is ended', 'the consent is taken back'])(
    'do not happen when %s at the same time',
    async (event) => {
      const { db, now } = provider.context();
      const remembered = { scope: 'openid', claims: '["email"]', expiresAt: null };
      const completion = await restingOn({}, remembered);
      const { sid, sub } = completion.session;
      const before = await grants();
      let completed: Promise<unknown> = Promise.resolve();
      await transaction(db, async (tx) => {
        if (event === 'the session is ended') await tx.session.update({ where: { sid }, data: { endedAt: now } });
        else await run(tx, [forgetConsent({ sub, clientId: completion.to.client.clientId })]);
        completed = completeAuthorization(completion, provider.context());
        await waitForWaiting();
      });
      expect(await completed).toBe(event === 'the session is ended' ? 'signed_out' : 'consent_withdrawn');
      expect(await grants()).toBe(before);
      await db.session.update({ where: { sid }, data: { endedAt: null } });
    },
  );

  if (inject('database').dialect === 'postgresql') {
    it('leave no live grant when very many consents end at the same time', async () => {
      const { db, now } = provider.context();
      const columns = { clientId: 'silent', scope: 'openid', createdAt: now };
      await db.consent.createMany({ data: Array.from({ length: 400 }, () => ({ ...columns, sub: createId() })) });
      const completion = await restingOn({}, { scope: 'openid', claims: '["email"]', expiresAt: null });
      const key = createId();
      await db.rateLimit.create({ data: { key, count: 1, expiresAt: now } });
      const wait = defineWrite('UPDATE "RateLimit" SET "count" = 2 WHERE "key" = @key');
      let completed: Promise<unknown> = Promise.resolve();
      let ended: Promise<unknown> = Promise.resolve();
      await transaction(db, async (tx) => {
        await tx.rateLimit.update({ where: { key }, data: { count: 3 } });
        const alongside = [write(wait, { key })];
        completed = completeAuthorization({ ...completion, alongside }, provider.context());
        await waitForWaiting();
        // It waits for the grant that is being written.
        ended = transaction(db, (other) => endClientAccess(other, 'silent', { reason: 'access_ended', now }));
      });
      expect(await completed).toMatchObject({ status: 303 });
      await ended;
      await continueRevocations(db);
      expect(await db.grant.count({ where: { clientId: 'silent', revokedAt: null } })).toBe(0);
      expect(await db.consent.count({ where: { clientId: 'silent' } })).toBe(0);
    });
  }

  it('leave no live grant beside somebody who takes the access away', async () => {
    const { db, now } = provider.context();
    const live = () => db.grant.count({ where: { clientId: 'silent', revokedAt: null } });
    for (let round = 0; round < 20; round += 1) {
      const completion = await restingOn({}, { scope: 'openid', claims: '["email"]', expiresAt: null });
      const { sub } = completion.session;
      await Promise.all([
        completeAuthorization(completion, provider.context()),
        transaction(db, (tx) => withdrawClient(tx, { sub, clientId: 'silent' }, now)),
      ]);
      expect(await live()).toBe(0);
    }
  });
});

/** Waits until another connection waits for a row that a transaction has locked. SQLite's writers queue in order anyway. */
async function waitForWaiting(): Promise<void> {
  if (inject('database').dialect === 'sqlite') return;
  const waiting = () => provider.context().db.$queryRaw<{ pid: number }[]>`
    SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  while ((await waiting()).length === 0);
}
