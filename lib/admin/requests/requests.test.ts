import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ExplanationRow, saveExplanations } from '#lib/explain/explanation-store';
import { createTestAdmin, type TestAdmin } from '#lib/testing/admin';
import { countStatements } from '#lib/testing/count-statements';
import { readPlace } from '../list/list-query';
import { compareValues } from './compare-values';
import { isOnlyCounted, readRequest, readRequestPage, readRequestQuery } from './read';
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
  const rows = Array.from({ length: 55 }, (_, index) => row(index, now));
  await saveExplanations(db, rows);
  await area.provider.send(
    '/connect/authorize?client_id=web&redirect_uri=https%3A%2F%2Frp.test%2Fcb%2F&response_type=code&state=canary-state',
  );
  await area.provider.flushExplanations();
});
afterAll(() => area.close());

/** Pairs have the same time, so that a page ends between equal times. */
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

const list = async (query: Record<string, string>) =>
  readRequestPage(await area.admin(), readRequestQuery(query), readPlace(query));

describe('the refused requests', () => {
  it('are listed page by page, each one once, newest first', async () => {
    const first = await list({ size: '50' });
    const second = await list({ size: '50', after: first.next ?? '' });
    expect([first.lines.length, second.lines.length, second.next]).toEqual([50, 6, null]);
    expect(second).toMatchObject({ first: 51, total: 56 });
    expect(await list({ size: '50', before: second.previous ?? '' })).toEqual(first);
    const references = [...first.lines, ...second.lines].map(({ reference }) => reference);
    expect(new Set(references).size).toBe(56);
    expect(first.lines[0]).toMatchObject({ clientId: 'web', endpoint: '/connect/authorize' });
  });

  it.each([
    [8, true],
    [6, false],
  ])('are only counted, not listed, from %i days ago: %s', async (days, isOnly) => {
    const { now } = await area.admin();
    const from = new Date(now.getTime() - days * 86_400_000).toISOString();
    expect(isOnlyCounted({ now }, readRequestQuery({ from }))).toBe(isOnly);
  });

  it('can be found by client, endpoint, time and reference', async () => {
    expect((await list({ client: 'web' })).lines).toHaveLength(1);
    expect((await list({ endpoint: '/connect/authorize', range: '1h' })).lines).toHaveLength(1);
    expect((await list({ client: 'web', endpoint: '/connect/token' })).lines).toEqual([]);
    // Lower case, a dash, and O for zero; the other filters do not matter.
    expect((await list({ reference: 'aaaa-aaaaO3', client: 'web' })).lines).toMatchObject([
      { reference: 'AAAAAAAA03' },
    ]);
    expect((await list({ reference: "' OR 1=1" })).lines).toEqual([]);
    expect((await list({ before: 'x', after: '', range: 'x' })).lines).toHaveLength(25);
  });

  it('take two statements a page', async () => {
    const admin = await area.admin();
    const counted = countStatements(admin.db);
    const asked = readRequestQuery({ client: 'other' });
    await readRequestPage({ ...admin, db: counted.db }, asked, readPlace({ after: '25~1.AAAAAAAAAA' }));
    expect(counted.count()).toBeLessThanOrEqual(3);
  });

  it('are explained with received and registered value, the fix and its setting (ux §1.8)', async () => {
    const [found] = (await list({ client: 'web' })).lines;
    const detail = await readRequest(await area.admin(), found?.reference ?? '');
    expect(detail).toMatchObject({
      clientName: 'Web shop',
      network: '192.0.2.0/24',
      fix: expect.stringContaining('Register the address that was sent'),
      setting: { name: 'redirect_uris', href: '/admin/clients/web/settings' },
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

  it.each(['AAAAAAAAZZ', 'x', '', 'x'.repeat(5000)])('are not found for an unknown reference %s', async (reference) => {
    await expect(readRequest(await area.admin(), reference)).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('the failed sign-ins at a provider', () => {
  const names = ['corp_a', 'corp-a', 'Corp_a'];
  const failed = (name: string, index: number, now: Date): ExplanationRow => ({
    ...row(index, now),
    reference: `PROVIDER0${index}`,
    groupKey: name,
    rule: 'provider_unavailable',
    facts: JSON.stringify({ name, reason: 'name' }),
  });

  beforeAll(async () => {
    const { db, now } = await area.admin();
    await saveExplanations(
      db,
      names.map((name, index) => failed(name, index, now)),
    );
  });

  it.each([...names, 'corp', 'corp%', 'name'])('are listed and counted by its exact name: %s', async (provider) => {
    const references = names.includes(provider) ? [`PROVIDER0${names.indexOf(provider)}`] : [];
    const { lines, total } = await list({ provider });
    expect(lines.map(({ reference }) => reference)).toEqual(references);
    expect(total).toBe(references.length);
  });
});

describe('compareValues', () => {
  it('returns nothing if no value was kept', () => {
    expect(compareValues('code_unknown', {})).toBeNull();
  });

  it('ignores the order of words in a set', () => {
    const compared = compareValues('scope_not_allowed', { received: 'orders', registered: ['openid', 'profile'] });
    expect(compared).toMatchObject({ isAddress: false, receivedPieces: [{ text: 'orders', differs: false }] });
    expect(compared?.registered.map(({ difference }) => difference)).toEqual([null, null]);
  });
});

describe('settingLink', () => {
  const scopes = new Map();
  it.each([
    ['redirect_uris', 'a/b', '/admin/clients/~YS9i/settings'],
    ['require_pkce', 'new', '/admin/clients/~bmV3/access'],
    ['enabled', 'web', '/admin/clients/web/settings'],
    ['scope', null, null],
    ['client_id', null, '/admin/clients'],
    ['secrets', null, '/admin/scopes'],
    ['toString', 'web', '/admin/clients/web/settings'],
  ])('%s of %s: %s', (setting, clientId, href) => {
    expect(settingLink(setting, { clientId, scope: null }, { scopes })?.href).toBe(href);
  });

  it('returns nothing for a rule without a setting', () => {
    expect(settingLink(undefined, { clientId: 'web', scope: null }, { scopes })).toBeNull();
  });
});
