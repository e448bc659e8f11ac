import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditEventType } from '#lib/audit/event';
import { listEvents } from '#lib/audit/event-store';
import type { Database } from '#lib/db/database';
import { openDatabase } from '#lib/db/open';
import { sweepExpired } from '#lib/db/sweep';
import { afterFirstRead } from '#lib/testing/after-first-read';
import { beforeTransaction } from '#lib/testing/around-transaction';
import { openFailingWrites } from '#lib/testing/failing-writes';
import { fixtureClient, fixtures, issueCode, redeem, refresh, secrets, userinfo } from '#lib/testing/fixtures';
import { redirectUri } from '#lib/testing/person';
import {
  basic,
  bodyOf,
  createTestProvider,
  encodeForm,
  type FormFields,
  type TestProvider,
} from '#lib/testing/provider';
import { handleToken } from './token';

const apiSecret = 'orders-api-secret-0123456789';
const offline = { scope: 'openid offline_access orders' };
const web = fixtureClient('web');
const configuration = {
  ...fixtures,
  scopes: [{ name: 'orders', type: 'resource', secrets: [{ value: apiSecret }] }, ...fixtures.scopes.slice(1)],
  clients: [
    ...fixtures.clients,
    { ...web, client_id: 'patient', refresh_token_grace_seconds: 10 },
    { ...web, client_id: 'brief', refresh_token_lifetime_seconds: 30 },
    { ...web, client_id: 'lasting', refresh_token_lifetime_seconds: 7200 },
    { ...web, client_id: 'nothing', scope: '', grant_types: ['client_credentials'], redirect_uris: [] },
  ],
};

let provider: TestProvider;
beforeAll(async () => {
  provider = await createTestProvider(configuration);
});
afterAll(() => provider.close());

const as = (clientId: string) => basic(clientId, secrets.web);
const issue = async (clientId = 'web') =>
  bodyOf(await redeem(provider, await issueCode(provider, { client_id: clientId, ...offline }), {}, as(clientId)));

const isActive = async (token: unknown) => {
  const headers = { authorization: basic('orders', apiSecret) };
  return bodyOf(await provider.post('/connect/introspect', { token: String(token) }, headers)).active;
};

/** A request of a client at the token endpoint, with a database in which something happens in the meantime. */
const ask = (fields: FormFields, db: Database, clientId = 'web') =>
  handleToken(
    {
      method: 'POST',
      path: '/connect/token',
      query: '',
      headers: { authorization: as(clientId), 'content-type': 'application/x-www-form-urlencoded' },
      body: encodeForm(fields),
      clientAddress: '192.0.2.1',
    },
    { ...provider.context(), db },
  );

const redemptionOf = ({ code, verifier }: { readonly code: string; readonly verifier: string }) => {
  return { grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: redirectUri };
};

const refreshOf = ({ refresh_token }: Record<string, unknown>) => {
  return { grant_type: 'refresh_token', refresh_token: String(refresh_token) };
};

/** Revokes all grants of a client. */
const revokeAll = (clientId = 'web') => {
  const { db, now } = provider.context();
  return db.grant.updateMany({ where: { clientId, revokedAt: null }, data: { revokedAt: now } });
};

/** The log lines of an action. It waits for the expected number of them. */
async function eventsOf(act: () => Promise<unknown>, expected = 1): Promise<readonly unknown[]> {
  const before = provider.events.length;
  await act();
  await expect.poll(() => provider.events.length).toBeGreaterThanOrEqual(before + expected);
  return provider.events.slice(before);
}

const grantOf = ([event]: readonly unknown[]): unknown =>
  typeof event === 'object' && event !== null && 'grantId' in event ? event.grantId : undefined;

/** The grants of the events of a type. Events within one millisecond have no order. */
async function auditedGrants(type: AuditEventType): Promise<unknown[]> {
  const events = await listEvents(provider.context().db, { types: [type] }, 100);
  return events.map(({ details }) => JSON.parse(details ?? '{}').grant);
}

async function replay(): Promise<void> {
  const issued = await issueCode(provider, offline);
  for (let times = 0; times < 2; times += 1) await redeem(provider, issued);
}

async function reuse(): Promise<void> {
  const { refresh_token } = await issue();
  for (let times = 0; times < 2; times += 1) await refresh(provider, refresh_token);
}

describe('a theft ends everything, and leaves an event in the log and the audit log', () => {
  it('a code that is redeemed twice (security #26)', async () => {
    const issued = await issueCode(provider, offline);
    const tokens = bodyOf(await redeem(provider, issued));
    expect(await isActive(tokens.access_token)).toBe(true);
    const events = await eventsOf(() => redeem(provider, issued));
    expect(events).toEqual([{ event: 'code_replay', clientId: 'web', grantId: expect.any(String) }]);
    expect(await auditedGrants('code.replayed')).toContain(grantOf(events));
    expect(await isActive(tokens.access_token)).toBe(false);
    expect((await userinfo(provider, tokens.access_token)).status).toBe(401);
    expect(bodyOf(await refresh(provider, tokens.refresh_token)).error).toBe('invalid_grant');
  });

  it('a code whose event cannot be written, at the next attempt: neither without the other (security #163)', async () => {
    const issued = await issueCode(provider, offline);
    const tokens = bodyOf(await redeem(provider, issued));
    const writes = await openFailingWrites(provider.databaseUrl);
    const failed = writes.refusing({ table: 'AuditEvent', verb: 'INSERT' }, () => redeem(provider, issued));
    await expect(failed).rejects.toThrow();
    await writes.close();
    expect(await isActive(tokens.access_token)).toBe(true);
    const events = await eventsOf(() => redeem(provider, issued));
    expect(await auditedGrants('code.replayed')).toContain(grantOf(events));
    expect(await isActive(tokens.access_token)).toBe(false);
  });

  it.each<[AuditEventType, () => Promise<unknown>]>([
    ['code.replayed', replay],
    ['refresh_token.reused', reuse],
  ])('with whose access it was and where the request came from: %s (security #163)', async (type, steal) => {
    const events = await eventsOf(steal);
    const found = await listEvents(provider.context().db, { types: [type] }, 100);
    const own = found.find(({ details }) => JSON.parse(details).grant === grantOf(events));
    expect(own).toMatchObject({ targetKind: 'user', targetName: 'alice', clientId: 'web', address: '192.0.2.1' });
  });

  it('a code that is redeemed at the same moment as by another request (RFC 6749 §4.1.2)', async () => {
    const issued = await issueCode(provider, offline);
    const first: Record<string, unknown>[] = [];
    const db = afterFirstRead(provider.context().db, async () => first.push(bodyOf(await redeem(provider, issued))));
    const events = await eventsOf(async () => {
      expect(bodyOf(await ask(redemptionOf(issued), db)).error).toBe('invalid_grant');
    });
    expect(events).toEqual([{ event: 'code_replay', clientId: 'web', grantId: expect.any(String) }]);
    expect(first).toMatchObject([{ access_token: expect.any(String) }]);
    expect(await isActive(first[0]?.access_token)).toBe(false);
  });

  it.each([0, 1])('a refresh token used again, %i generations after the first (security #40)', async (generation) => {
    const generations = [await issue()];
    for (let age = 0; age < 2; age += 1) {
      generations.push(bodyOf(await refresh(provider, generations.at(-1)?.refresh_token)));
    }
    const stolen = generations[generation]?.refresh_token;
    const events = await eventsOf(async () => {
      expect(bodyOf(await refresh(provider, stolen)).error).toBe('invalid_grant');
    });
    expect(events).toEqual([{ event: 'refresh_reuse', clientId: 'web', grantId: expect.any(String) }]);
    expect(await auditedGrants('refresh_token.reused')).toContain(grantOf(events));
    for (const { access_token, refresh_token } of generations) {
      expect(await isActive(access_token)).toBe(false);
      expect(bodyOf(await refresh(provider, refresh_token)).error).toBe('invalid_grant');
    }
  });

  it.each([
    ['without grace', 0, true],
    ['after the grace window', 10, true],
    ['when rotation was turned off meanwhile', 0, false],
  ])('a used refresh token that comes back after its own end, %s (security #40, #181)', async (_, grace, rotation) => {
    const client = { ...web, refresh_token_idle_seconds: 600, refresh_token_grace_seconds: grace };
    const own = await createTestProvider({ ...fixtures, clients: [client] });
    const stolen = bodyOf(await redeem(own, await issueCode(own, offline)));
    let latest = bodyOf(await refresh(own, stolen.refresh_token));
    own.advance(400);
    latest = bodyOf(await refresh(own, latest.refresh_token));
    own.advance(400);
    await own.configure({ clients: [{ ...client, refresh_token_rotation: rotation }] });
    expect(bodyOf(await refresh(own, stolen.refresh_token)).error).toBe('invalid_grant');
    await expect
      .poll(() => own.events)
      .toEqual([{ event: 'refresh_reuse', clientId: 'web', grantId: expect.any(String) }]);
    expect((await userinfo(own, latest.access_token)).status).toBe(401);
    expect(bodyOf(await refresh(own, latest.refresh_token)).error).toBe('invalid_grant');
    await own.close();
  });

  it.each([
    ['an unused one that has expired', false],
    ['a used one that has expired within the grace window', true],
  ])('but not %s, which is refused without an effect (semantics §2.7)', async (_, isUsed) => {
    const client = { ...web, refresh_token_idle_seconds: 600, refresh_token_grace_seconds: 10 };
    const own = await createTestProvider({ ...fixtures, clients: [client] });
    const first = bodyOf(await redeem(own, await issueCode(own, offline)));
    own.advance(599);
    const next = isUsed ? bodyOf(await refresh(own, first.refresh_token)) : null;
    own.advance(1);
    expect(bodyOf(await refresh(own, first.refresh_token)).error).toBe('invalid_grant');
    expect(own.events).toEqual([]);
    if (next !== null) expect((await refresh(own, next.refresh_token)).status).toBe(200);
    await own.close();
  });

  it('is recorded once: an ended grant is refused without an event', async () => {
    const first = await issue();
    await refresh(provider, first.refresh_token);
    const use = () => refresh(provider, first.refresh_token);
    expect(await eventsOf(use)).toHaveLength(1);
    expect(await eventsOf(use, 0)).toEqual([]);
  });

  it('contains no token, code or secret', async () => {
    const tokens = await issue();
    const next = bodyOf(await refresh(provider, tokens.refresh_token));
    const events = JSON.stringify(await eventsOf(() => refresh(provider, tokens.refresh_token)));
    for (const value of [tokens.refresh_token, next.refresh_token, tokens.access_token, secrets.web]) {
      expect(events).not.toContain(String(value));
    }
  });
});

describe('a grant that is revoked at the same moment gives no tokens, and is not a theft', () => {
  const refused = async (answer: ReturnType<typeof ask>) => expect(bodyOf(await answer).error).toBe('invalid_grant');

  it('to its code', async () => {
    const issued = await issueCode(provider, offline);
    const db = afterFirstRead(provider.context().db, () => revokeAll());
    expect(await eventsOf(() => refused(ask(redemptionOf(issued), db)), 0)).toEqual([]);
  });

  it('to its refresh token', async () => {
    const tokens = await issue();
    const db = afterFirstRead(provider.context().db, () => revokeAll());
    expect(await eventsOf(() => refused(ask(refreshOf(tokens), db)), 0)).toEqual([]);
  });

  it('to a repeated use inside the grace window', async () => {
    const tokens = await issue('patient');
    await refresh(provider, tokens.refresh_token, {}, as('patient'));
    const db = beforeTransaction(provider.context().db, () => revokeAll('patient'));
    expect(await eventsOf(() => refused(ask(refreshOf(tokens), db, 'patient')), 0)).toEqual([]);
  });
});

it.each([
  ['brief', 3600],
  ['lasting', 7200],
])('a grant is kept as long as the last of its tokens lives: %s', async (clientId, seconds) => {
  await issue(clientId);
  const { db, now } = provider.context();
  const { expiresAt } = await db.grant.findFirstOrThrow({ where: { clientId } });
  expect(expiresAt).toEqual(new Date(now.getTime() + seconds * 1000));
});

it('a grant is kept while an older token of a longer lifetime lives (security #181)', async () => {
  const client = { ...web, refresh_token_idle_seconds: 600, access_token_lifetime_seconds: 86_400 };
  const own = await createTestProvider({ ...fixtures, clients: [client] });
  const older = bodyOf(await redeem(own, await issueCode(own, offline)));
  await own.configure({ clients: [{ ...client, access_token_lifetime_seconds: 300 }] });
  expect((await refresh(own, older.refresh_token)).status).toBe(200);
  own.advance(3600);
  const { db, now } = own.context();
  await sweepExpired(db, now);
  expect((await userinfo(own, older.access_token)).status).toBe(200);
  expect(bodyOf(await refresh(own, older.refresh_token)).error).toBe('invalid_grant');
  await expect
    .poll(() => own.events)
    .toEqual([{ event: 'refresh_reuse', clientId: 'web', grantId: expect.any(String) }]);
  expect((await userinfo(own, older.access_token)).status).toBe(401);
  await own.close();
});

describe('a lower limit counts for refresh tokens that exist (security #46, semantics §2.7)', () => {
  const day = 86_400;
  const agent = { ...web, self_registered: true };
  const limit = (seconds: number | null) => ({ refresh_token_lifetime_seconds: seconds });
  const days = (grant_days: number) => ({ agents: { grant_days } });
  const limits: readonly (readonly [name: string, before: object, after: object])[] = [
    ['of its client', { clients: [{ ...web, ...limit(365 * day) }] }, { clients: [{ ...web, ...limit(day) }] }],
    [
      'that its client did not have',
      { clients: [{ ...web, ...limit(null) }] },
      { clients: [{ ...web, ...limit(day) }] },
    ],
    [
      'of agents',
      { portal: days(365), clients: [{ ...agent, ...limit(null) }] },
      { portal: days(1), clients: [{ ...agent, ...limit(null) }] },
    ],
  ];
  const rotating = (file: object, rotation: boolean) => {
    const clients = 'clients' in file && Array.isArray(file.clients) ? file.clients : [];
    return { ...file, clients: clients.map((client) => ({ ...client, refresh_token_rotation: rotation })) };
  };
  const cases = limits.flatMap(([name, before, after]) =>
    [true, false].map(
      (rotation) =>
        [name, rotation ? 'rotating' : 'staying', rotating(before, rotation), rotating(after, rotation)] as const,
    ),
  );
  const asked = { scope: 'openid offline_access' };

  it.each(cases)('%s, for a %s token that nobody used since', async (_name, _kind, before, after) => {
    const own = await createTestProvider({ ...fixtures, ...before });
    const first = bodyOf(await redeem(own, await issueCode(own, asked)));
    const next = bodyOf(await refresh(own, first.refresh_token));
    await own.configure(after);
    own.advance(3 * day);
    expect(bodyOf(await refresh(own, next.refresh_token)).error).toBe('invalid_grant');
    await own.close();
  });

  it.each(cases)('%s, for a %s token that is used until then', async (_name, _kind, before, after) => {
    const own = await createTestProvider({ ...fixtures, ...before });
    const first = bodyOf(await redeem(own, await issueCode(own, asked)));
    await own.configure(after);
    own.advance(day - 1);
    const last = await refresh(own, first.refresh_token);
    expect(last.status).toBe(200);
    own.advance(1);
    expect(bodyOf(await refresh(own, bodyOf(last).refresh_token)).error).toBe('invalid_grant');
    expect(own.events).toEqual([]);
    await own.close();
  });

  it('but a used one that comes back after the new end still ends its grant (security #40)', async () => {
    const own = await createTestProvider({ ...fixtures, clients: [{ ...web, ...limit(365 * day) }] });
    const stolen = bodyOf(await redeem(own, await issueCode(own, asked)));
    await refresh(own, stolen.refresh_token);
    await own.configure({ clients: [{ ...web, ...limit(day) }] });
    own.advance(3 * day);
    expect(bodyOf(await refresh(own, stolen.refresh_token)).error).toBe('invalid_grant');
    await expect
      .poll(() => own.events)
      .toEqual([{ event: 'refresh_reuse', clientId: 'web', grantId: expect.any(String) }]);
    await own.close();
  });

  it('and a limit that did not change lets a token live that long from its first use on', async () => {
    const lifetimes = { authorization_code_lifetime_seconds: 60, ...limit(600) };
    const own = await createTestProvider({ ...fixtures, clients: [{ ...web, ...lifetimes }] });
    const issued = await issueCode(own, asked);
    own.advance(59);
    const first = bodyOf(await redeem(own, issued));
    own.advance(599);
    expect((await refresh(own, first.refresh_token)).status).toBe(200);
    await own.close();
  });
});

describe('the grace window serves the client that lost an answer', () => {
  const use = (token: unknown, fields: FormFields = {}, authorization: string | null = as('patient')) =>
    refresh(provider, token, fields, authorization);
  const rotated = async () => {
    const first = await issue('patient');
    return { first, second: bodyOf(await use(first.refresh_token)) };
  };

  it.each<[string, FormFields, string | null, string]>([
    ['another client', {}, basic('web2', secrets.web2), 'invalid_grant'],
    ['its name alone', { client_id: 'patient' }, null, 'invalid_client'],
    ['a wrong secret', {}, basic('patient', 'wrong'), 'invalid_client'],
    ['a public client', { client_id: 'spa' }, null, 'invalid_grant'],
    ['a wider scope', { scope: 'openid email' }, as('patient'), 'invalid_scope'],
  ])(
    'does not serve %s, and does not end the family for them (security #43)',
    async (_, fields, authorization, error) => {
      const { first, second } = await rotated();
      expect(bodyOf(await use(first.refresh_token, fields, authorization)).error).toBe(error);
      expect(bodyOf(await use(first.refresh_token)).refresh_token).toBe(second.refresh_token);
    },
  );

  it('answers only while the successor is unused: a stolen token does not lead to the newest (security #42)', async () => {
    const { first, second } = await rotated();
    const third = bodyOf(await use(second.refresh_token));
    expect(third.refresh_token).toBeDefined();
    expect(bodyOf(await use(first.refresh_token)).error).toBe('invalid_grant');
    for (const token of [second.refresh_token, third.refresh_token]) {
      expect(bodyOf(await use(token)).error, 'the family has ended').toBe('invalid_grant');
    }
    expect((await userinfo(provider, third.access_token)).status).toBe(401);
  });

  it('answers a repeated use of the newest token after any number of rotations', async () => {
    const { second } = await rotated();
    const third = bodyOf(await use(second.refresh_token));
    expect(bodyOf(await use(second.refresh_token)).refresh_token).toBe(third.refresh_token);
    expect((await use(third.refresh_token)).status).toBe(200);
  });

  it('a repeated use at the same time as the first use of its successor is answered before it, or ends the family', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { first, second } = await rotated();
      const [next, ...repeats] = await Promise.all(
        [second, first, first, first].map(({ refresh_token }) => use(refresh_token)),
      );
      const answers = repeats.map((repeat) => bodyOf(repeat));
      for (const { error, refresh_token } of answers) {
        expect(error ?? refresh_token).toBe(error === undefined ? second.refresh_token : 'invalid_grant');
      }
      if (next === undefined || !answers.some(({ error }) => error !== undefined)) continue;
      expect(bodyOf(await use(bodyOf(next).refresh_token ?? second.refresh_token)).error).toBe('invalid_grant');
    }
  });

  it('does not revive revoked tokens (security #42)', async () => {
    const { first, second } = await rotated();
    await provider.post(
      '/connect/revocation',
      { token: String(second.refresh_token) },
      { authorization: as('patient') },
    );
    expect(bodyOf(await use(first.refresh_token)).error).toBe('invalid_grant');
  });

  it('does not revive expired tokens (security #42)', async () => {
    const own = await createTestProvider({
      ...fixtures,
      clients: [{ ...web, refresh_token_grace_seconds: 60, refresh_token_lifetime_seconds: 30 }],
    });
    const first = bodyOf(await redeem(own, await issueCode(own, offline)));
    expect((await refresh(own, first.refresh_token)).status).toBe(200);
    own.advance(29);
    expect((await refresh(own, first.refresh_token)).status).toBe(200);
    own.advance(1);
    expect(bodyOf(await refresh(own, first.refresh_token)).error).toBe('invalid_grant');
    await own.close();
  });

  it('issues no token with a session after the sign-out (security #42)', async () => {
    const { first } = await rotated();
    const { sid } = decodeJwt(String(first.access_token));
    const { db, now } = provider.context();
    await db.session.updateMany({ where: { sid: String(sid) }, data: { endedAt: now } });
    const again = bodyOf(await use(first.refresh_token));
    expect(decodeJwt(String(again.access_token))).not.toHaveProperty('sid');
  });
});

it('a client is not a person: no client can have the sub of one, and its token has no claims of one (security #57)', async () => {
  const person = decodeJwt(String((await issue()).access_token)).sub ?? '';
  await expect(provider.configure({ clients: [{ ...fixtureClient('m2m'), client_id: person }] })).rejects.toThrow(
    'is the sub of a user',
  );
  const headers = { authorization: basic('m2m', secrets.m2m) };
  const { access_token } = bodyOf(await provider.post('/connect/token', { grant_type: 'client_credentials' }, headers));
  expect(decodeJwt(String(access_token)).sub).toBe('m2m');
  expect((await userinfo(provider, access_token)).status).toBe(403);
});

describe('a replaced secret (security #68)', () => {
  it('works along with the new one until it expires, and ends at once when it is removed', async () => {
    const own = await createTestProvider(configuration);
    const next = 'm2m-secret-of-next-year-0123456789';
    const m2m = fixtureClient('m2m');
    const statuses = async () => {
      const ask = (secret: string) =>
        own.post('/connect/token', { grant_type: 'client_credentials' }, { authorization: basic('m2m', secret) });
      return [(await ask(secrets.m2m)).status, (await ask(next)).status];
    };
    const overlap = { value: secrets.m2m, expires_at: '2026-01-01T13:00:00Z' };
    await own.configure({ clients: [{ ...m2m, client_secrets: [overlap, { value: next }] }] });
    expect(await statuses()).toEqual([200, 200]);
    own.advance(3600);
    expect(await statuses()).toEqual([401, 200]);
    await own.configure({ clients: [{ ...m2m, client_secrets: [{ value: next }] }] });
    expect(await statuses()).toEqual([401, 200]);
    await own.close();
  });
});

describe('text with a special meaning elsewhere is plain text (security #149, #151)', () => {
  const hostile = [
    "' OR '1'='1",
    '\'; DROP TABLE "Grant"; --',
    '%',
    '_',
    '*',
    '{"not":""}',
    '[object Object]',
    '\r\nSet-Cookie: a=b',
    '=cmd()',
    'a\u2028b',
    '😀',
    'undefined',
    'null',
    '__proto__',
  ];

  it.each(hostile)('%j opens nothing at the token endpoint', async (value) => {
    const answers = [
      await redeem(provider, { code: value, verifier: 'x'.repeat(43) }),
      await refresh(provider, value),
      await provider.post('/connect/token', { grant_type: value }, { authorization: as('web') }),
      await provider.post('/connect/token', {
        grant_type: 'client_credentials',
        client_id: value,
        client_secret: value,
      }),
    ];
    const errors = answers.map((answer) => bodyOf(answer).error);
    expect(errors).toEqual(['invalid_grant', 'invalid_grant', 'unsupported_grant_type', 'invalid_client']);
    for (const { headers } of answers) expect(JSON.stringify(headers)).not.toContain('Set-Cookie');
  });

  it.each(['token[not]', 'token[]', 'token.not', 'token[$ne]'])('%s is not the token', async (name) => {
    const headers = { authorization: basic('orders', apiSecret) };
    const response = await provider.post('/connect/introspect', { [name]: '', x: 'y' }, headers);
    expect([response.status, bodyOf(response).error]).toEqual([400, 'invalid_request']);
  });

  it('an object in place of a text is refused before it is read', async () => {
    for (const path of ['token', 'introspect', 'revocation', 'par', 'deviceauthorization']) {
      for (const body of ['{"token":{"not":""}}', '['.repeat(30_000), '[]', '\ufeff{}', '1e400']) {
        const headers = { authorization: as('web'), 'content-type': 'application/json' };
        const response = await provider.send(`/connect/${path}`, { body, headers });
        expect([400, 415], path).toContain(response.status);
        expect(bodyOf(response).error).toBe('invalid_request');
      }
    }
  });
});

describe('further refusals of the token endpoint', () => {
  it('an endless grant_type (semantics §2.3)', async () => {
    const response = await provider.post(
      '/connect/token',
      { grant_type: 'x'.repeat(60_000) },
      { authorization: as('web') },
    );
    expect([response.status, bodyOf(response).error]).toEqual([400, 'unsupported_grant_type']);
  });

  it('a client without allowed scopes (semantics §2.3)', async () => {
    const fields = { grant_type: 'client_credentials' };
    const response = await provider.post('/connect/token', fields, { authorization: as('nothing') });
    expect(bodyOf(response).error).toBe('invalid_scope');
  });

  it('a refresh for a disabled person, or with no scope left (semantics §2.7)', async () => {
    const own = await createTestProvider(configuration);
    const first = bodyOf(await redeem(own, await issueCode(own, offline)));
    await own.configure({ clients: [{ ...web, scope: 'profile' }] });
    expect(bodyOf(await refresh(own, first.refresh_token)).error).toBe('invalid_grant');
    await own.configure({ clients: [web] });
    const second = await refresh(own, first.refresh_token);
    expect(second.status, 'the failure has no effect').toBe(200);
    const [alice] = fixtures.users;
    for (const user of [{ ...alice, enabled: false }, alice]) {
      await own.configure({ users: [user] });
      const answer = await refresh(own, bodyOf(second).refresh_token);
      expect(bodyOf(answer).error, 'whoever was shut out signs in anew').toBe('invalid_grant');
    }
    await own.close();
  });

  it('a code for scopes that are all taken away, and a refresh for a client that lost offline_access (semantics §2.7)', async () => {
    const own = await createTestProvider(configuration);
    const [first, waiting] = [await issueCode(own, offline), await issueCode(own, offline)];
    const tokens = bodyOf(await redeem(own, first));
    await own.configure({ clients: [{ ...web, scope: 'profile' }] });
    expect(bodyOf(await redeem(own, waiting))).toMatchObject({
      error: 'invalid_grant',
      error_description: expect.stringContaining('None of the granted scopes is allowed anymore'),
    });
    await own.configure({ clients: [{ ...web, scope: 'openid orders' }] });
    expect(bodyOf(await refresh(own, tokens.refresh_token)).error).toBe('invalid_grant');
    const late = bodyOf(await redeem(own, waiting));
    expect([late.scope, late.refresh_token]).toEqual(['openid orders', undefined]);
    await own.configure({ clients: [web] });
    expect((await refresh(own, tokens.refresh_token)).status, 'the failure has no effect').toBe(200);
    await own.close();
  });

  it('a clock that was set back by an hour gives no second use (security #144)', async () => {
    const other = await openDatabase(provider.databaseUrl);
    const issued = await issueCode(provider, offline);
    const tokens = bodyOf(await redeem(provider, issued));
    const back = new Date(provider.context().now.getTime() - 3_600_000);
    const askBack = (body: string) =>
      handleToken(
        {
          method: 'POST',
          path: '/connect/token',
          query: '',
          headers: { authorization: as('web'), 'content-type': 'application/x-www-form-urlencoded' },
          body,
          clientAddress: '192.0.2.1',
        },
        { ...provider.context(), db: other.db, now: back },
      );
    const next = bodyOf(await refresh(provider, tokens.refresh_token));
    const reused = await askBack(`grant_type=refresh_token&refresh_token=${tokens.refresh_token}`);
    expect(bodyOf(reused).error).toBe('invalid_grant');
    // To that clock the token is of the future, so it is evidence of nothing: where the clock is right, it is theft.
    const successor = bodyOf(await refresh(provider, next.refresh_token));
    expect(successor.error).toBe(undefined);
    expect(bodyOf(await refresh(provider, tokens.refresh_token)).error).toBe('invalid_grant');
    expect(bodyOf(await refresh(provider, successor.refresh_token)).error).toBe('invalid_grant');
    await other.close();
  });
});
