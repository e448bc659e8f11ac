import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { NewAuditEvent } from '#lib/audit/event';
import { firstEventId } from '#lib/audit/event-id';
import { listEvents, recordEvents } from '#lib/audit/event-store';
import { saveExplanations } from '#lib/explain/explanation-store';
import { createTestAdmin, type TestAdmin } from '#lib/testing/admin';
import { countStatements } from '#lib/testing/count-statements';
import { saveEntries } from '../configuration/save-entries';
import { differences } from '../differences';
import { csvHead, csvLine } from '../list/csv';
import { readPlace } from '../list/list-query';
import { findReference } from '../requests/read';
import { auditCsv, exportAudit } from './export-audit';
import { auditGroups, readAuditEvent, readAuditPage, readAuditQuery, toEntry } from './read';
import { texts } from './texts';

const canary = 'canary-secret-that-nobody-may-see';
const hour = 3_600_000;
const alice = { kind: 'user', id: 'sub-alice', name: 'alice' } as const;
let area: TestAdmin;

beforeAll(async () => {
  const shop = { client_id: 'shop', client_secrets: [{ value: canary }], redirect_uris: ['https://rp.test/cb'] };
  area = await createTestAdmin({ clients: [shop] });
  const { db, now } = await area.admin();
  const shopper = { client: { id: 'shop', name: 'Lantern Books' }, address: '198.51.100.7', requestId: 'request-1' };
  const write = (hours: number, event: Partial<NewAuditEvent> & Pick<NewAuditEvent, 'type'>) =>
    recordEvents(db, [{ outcome: 'success', actor: alice, ...event }], new Date(now.getTime() - hours * hour));
  await write(0.5, { type: 'sign_in.succeeded', ...shopper });
  await write(2, { type: 'sign_in.failed', outcome: 'failure', address: '2001:db8::1' });
  await write(30, { type: 'user.updated', target: { kind: 'user', id: 'sub-bob', name: 'bob' } });
  await write(24 * 8, { type: 'consent.granted', ...shopper });
  await write(24 * 40, { type: 'password.changed' });
});
afterAll(() => area.close());

const list = async (query: Record<string, string>) => {
  const { lines } = await readAuditPage(await area.admin(), readAuditQuery(query), readPlace({}));
  return lines.filter(({ actorKind }) => actorKind === 'user').map(({ type }) => type);
};

describe('the audit log of the administration (ux §1.21)', () => {
  it.each<[string, Record<string, string>, string[]]>([
    ['the last day', {}, ['sign_in.succeeded', 'sign_in.failed']],
    ['the last hour', { range: '1h' }, ['sign_in.succeeded']],
    ['seven days', { range: '7d' }, ['sign_in.succeeded', 'sign_in.failed', 'user.updated']],
    ['30 days', { range: '30d', group: 'consent' }, ['consent.granted']],
    ['all', { range: 'all', group: 'password' }, ['password.changed']],
    ['a group', { range: 'all', group: 'sign_in' }, ['sign_in.succeeded', 'sign_in.failed']],
    ['a result', { range: 'all', outcome: 'failure' }, ['sign_in.failed']],
    ['a client', { range: 'all', client: 'shop' }, ['sign_in.succeeded', 'consent.granted']],
    ['an address', { range: 'all', address: '2001:db8::1' }, ['sign_in.failed']],
    ['a request', { range: 'all', request: 'request-1' }, ['sign_in.succeeded', 'consent.granted']],
    ['what happened to a user', { range: 'all', target: 'sub-bob' }, ['user.updated']],
    ['what a user did with a result', { range: '7d', actor: 'sub-alice', outcome: 'failure' }, ['sign_in.failed']],
    ['an invalid range as the last day', { range: "1h' OR 1=1" }, ['sign_in.succeeded', 'sign_in.failed']],
    ['nothing for an invalid object', { range: 'all', target: "' OR 1=1 --" }, []],
  ])('shows %s', async (_, query, types) => {
    expect(await list(query)).toEqual(types);
  });

  it.each<[string, Record<string, string>]>([
    ['of a group', { group: 'key' }],
    ['of two groups of a client', { group: 'key', outcome: 'success' }],
    ['of a user', { actor: 'sub-paging', range: 'all' }],
  ])('shows each event %s once, page by page in both directions, with three statements a page', async (_, query) => {
    const admin = await area.admin();
    const before = await readAuditPage(admin, readAuditQuery(query), readPlace({}));
    const events = Array.from({ length: 60 }, () => ({
      type: 'key.rotated' as const,
      outcome: 'success' as const,
      actor: { kind: 'user', id: 'sub-paging', name: 'pia' } as const,
    }));
    await recordEvents(admin.db, events, admin.now);
    const counted = countStatements(admin.db);
    const total = before.total + 60;
    const page = (place: Record<string, string>) =>
      readAuditPage({ ...admin, db: counted.db }, readAuditQuery(query), readPlace(place));
    const first = await page({});
    expect(first).toMatchObject({ first: 1, total, previous: null });
    const second = await page({ after: first.next ?? '' });
    expect(second).toMatchObject({ first: 26, total });
    expect(await page({ before: second.previous ?? '' })).toEqual(first);
    // The previous page is the first one, which is read from the beginning.
    expect(counted.count()).toBeLessThanOrEqual(3 * 3 + 2);
    const seen = [...first.lines, ...second.lines].map(({ id }) => id);
    for (let { next } = second; next !== null; ) {
      const further = await page({ after: next, size: '100' });
      seen.push(...further.lines.map(({ id }) => id));
      next = further.next;
    }
    expect(new Set(seen).size).toBe(total);
    expect(seen).toEqual(seen.toSorted().reverse());
  });

  it('shows “more than a thousand” in total, and an exact count for a period', async () => {
    const { db, now } = await area.admin();
    const at = new Date(now.getTime() - 24 * 100 * hour);
    const event = { type: 'key.revoked', outcome: 'success', actor: alice } as const;
    await recordEvents(
      db,
      Array.from({ length: 1001 }, () => event),
      at,
    );
    const page = async (query: Record<string, string>) =>
      readAuditPage(await area.admin(), readAuditQuery({ actor: alice.id, ...query }), readPlace({}));
    expect(await page({ range: 'all' })).toMatchObject({ total: 1000, isCut: true });
    const period = {
      from: new Date(at.getTime() - hour).toISOString(),
      to: new Date(at.getTime() + hour).toISOString(),
    };
    expect(await page(period)).toMatchObject({ total: 1001, isCut: false });
  });

  it('shows an event with what changed, and no secret of it (security #152)', async () => {
    const admin = await area.admin();
    const entry = {
      client_id: 'shop',
      client_name: 'New name',
      client_secrets: [{ value: `${canary}-2` }],
      redirect_uris: ['https://rp.test/cb'],
    };
    await saveEntries({ ...admin, reason: 'a reason' }, [{ section: 'clients', key: 'shop', entry }]);
    const [changed] = await listEvents(admin.db, { types: ['client.updated'] }, 1);
    const event = await readAuditEvent(admin, changed?.id ?? '');
    const keys = differences(event.details.before, event.details.after).map(({ key }) => key);
    expect(keys).toEqual(expect.arrayContaining(['client_name', 'client_secrets']));
    expect(event).toMatchObject({ actorName: 'root', targetId: 'shop', details: { reason: 'a reason' } });
    expect(JSON.stringify(event)).not.toMatch(/canary|sha256:/);
  });

  it.each(['nothing', '', 'x'.repeat(5000)])('is not found for an unknown event %s', async (id) => {
    await expect(readAuditEvent(await area.admin(), id)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('finds the refused request of a pasted reference (ux §1.21.7)', async () => {
    const admin = await area.admin();
    const times = { createdAt: admin.now, lastSeenAt: admin.now, expiresAt: new Date(admin.now.getTime() + hour) };
    const what = { endpoint: '/connect/token', rule: 'x', error: 'invalid_grant', description: 'x', clientId: null };
    const row = { ...what, ...times, groupKey: 'g', network: 'n', facts: '{}', occurrences: 1 };
    await saveExplanations(admin.db, [{ ...row, reference: '7K3QMXW9T0' }]);
    expect(await findReference(admin, '7k3q-mxw9-to')).toBe('7K3QMXW9T0');
    for (const typed of ['7K3QMXW9T1', 'request-1', null]) expect(await findReference(admin, typed)).toBeNull();
  });
});

describe('the download', () => {
  const lines = async (format: 'csv' | 'ndjson', query: Record<string, string>, maximum?: number) => {
    const { body } = await exportAudit(await area.admin(), readAuditQuery(query), format, maximum);
    return body.trimEnd().split(/\r?\n/);
  };

  it('contains the events of the filter, one JSON object per line', async () => {
    const found = await lines('ndjson', { range: 'all', client: 'shop', group: 'sign_in' });
    expect(found.map((line) => JSON.parse(line))).toMatchObject([
      { type: 'sign_in.succeeded', actorName: 'alice', address: '198.51.100.7', details: {} },
    ]);
  });

  it('contains them as a table, with the same columns in every line (RFC 4180)', async () => {
    const [head, first, ...others] = await lines('csv', { range: 'all', client: 'shop', group: 'sign_in' });
    expect(head).toMatch(/^id,at,type,outcome,actor_kind,.*,details$/);
    expect(first?.split(',')).toHaveLength(head?.split(',').length ?? 0);
    expect(first).toContain(',sign_in.succeeded,success,user,sub-alice,alice,');
    expect(others).toEqual([]);
  });

  it('has no cell that a program would calculate (security #151)', async () => {
    const { db, now } = await area.admin();
    for (const name of ['=cmd()|x', '+1', '-1', '@SUM(A1)', '\t1', 'a "b", c', 'plain; text']) {
      const actor = { kind: 'anonymous', id: null, name } as const;
      await recordEvents(db, [{ type: 'sign_in.failed', outcome: 'failure', actor }], now);
      const [event] = await listEvents(db, { from: firstEventId(now), types: ['sign_in.failed'] }, 50);
      if (event === undefined) throw new Error('no event');
      const line = csvLine(auditCsv, toEntry({ ...event, actorName: name }));
      expect(line.startsWith('\t')).toBe(false);
      const cell = /^[^,]*,[^,]*,[^,]*,[^,]*,[^,]*,[^,]*,("(?:[^"]|"")*"|[^,]*),/.exec(line)?.[1] ?? '';
      expect(cell.replace(/^"|"$/g, '')).toMatch(/^(?![=+\-@\t\r])/);
      expect(cell.replace(/^"|"$/g, '').replaceAll('""', '"').replace(/^'/, '')).toBe(name);
    }
    expect(csvHead(auditCsv).endsWith('\r\n')).toBe(true);
  });

  it.each([',', ';', '\t'])('has none for a program that splits at %j either (security #151, #199)', (separator) => {
    for (const start of ['=', '+', '-', '@', '＝', '＋', '－', '＠', '\t=', '\r=']) {
      for (const before of ['', 'a', 'a;', 'a,', 'a\t', 'a;;', 'a\r\n', '";', '"",']) {
        const line = csvLine({ text: (text: string) => text }, `${before}${start}cmd()`).replace(/\r\n$/, '');
        // Whether the program reads quotes or not.
        const read = /^".*"$/s.test(line) ? line.slice(1, -1).replaceAll('""', '"') : line;
        const cells = separator === ',' ? [read] : [line, read].flatMap((text) => text.split(separator));
        for (const one of cells.flatMap((text) => text.split(/[\r\n]/))) expect(one).not.toMatch(/^"*[=+\-@＝＋－＠]/);
      }
    }
  });

  it('is limited in size, and recorded', async () => {
    area.provider.advance(1);
    const admin = await area.admin('au');
    const first = await lines('ndjson', { range: 'all', group: 'key' }, 600);
    expect(first.length).toBeGreaterThan(60);
    const cut = await lines('ndjson', { range: 'all', group: 'key' }, 60);
    expect(cut).toEqual(first.slice(0, 60));
    expect(await exportAudit(admin, readAuditQuery({ range: 'all', group: 'key' }), 'csv', 60)).toMatchObject({
      name: 'audit-first-60.csv',
    });
    const [event] = await listEvents(admin.db, { types: ['audit.exported'], actorId: 'sub-au' }, 1);
    const details = { filter: { group: 'key' }, format: 'csv', rows: 60, cut: true };
    expect(event).toMatchObject({ actorName: 'au', address: '192.0.2.7' });
    expect(JSON.parse(event?.details ?? '')).toMatchObject(details);
  });

  it.each(['csv', 'ndjson'] as const)('is whole if it contains as many events as it may (%s)', async (format) => {
    area.provider.advance(1);
    const admin = await area.admin('au');
    const asked = readAuditQuery({ range: 'all', client: 'shop', group: 'sign_in' });
    const { name, body } = await exportAudit(admin, asked, format, 1);
    expect(name).toBe(`audit.${format}`);
    expect(body).toContain('sub-alice');
    const [event] = await listEvents(admin.db, { types: ['audit.exported'], actorId: 'sub-au' }, 1);
    expect(JSON.parse(event?.details ?? '')).toMatchObject({ rows: 1, cut: false });
  });
});

it.each(auditGroups)('the filter has words for the events that begin with %s (ux §1.21.1)', (group) => {
  expect(texts.filters.groups).toHaveProperty(group);
});
