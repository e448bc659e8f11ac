import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sha256 } from '#lib/crypto/hash';
import { readProofs, writeProofs } from '#lib/factors/proof';
import { spendJwt } from '#lib/foreign-jwt/used-jwt-store';
import { createEmptyDatabase, type TestDatabase } from '#lib/testing/database';
import { addHours } from '#lib/usage/usage-store';
import { passwordKind } from '#lib/users/password-kind';
import { migrate } from './migrate';
import { listMigrations } from './migrations';
import { transaction } from './transaction';

const now = new Date('2030-01-01T00:00:00.000Z');
const time = "'2030-01-01T00:00:00.000Z'";

let database: TestDatabase;
let folder: string;

beforeEach(async () => {
  database = await createEmptyDatabase();
  folder = mkdtempSync(join(tmpdir(), 'signet-migrations-'));
});

afterEach(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

function rows(sql: string): Promise<Record<string, unknown>[]> {
  return database.session((session) => session.rows(sql));
}

/** The database in its state before a migration of this repository. */
async function migrateBefore(ending: string): Promise<void> {
  const first = readdirSync(join('prisma/migrations', database.dialect)).find((name) => name.endsWith(ending));
  expect(first, ending).toBeDefined();
  cpSync('prisma/migrations', folder, { recursive: true });
  for (const { name } of listMigrations(join(folder, database.dialect))) {
    if (name >= String(first)) rmSync(join(folder, database.dialect, name), { recursive: true });
  }
  await migrate(database, folder, now);
}

const finish = () => migrate(database, 'prisma/migrations', now);

type Account = {
  readonly tenants?: string;
  readonly claims?: object;
  readonly email?: string;
  readonly admin?: string;
  readonly passwordHash?: string;
};

const quoted = (text: string | undefined) => (text === undefined ? 'NULL' : `'${text}'`);

async function insertUser(
  sub: string,
  { tenants = '[]', claims = {}, email, admin, passwordHash }: Account,
): Promise<void> {
  const facts = [tenants, JSON.stringify(claims), email, admin, passwordHash].map(quoted).join(', ');
  await rows(`INSERT INTO "User" ("sub", "username", "canonicalUsername", "enabled", "createdAt", "updatedAt",
      "tenants", "claims", "canonicalEmail", "admin", "passwordHash")
    VALUES ('${sub}', '${sub}', '${sub}', true, ${time}, ${time}, ${facts})`);
}

/** Inserts a client with values for the required columns. */
async function insertClient(clientId: string): Promise<void> {
  const texts = ['tokenEndpointAuthMethod', 'grantTypes', 'responseTypes', 'scope', 'accessTokenFormat', 'userCode'];
  const more = ['idTokenSignedResponseAlg', 'accessTokenSigningAlg', 'identityProviders', 'claims'];
  const numbers = ['accessToken', 'idToken', 'authorizationCode', 'deviceCode'].map((name) => `${name}LifetimeSeconds`);
  const flags = ['enabled', 'allowPlainPkce', 'requireConsent', 'allowRememberConsent', 'localLogin'];
  const required = ['frontchannelLogoutSession', 'backchannelLogoutSession', 'PushedAuthorizationRequests'];
  const values = [
    ['clientId', quoted(clientId)],
    ...[...texts, ...more].map((name) => [name, "'{}'"]),
    ...numbers.map((name) => [name, '60']),
    ...flags.map((name) => [name, 'true']),
    ...required.map((name) => [name.startsWith('P') ? `require${name}` : `${name}Required`, 'true']),
    ...['createdAt', 'updatedAt'].map((name) => [name, time]),
  ];
  const names = values.map(([name]) => `"${name}"`).join(', ');
  await rows(`INSERT INTO "Client" (${names}) VALUES (${values.map(([, value]) => value).join(', ')})`);
}

async function insertCreation(sub: string, actor: { kind: string; id: string }, details: object): Promise<void> {
  await rows(`INSERT INTO "AuditEvent" ("id", "at", "type", "outcome", "actorKind", "actorId", "targetKind", "targetId", "details")
    VALUES ('event of ${sub}', ${time}, 'user.created', 'success', '${actor.kind}', '${actor.id}', 'user', '${sub}',
      '${JSON.stringify(details)}')`);
}

describe('the migration tenants_of_accounts', () => {
  it('lets accounts without tenants sign in under all', async () => {
    await migrateBefore('tenants_of_accounts');
    await insertUser('ann', { tenants: '[]' });
    await insertUser('ben', { tenants: '["acme"]' });
    await finish();
    const found = await rows('SELECT "tenants" FROM "User" ORDER BY "sub"');
    expect(found.map(({ tenants }) => tenants)).toEqual(['"all"', '["acme"]']);
  });
});

describe('the migration user_origin (security #116)', () => {
  const verified = { email: 'a@corp.example', email_verified: true };
  const email = 'a@corp.example';

  it('names the users whose claims are not JSON when it fails', async () => {
    await migrateBefore('user_origin');
    await insertUser('ann', { claims: verified, email });
    await insertUser('ben', { email });
    await rows(`UPDATE "User" SET "claims" = '{broken' WHERE "sub" = 'ben'`);
    await expect(finish()).rejects.toThrow(/_user_origin failed, probably because .* no JSON: ben$/);
    await rows(`UPDATE "User" SET "claims" = '{}' WHERE "sub" = 'ben'`);
    expect(await finish()).not.toEqual([]);
  });

  it('reads the creator of an account from the audit log, and whether its address is verified', async () => {
    await migrateBefore('user_origin');
    const root = { kind: 'user', id: 'root' };
    await insertUser('applied', { claims: verified, email });
    await insertUser('made', { claims: { ...verified, email_verified: false }, email });
    await insertCreation('made', root, { provider: 'not by one' });
    await insertUser('signed-up', { claims: { ...verified, email_verified: 'true' }, email });
    await insertCreation('signed-up', { kind: 'user', id: 'signed-up' }, {});
    await insertUser('upstream', { claims: verified, email });
    await insertCreation('upstream', { kind: 'user', id: 'upstream' }, { provider: 'corp' });
    await insertUser('terminal', { claims: { ...verified, email: 7 } });
    await insertCreation('terminal', { kind: 'command_line', id: 'terminal' }, {});
    await finish();
    const found = await rows('SELECT "sub", "origin", "emailVerified" FROM "User" ORDER BY "sub"');
    expect(found.map(({ sub, origin, emailVerified }) => [sub, origin, Boolean(emailVerified)])).toEqual([
      ['applied', 'administrator', true],
      ['made', 'administrator', false],
      ['signed-up', 'sign_up', false],
      ['terminal', 'administrator', false],
      ['upstream', 'provider', true],
    ]);
  });
});

describe('the migration unproved_names', () => {
  it('finds the accounts whose username is an address that they have not proved (security #116)', async () => {
    await migrateBefore('unproved_names');
    await insertUser('ann', { email: 'ann@corp.example' });
    await insertUser('ben@corp.example', { email: 'ben@corp.example' });
    await insertUser('cid@corp.example', { email: 'cid@corp.example' });
    await insertUser('dan@corp.example', { email: 'dan@home.example' });
    await insertUser('eve@corp.example', {});
    await rows(`UPDATE "User" SET "emailVerified" = true WHERE "sub" <> 'ben@corp.example'`);
    await finish();
    const found = await rows('SELECT "sub" FROM "User" WHERE "hasUnprovedName" = true ORDER BY "sub"');
    expect(found.map(({ sub }) => String(sub).split('@')[0])).toEqual(['ben', 'dan', 'eve']);
  });
});

describe('the migration known_browsers', () => {
  const salt = 'A'.repeat(22);
  const digest = `${'B'.repeat(42)}A`;

  it('keeps existing roles in effect with existing passwords (security #161)', async () => {
    await migrateBefore('known_browsers');
    for (const admin of ['owner', 'editor', 'auditor']) await insertUser(admin, { admin });
    await insertUser('person', {});
    await finish();
    const found = await rows('SELECT "admin", "passwordCarries" FROM "User" ORDER BY "sub"');
    expect(found.map(({ admin, passwordCarries }) => [admin, passwordCarries])).toEqual([
      ['auditor', 'auditor'],
      ['editor', 'editor'],
      ['owner', 'owner'],
      [null, null],
    ]);
  });

  it.each([
    ['one of ours', `$argon2id$v=19$m=19456,t=2,p=1$${salt}$${digest}`],
    ['another cost', `$argon2id$v=19$m=65536,t=3,p=4$${salt}$${digest}`],
    ['many lanes', `$argon2id$v=19$m=65536,t=3,p=12$${salt}$${digest}`],
    ['argon2i', `$argon2i$v=19$m=4096,t=3,p=1$${salt}$${digest}`],
    ['no version', `$argon2d$m=4096,t=3,p=1$${salt}$${digest}`],
    ['something else', '$2b$10$abcdefghijklmnopqrstuv'],
    ['nothing', undefined],
  ])('names the kind of a hash as later writes do: %s (security #86)', async (_, passwordHash) => {
    await migrateBefore('known_browsers');
    await insertUser('ann', passwordHash === undefined ? {} : { passwordHash });
    await finish();
    expect(await rows('SELECT "passwordKind" FROM "User"')).toEqual([
      { passwordKind: passwordKind(passwordHash ?? null) },
    ]);
  });
});

describe('the migration consents_without_offline_access', () => {
  it('removes the scope from consents that were remembered while the page said that it has no effect (decision 054)', async () => {
    await migrateBefore('consents_without_offline_access');
    await insertUser('ann', {});
    const scopes = [
      'openid',
      'openid offline_access',
      'offline_access openid',
      'a offline_access b',
      'offline_access_2',
    ];
    for (const [index, scope] of [...scopes, 'offline_access'].entries()) {
      await insertClient(`client-${index}`);
      await rows(`INSERT INTO "Consent" ("sub", "clientId", "scope", "createdAt")
        VALUES ('ann', 'client-${index}', '${scope}', ${time})`);
    }
    await finish();
    const found = await rows('SELECT "scope" FROM "Consent" ORDER BY "clientId"');
    expect(found.map(({ scope }) => scope)).toEqual(['openid', 'openid', 'openid', 'a b', 'offline_access_2']);
  });
});

describe('sessions with proofs (decision 059)', () => {
  it.each([
    ['a password', 'local', 'pwd', [{ factor: 'password' }]],
    ['a provider', 'corp', 'external', [{ factor: 'provider', provider: 'corp', amr: [], level: 1 }]],
    [
      'a provider that says how',
      'corp',
      'external pwd mfa',
      [{ factor: 'provider', provider: 'corp', amr: ['pwd', 'mfa'], level: 1 }],
    ],
  ])('keep proofs from before the update: %s', async (_, idp, amr, expected) => {
    await migrateBefore('_proofs_of_sessions');
    await insertUser('ada', {});
    await rows(
      `INSERT INTO "Browser" ("id", "handleHash", "createdAt", "expiresAt") VALUES ('b', 'b', ${time}, ${time})`,
    );
    await rows(`INSERT INTO "Session" ("sid", "browserId", "sub", "authTime", "amr", "idp", "remember", "createdAt",
        "lastSeenAt", "expiresAt")
      VALUES ('s', 'b', 'ada', ${time}, '${amr}', '${idp}', true, ${time}, ${time}, ${time})`);
    await finish();
    const [session] = await rows('SELECT "proofs" FROM "Session"');
    const proofs = readProofs(String(session?.proofs));
    expect(proofs).toEqual(expected.map((proof) => ({ ...proof, at: now })));
    // A step-up compares with this text.
    expect(writeProofs(proofs)).toBe(session?.proofs);
  });
});

describe('the migration usage_counters', () => {
  const moment = (text: string) => `'${text}${database.dialect === 'sqlite' ? '+00:00' : 'Z'}'`;
  const [day, hour] = ['2029-12-31T00:00:00.000', '2029-12-31T11:00:00.000'];

  async function insertRefused(reference: string, at: string): Promise<void> {
    const texts = ['endpoint', 'rule', 'error', 'description', 'network', 'facts'];
    const times = ['createdAt', 'lastSeenAt', 'expiresAt'];
    const names = ['reference', 'groupKey', ...texts, ...times, 'occurrences'].map((name) => `"${name}"`);
    const values = [reference, reference, ...texts].map(quoted).concat(
      times.map(() => moment(at)),
      '3',
    );
    await rows(`INSERT INTO "Explanation" (${names.join(', ')}) VALUES (${values.join(', ')})`);
  }

  beforeEach(async () => {
    await migrateBefore('usage_counters');
    await insertUser('ann', {});
    await rows(`INSERT INTO "IssuedTokens" ("hour", "people", "clients") VALUES (${moment(hour)}, 5, 2)`);
    for (const sub of ['ann', 'gone']) {
      await rows(`INSERT INTO "ActivePerson" ("day", "sub") VALUES (${moment(day)}, '${sub}')`);
    }
    await insertRefused('A', '2029-12-31T11:00:00.001');
    await insertRefused('B', '2029-12-31T11:59:59.999');
    await finish();
  });

  it('copies existing counts', async () => {
    const hours = await database.db.usageHour.findMany({ orderBy: { metric: 'asc' } });
    expect(hours.map(({ metric, hour: at, count }) => [metric, at.toISOString(), count])).toEqual([
      ['refused', `${hour}Z`, 2],
      ['token.client', `${hour}Z`, 2],
      ['token.user', `${hour}Z`, 5],
      ['user.active_day', `${day}Z`, 2],
    ]);
    const active = { sub: 'ann', day: new Date(`${day}Z`), hour: new Date(`${day}Z`) };
    expect(await database.db.activeUser.findMany()).toEqual([active]);
  });

  it('is added to by later counts', async () => {
    const { db } = database;
    const at = new Date(`${hour}Z`);
    await transaction(db, (tx) => addHours(tx, [{ hour: at, metric: 'token.user', count: 4 }]));
    const found = await db.usageHour.findMany({ where: { metric: 'token.user' } });
    expect(found).toEqual([{ hour: at, metric: 'token.user', count: 9 }]);
  });
});

describe('the migration used_jwts', () => {
  it('keeps used client assertions used (security #67)', async () => {
    await migrateBefore('used_jwts');
    await insertClient('web');
    const jti = 'once';
    await rows(
      `INSERT INTO "ClientAssertion" ("clientId", "jti", "expiresAt") VALUES ('web', '${sha256(jti)}', ${time})`,
    );
    await finish();
    const use = { purpose: 'client_assertion', owner: 'web', expiresAt: now } as const;
    expect(await spendJwt(database.db, { ...use, jti })).toBe(false);
    expect(await spendJwt(database.db, { ...use, jti: 'another' })).toBe(true);
  });
});
