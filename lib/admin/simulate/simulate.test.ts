import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '#lib/db/database';
import { createTestAdmin, type TestAdmin } from '#lib/testing/admin';
import { fixtures } from '#lib/testing/fixtures';
import { simulate } from './simulate';

let area: TestAdmin;
beforeAll(async () => {
  area = await createTestAdmin(fixtures);
});
afterAll(() => area.close());

const base = {
  client_id: 'web',
  response_type: 'code',
  redirect_uri: 'https://rp.test/cb',
  scope: 'openid profile orders',
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  code_challenge_method: 'S256',
};

const address = (changes: Record<string, string> = {}) =>
  `https://op.test/connect/authorize?${new URLSearchParams({ ...base, ...changes })}`;

const run = async (changes: Record<string, string> = {}, user: string | null = 'alice') =>
  simulate(address(changes), user, await area.admin());

/** The number of rows in every table. */
async function countRows(db: Database): Promise<Record<string, number>> {
  const names = Object.keys(db).filter((name) => !/^[$_]/.test(name));
  const counts: Record<string, number> = {};
  for (const name of names) {
    const model: unknown = Reflect.get(db, name);
    if (typeof model !== 'object' || model === null || !('count' in model) || typeof model.count !== 'function')
      continue;
    counts[name] = await model.count();
  }
  return counts;
}

/** A database on which every write fails. */
function readOnly(db: Database): Database {
  const guard = <T extends object>(target: T): T =>
    new Proxy(target, {
      get(object, name) {
        if (/^(create|update|delete|upsert|\$execute|\$transaction)/.test(String(name)))
          throw new Error(`wrote: ${String(name)}`);
        const value: unknown = Reflect.get(object, name);
        return typeof value === 'object' && value !== null ? guard(value) : value;
      },
    });
  return guard(db);
}

describe('the simulator', () => {
  it('shows sign-in, consent, scopes and the claims of the tokens', async () => {
    expect(await run()).toMatchObject({
      outcome: 'accepted',
      client: { id: 'web', name: 'Web shop' },
      signIn: { go: 'login' },
      person: { username: 'alice', enabled: true, mayEnter: true },
      next: { step: 'consent' },
      scope: ['openid', 'profile', 'orders'],
      dropped: [],
      tokens: {
        idToken: { aud: 'web', iss: 'https://op.test' },
        accessToken: { aud: 'orders', scope: 'openid profile orders', role: ['buyer'] },
        userinfo: { name: 'Alice Smith' },
        hasRefreshToken: false,
      },
    });
  });

  it('skips the consent page if no consent is needed', async () => {
    expect(await run({ client_id: 'silent' })).toMatchObject({ next: { step: 'complete' } });
  });

  it('shows the answer to prompt=none (OpenID Connect Core §3.1.2.6)', async () => {
    expect(await run({ prompt: 'none' })).toMatchObject({
      silent: { signedOut: 'login_required', signedIn: 'consent_required' },
    });
  });

  it('shows a refresh token', async () => {
    expect(await run({ scope: 'openid offline_access' })).toMatchObject({ tokens: { hasRefreshToken: true } });
  });

  it.each([
    [null, null],
    ['nobody', 'unknown'],
    ['off', { username: 'off', enabled: false }],
  ])('issues nothing for %s', async (user, person) => {
    const simulation = await run({}, user);
    expect(simulation).toMatchObject({ outcome: 'accepted', next: null, tokens: null });
    if (person === null) expect(simulation).toMatchObject({ person: null });
    else expect(simulation).toMatchObject({ person });
  });

  it.each([
    [{ client_id: 'nobody' }, 'client_unknown', null],
    [{ redirect_uri: 'https://rp.test/cb/' }, 'redirect_uri_not_registered', null],
    [{ scope: 'openid invoices' }, 'scope_not_allowed', 'https://rp.test/cb'],
    [{ response_type: 'token' }, 'response_type_not_allowed', 'https://rp.test/cb'],
  ])('explains a refusal: %o is %s', async (changes, rule, goesTo) => {
    const simulation = await run(changes);
    expect(simulation).toMatchObject({ outcome: 'refused', rule, goesTo });
    expect(simulation).toHaveProperty('fix', expect.any(String));
  });

  it('shows the first difference of a redirect URI', async () => {
    expect(await run({ redirect_uri: 'https://rp.test/cb/' })).toMatchObject({
      setting: { href: '/admin/clients/web/settings' },
      comparison: { registered: [{ difference: 'trailing slash' }] },
    });
  });

  it.each(['', '?', '%ff', 'x'.repeat(20_000)])('refuses text that is not a request', async (text) => {
    expect(await simulate(text, null, await area.admin())).toMatchObject({ outcome: 'refused' });
  });

  it('writes nothing', async () => {
    const admin = await area.admin();
    const before = await countRows(admin.db);
    expect(Object.keys(before).length).toBeGreaterThan(20);
    const context = { ...admin, db: readOnly(admin.db) };
    for (const changes of [
      {},
      { client_id: 'silent' },
      { prompt: 'none' },
      { scope: 'openid offline_access' },
      { client_id: 'x' },
    ]) {
      await simulate(address(changes), 'alice', context);
    }
    expect(await countRows(admin.db)).toEqual(before);
  });

  it('returns no token and no secret', async () => {
    const text = JSON.stringify(await run());
    expect(text).not.toMatch(/eyJ|sha256:|secret/);
  });
});

it('signs people without a password in with their passkey', async () => {
  const own = await createTestAdmin({ ...fixtures, users: [{ username: 'keyless' }] });
  const admin = await own.admin();
  const { sub } = await admin.db.user.findFirstOrThrow({ where: { username: 'keyless' } });
  const amr = async () => {
    const found = await simulate(address(), 'keyless', admin);
    return found.outcome === 'accepted' ? found.tokens?.idToken?.amr : found.outcome;
  };
  expect(await amr()).toEqual(['pwd']);
  const key = { publicKey: 'x', counter: 0, transports: '', aaguid: '', deviceBound: false, backedUp: true };
  await admin.db.passkey.create({ data: { id: 'key', sub, name: 'Phone', createdAt: admin.now, ...key } });
  const withKey = await amr();
  expect(withKey).not.toContain('pwd');
  expect(withKey).not.toHaveLength(0);
  await own.close();
});
