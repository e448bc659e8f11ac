import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ExplanationRow, saveExplanations } from '#lib/explain/explanation-store';
import { createTestAdmin, type TestAdmin } from '#lib/testing/admin';
import { countStatements } from '#lib/testing/count-statements';
import { compareValues } from './compare-values';
import { readRequest, readRequestQuery, readRequests, requestPageSize } from './read-requests';
import { settingLink } from './setting-link';

const registered = 'https://rp.test/cb';
let area: TestAdmin;

beforeAll(async () => {
  area = await createTestAdmin({
    clients: [
      { client_id: 'web', client_name: 'Web shop', client_secrets: [{ value: 'x' }], redirect_uris: [registered] },
    ],
  });
  const { db, now } = await area.admin();
  const rows = Array.from({ length: requestPageSize + 5 }, (_, index) => row(index, now));
  await saveExplanations(db, rows);
  await area.provider.send(
    '/connect/authorize?client_id=web&redirect_uri=https%3A%2F%2Frp.test%2Fcb%2F&response_type=code&state=canary-state',
  );
  await area.provider.flushExplanations();
});
afterAll(() => area.close());

/** Two each in the same moment, so that a page ends between equal times. */
function row(index: number, now: Date): ExplanationRow {
  const at = new Date(now.getTime() - 60_000 * (10 + Math.floor(index / 2)));
  return {
    reference: `AAAAAAAA${String(index).padStart(2, '0')}`,
    groupKey: String(index),
    endpoint: '/connect/token',
    rule: 'code_unknown',
    error: 'invalid_grant',
    description: 'The code is not valid',
    clientId: 'other',
    network: '192.0.2.0/24',
    facts: '{}',
    occurrences: 1,
    createdAt: at,
    lastSeenAt: at,
    expiresAt: new Date(now.getTime() + 1e9),
  };
}

const list = async (query: Record<string, string>) => readRequests(await area.admin(), readRequestQuery(query));

describe('the refused requests', () => {
  it('are listed page by page, each one once, the newest first', async () => {
    const first = await list({});
    const second = await list({ before: first.older ?? '' });
    expect([first.requests.length, second.requests.length, second.older]).toEqual([requestPageSize, 6, null]);
    const references = [...first.requests, ...second.requests].map(({ reference }) => reference);
    expect(new Set(references).size).toBe(requestPageSize + 6);
    expect(first.requests[0]).toMatchObject({ clientId: 'web', endpoint: '/connect/authorize' });
  });

  it('are found by client, endpoint, time and reference', async () => {
    expect((await list({ client: 'web' })).requests).toHaveLength(1);
    expect((await list({ endpoint: '/connect/authorize', range: '1h' })).requests).toHaveLength(1);
    expect((await list({ client: 'web', endpoint: '/connect/token' })).requests).toEqual([]);
    expect((await list({ client: 'other', range: '1h' })).requests.length).toBeLessThan(requestPageSize + 1);
    // Small letters, a dash, and O for zero; whatever else is asked for.
    expect((await list({ reference: 'aaaa-aaaaO3', client: 'web' })).requests).toMatchObject([
      { reference: 'AAAAAAAA03' },
    ]);
    expect((await list({ reference: "' OR 1=1" })).requests).toEqual([]);
    expect((await list({ before: 'x', range: 'x' })).requests).toHaveLength(requestPageSize);
  });

  it('take one statement a page', async () => {
    const admin = await area.admin();
    const counted = countStatements(admin.db);
    await readRequests({ ...admin, db: counted.db }, readRequestQuery({ client: 'other', before: '1.AAAAAAAAAA' }));
    expect(counted.count()).toBe(1);
  });

  it('are explained: received beside registered, the fix and where to set it (ux §1.8)', async () => {
    const [found] = (await list({ client: 'web' })).requests;
    const detail = await readRequest(await area.admin(), found?.reference ?? '');
    expect(detail).toMatchObject({
      clientName: 'Web shop',
      network: '192.0.2.0/24',
      fix: expect.stringContaining('Register the received address'),
      setting: { name: 'redirect_uris', href: '/admin/clients/web/urls' },
      comparison: {
        received: 'https://rp.test/cb/',
        receivedPieces: [
          { text: registered, differs: false },
          { text: '/', differs: true },
        ],
        registered: [
          { value: registered, pieces: [{ text: registered, differs: false }], difference: 'trailing slash' },
        ],
      },
    });
    expect(JSON.stringify(detail)).not.toContain('canary');
  });

  it.each(['AAAAAAAAZZ', 'x', '', 'x'.repeat(5000)])('say so when there is no explanation %s', async (reference) => {
    await expect(readRequest(await area.admin(), reference)).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('compareValues', () => {
  it('is nothing when nothing was kept', () => {
    expect(compareValues('code_unknown', {})).toBeNull();
  });

  it('marks no difference between words of a set', () => {
    const compared = compareValues('scope_not_allowed', { received: 'orders', registered: ['openid', 'profile'] });
    expect(compared).toMatchObject({ isAddress: false, receivedPieces: [{ text: 'orders', differs: false }] });
    expect(compared?.registered.map(({ difference }) => difference)).toEqual([null, null]);
  });
});

describe('settingLink', () => {
  const scopes = new Map();
  it.each([
    ['redirect_uris', 'a/b', '/admin/clients/~YS9i/urls'],
    ['require_pkce', 'new', '/admin/clients/~bmV3/sign-in'],
    ['enabled', 'web', '/admin/clients/web'],
    ['scope', null, null],
    ['client_id', null, '/admin/clients'],
    ['secrets', null, '/admin/scopes'],
    ['toString', 'web', '/admin/clients/web'],
  ])('%s of %s: %s', (setting, clientId, href) => {
    expect(settingLink(setting, { clientId, scope: null }, { scopes })?.href).toBe(href);
  });

  it('is nothing for a rule without a setting', () => {
    expect(settingLink(undefined, { clientId: 'web', scope: null }, { scopes })).toBeNull();
  });
});
