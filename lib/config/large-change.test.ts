import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { recordEvents } from '#lib/audit/event-store';
import { listChangesAfter, listRevisions } from '#lib/audit/revision-store';
import { sealEvents } from '#lib/audit/seals/seal-events';
import { blankClient } from '#lib/clients/client-record';
import { clientTable, listClients } from '#lib/clients/client-store';
import { masterSecret } from '#lib/crypto/master-secret';
import type { Database } from '#lib/db/database';
import { bumpRevision, readWrites } from '#lib/db/revision';
import { DatabaseUnavailable, isDatabaseUnavailable, transaction } from '#lib/db/transaction';
import { readClock } from '#lib/http/clock';
import { loadSnapshot } from '#lib/snapshot/load-snapshot';
import { createTestDatabase, type TestDatabase } from '#lib/testing/database';
import { applyConfiguration } from './apply';
import { byCommandLine } from './authorship';
import { changeConfiguration } from './change';
import { exportConfiguration } from './export';
import { parseConfiguration } from './file';
import { continueLargeChange } from './large-change';
import { changesBackTo } from './revisions/undo';

const now = new Date('2026-01-01T12:00:00Z');
const secret = masterSecret('a secret of this test, of some length');
/** More than what one transaction changes. */
const many = 80;

const name = (index: number) => `client-${String(index).padStart(3, '0')}`;
const client = (index: number, word: string) => ({
  client_id: name(index),
  client_name: word,
  client_secrets: [
    {
      value: `the ${word} secret of ${name(index)}, which is long enough to show its ending`,
      expires_at: '2027-01-01T00:00:00.000Z',
    },
  ],
  redirect_uris: [`https://${word}.test/cb`],
  scope: 'openid',
});

/** Clients and entries of every other section, most of them created, changed or deleted from one file to the next. */
const fileOf = (word: string, first: number) => ({
  portal: { login: word === 'old' ? 'password' : 'identifier' },
  scopes: ['api', word].map((scope) => ({
    name: scope,
    type: 'resource',
    secrets: [{ value: `the ${word} secret of ${scope}, long` }],
  })),
  clients: Array.from({ length: many }, (_, index) => client(first + index, word)),
  users: [{ username: 'alice', claims: { name: word } }],
  identity_providers: [word, 'corp'].map((provider) => ({
    name: provider,
    display_name: word,
    type: 'github',
    client_id: 'x',
    client_secret: word,
  })),
  tenants: ['acme', word].map((tenant) => ({ name: tenant, display_name: word })),
});
const [before, after] = [fileOf('old', 0), fileOf('new', 40)];

let open: TestDatabase;
beforeEach(async () => {
  open = await createTestDatabase();
  await apply(before);
});
afterEach(() => open.close());

const apply = (file: object, db: Database = open.db) =>
  applyConfiguration({ db }, parseConfiguration(JSON.stringify(file)), { prune: true, now, secret, by: byCommandLine });

/** The configuration as it counts, without the random parts of sealed secrets. */
const state = async () => (await exportConfiguration(open.db, 'json')).replace(/"sealed": "[^"]*"/g, '');

/** The same database, with something that happens after each of its transactions. */
function afterTransactions(happen: (count: number) => unknown): Database {
  let count = 0;
  return new Proxy(open.db, {
    get(target, property) {
      const value: unknown = Reflect.get(target, property);
      if (property !== '$transaction' || typeof value !== 'function') return value;
      return async (...values: unknown[]) => {
        const result: unknown = await Reflect.apply(value, target, values);
        count += 1;
        await happen(count);
        return result;
      };
    },
  });
}

/** Like a process that is killed after some transactions: none of its later ones takes place. */
const killedAfter = (last: number): Database =>
  afterTransactions((count) => {
    if (count >= last) throw new Error('killed');
  });

/** Makes the whole change. @returns the number of its transactions, and the one from which it counts */
async function countTransactions(): Promise<{ readonly total: number; readonly counts: number }> {
  const counting: boolean[] = [];
  const db = afterTransactions(async () => {
    counting.push((await open.db.largeChange.count({ where: { number: { not: null } } })) > 0);
  });
  await apply(after, db);
  return { total: counting.length, counts: counting.indexOf(true) + 1 };
}

const later = () => new Date(readClock().getTime() + 60_000);

/** The tables that a change of the configuration writes, as counts of what it leaves in each. */
async function rowsWritten(): Promise<number> {
  const staged = { stagedBy: { not: null } };
  const { db } = open;
  return (
    (await db.client.count({ where: staged })) * 1_000_000 +
    (await db.configurationChange.count()) * 1_000 +
    (await db.auditEvent.count())
  );
}

describe('a large change of the configuration (decision 009)', () => {
  it('changes few rows in each transaction, however many there are', async () => {
    const states: number[] = [await rowsWritten()];
    const db = afterTransactions(async () => states.push(await rowsWritten()));
    const report = await apply(after, db);
    expect(report?.changes.length).toBeGreaterThan(many + 40);
    for (const [index, count] of states.slice(1).entries()) {
      const difference = count - (states[index] ?? 0);
      const [staged, rest] = [
        Math.round(difference / 1_000_000),
        difference - Math.round(difference / 1_000_000) * 1_000_000,
      ];
      expect(Math.abs(staged)).toBeLessThanOrEqual(50);
      expect(Math.floor(rest / 1_000)).toBeLessThanOrEqual(50);
      expect(rest % 1_000).toBeLessThanOrEqual(50);
    }
    expect(await open.db.client.count({ where: { stagedBy: { not: null } } })).toBe(0);
  });

  it('counts at once: every reader sees all of the former configuration, or all of the new one', async () => {
    const former = await state();
    const seen = new Set<string>();
    const ids = new Set<string>();
    const db = afterTransactions(async () => {
      seen.add(await state());
      const { clients, scopes, tenants, providers, portal } = await loadSnapshot(open.db, secret, now);
      ids.add(
        JSON.stringify([
          [...clients.keys()].sort()[0],
          clients.size,
          [...scopes.keys()].includes('old'),
          tenants.has('old'),
          providers.has('old'),
          portal.login,
        ]),
      );
    });
    await apply(after, db);
    expect([...seen]).toEqual([former, await state()]);
    expect([...ids].map((text) => JSON.parse(text))).toEqual([
      [name(0), many, true, true, true, 'password'],
      [name(40), many, false, false, false, 'identifier'],
    ]);
  });

  it('has the history, events, secrets and times of a change in one transaction', async () => {
    await apply(after);
    const [, last] = (await listRevisions(open.db, { before: null, limit: 2 })).toReversed();
    expect(last).toMatchObject({ number: 2, source: 'file' });
    const changes = await listChangesAfter(open.db, 1);
    const kinds = (section: string) =>
      changes
        .filter((change) => change.section === section)
        .map((change) => `${change.before ? 'x' : '-'}${change.after ? 'x' : '-'}`);
    expect(kinds('portal')).toEqual(['xx']);
    expect(kinds('scopes')).toEqual(['-x', 'xx', 'x-']);
    expect(kinds('clients')).toEqual([
      ...Array(40).fill('-x'),
      ...Array(many - 40).fill('xx'),
      ...Array(40).fill('x-'),
    ]);
    expect(kinds('users')).toEqual([]);
    expect(changes.map(({ section }) => section)).toEqual(
      changes
        .map(({ section }) => section)
        .toSorted(
          (a, b) =>
            ['portal', 'scopes', 'clients', 'identity_providers', 'tenants'].indexOf(a) -
            ['portal', 'scopes', 'clients', 'identity_providers', 'tenants'].indexOf(b),
        ),
    );
    const events = await open.db.auditEvent.groupBy({
      by: ['type'],
      where: { details: { contains: '"revision":2' } },
      _count: true,
      orderBy: { type: 'asc' },
    });
    expect(Object.fromEntries(events.map(({ type, _count }) => [type, _count]))).toMatchObject({
      'client.created': 40,
      'client.deleted': 40,
      'client.updated': many - 40,
      'portal.updated': 1,
      'scope.created': 1,
      'user.updated': 1,
    });
    const records = await listClients(open.db);
    expect(records).toHaveLength(many);
    expect(await open.db.clientSecret.count()).toBe(many);
    expect(records[0]?.secrets).toMatchObject([
      { ending: expect.any(String), expiresAt: new Date('2027-01-01T00:00:00.000Z') },
    ]);
    expect((await apply(after))?.changes).toEqual([]);
  });

  it('cannot be taken back in part: its history is read once it is whole', async () => {
    const sizes = new Set<number | string>();
    const db = afterTransactions(async () => {
      const back = changesBackTo(open.db, 1).then(
        (changes) => changes.length,
        (error: unknown) => (isDatabaseUnavailable(error) ? 'refused' : 'failed'),
      );
      sizes.add(await back);
    });
    const report = await apply(after, db);
    const entries = report?.changes.filter(({ section }) => section !== 'users').length;
    expect(sizes).toEqual(new Set(['refused', entries]));
  });

  it('leaves the former configuration or the new one when its process is killed, and the next process finishes', async () => {
    const former = await state();
    await open.db.largeChange.deleteMany();
    const { total, counts } = await countTransactions();
    const next = await state();
    const ends = new Set<string>();
    for (const last of [1, counts - 1, counts, total - 1]) {
      await apply(before);
      await expect(apply(after, killedAfter(last))).rejects.toThrow();
      const counting = await state();
      expect([former, next]).toContain(counting);
      ends.add(counting);
      await continueLargeChange(open.db, readClock());
      expect((await readWrites(open.db)).heldBy, 'its process may still be alive').not.toBeNull();
      await continueLargeChange(open.db, later());
      expect([await state(), (await readWrites(open.db)).heldBy]).toEqual([counting, null]);
      expect(await open.db.client.count({ where: { OR: [{ stagedBy: { not: null } }, { settings: '' }] } })).toBe(0);
      const [revision] = await listRevisions(open.db, { before: null, limit: 1 });
      const written = await open.db.configurationChange.count({ where: { number: revision?.number ?? 0 } });
      expect(
        await open.db.auditEvent.count({
          where: { details: { contains: `"revision":${revision?.number},` }, NOT: { type: { startsWith: 'user.' } } },
        }),
      ).toBe(written);
    }
    expect(ends).toEqual(new Set([former, next]));
  }, 120_000);

  it('has sealed events, even if the next process finishes it hours later', async () => {
    await open.db.largeChange.deleteMany();
    const { counts } = await countTransactions();
    await apply(before);
    await expect(apply(after, killedAfter(counts))).rejects.toThrow();
    const next = new Date(readClock().getTime() + 7_200_000);
    await recordEvents(open.db, [{ type: 'secret.rotated', outcome: 'success', actor: byCommandLine.actor }], next);
    await sealEvents(open.db, secret, next);
    await continueLargeChange(open.db, next);
    const finished = new Date(next.getTime() + 60_000);
    await continueLargeChange(open.db, finished);
    await sealEvents(open.db, secret, finished);
    expect((await readWrites(open.db)).heldBy).toBeNull();
    expect(await open.db.auditEvent.count({ where: { seal: null } })).toBe(0);
  });

  it('is finished by several processes at once', async () => {
    await open.db.largeChange.deleteMany();
    const { counts } = await countTransactions();
    await apply(before);
    await expect(apply(after, killedAfter(counts + 1))).rejects.toThrow();
    const counting = await state();
    await continueLargeChange(open.db, readClock());
    await Promise.all([1, 2, 3].map(() => continueLargeChange(open.db, later())));
    expect([await state(), (await readWrites(open.db)).heldBy]).toEqual([counting, null]);
  });

  it.each([1, 2])('is whole if a suspended process goes on while another one removes it (%i)', async (last) => {
    await open.db.largeChange.deleteMany();
    const { counts } = await countTransactions();
    const next = await state();
    await apply(before);
    const states = new Set([await state(), next]);
    let suspensions = 0;
    const db = afterTransactions(async (count) => {
      expect(states).toContain(await state());
      if (count !== counts - 1) return;
      suspensions += 1;
      await continueLargeChange(open.db, readClock());
      await expect(continueLargeChange(killedAfter(last), later())).rejects.toThrow('killed');
    });
    await apply(after, db);
    expect(suspensions).toBe(1);
    expect([await state(), (await readWrites(open.db)).heldBy]).toEqual([next, null]);
    expect(await open.db.client.count({ where: { OR: [{ stagedBy: { not: null } }, { settings: '' }] } })).toBe(0);
  });

  it('is reported as made once it counts, even if the database cannot be reached any more', async () => {
    await open.db.largeChange.deleteMany();
    const { counts } = await countTransactions();
    const next = await state();
    await apply(before);
    const db = afterTransactions((count) => {
      if (count > counts) throw new DatabaseUnavailable('unreachable');
    });
    expect((await apply(after, db))?.changes.length).toBeGreaterThan(many);
    expect(await state()).toBe(next);
    await continueLargeChange(open.db, readClock());
    await continueLargeChange(open.db, later());
    expect([await state(), (await readWrites(open.db)).heldBy]).toEqual([next, null]);
  });

  it.each([
    [
      'a check refuses it',
      {
        check: () => {
          throw new Error('forbidden');
        },
      },
    ],
    ['it must not be applied after all', { first: async () => false }],
  ])('leaves nothing behind if %s', async (_, refusal) => {
    const former = await state();
    const options = { prune: true, now, secret, by: byCommandLine, ...refusal };
    await applyConfiguration(open, parseConfiguration(JSON.stringify(after)), options).catch((error: unknown) => {
      expect(error).toMatchObject({ message: 'forbidden' });
    });
    expect([await state(), (await readWrites(open.db)).heldBy]).toEqual([former, null]);
    const isStaged = { OR: [{ stagedBy: { not: null } }, { settings: '' }] };
    expect([await open.db.client.count({ where: isStaged }), await open.db.largeChange.count()]).toEqual([0, 0]);
  });

  it.each([
    ['ahead', 3_600_000],
    ['behind', -3_600_000],
  ])('is finished soon, and not too early, if the clock of its process was %s', async (_, difference) => {
    await expect(apply(after, killedAfter(2))).rejects.toThrow();
    const { heldAt } = await open.db.revision.findFirstOrThrow();
    await open.db.revision.updateMany({ data: { heldAt: new Date((heldAt?.getTime() ?? 0) + difference) } });
    await continueLargeChange(open.db, readClock());
    expect((await readWrites(open.db)).heldBy, 'its process may still be alive').not.toBeNull();
    await continueLargeChange(open.db, later());
    expect((await readWrites(open.db)).heldBy).toBeNull();
  });

  it('refuses every other change of the configuration until it is done, and no change is lost', async () => {
    let refused = 0;
    const other = { section: 'clients', key: name(50), entry: null } as const;
    const db = afterTransactions(async (count) => {
      if (count !== 2) return;
      await changeConfiguration({ db: open.db }, [other], { now, secret, by: byCommandLine }).catch(
        (error: unknown) => {
          refused += 1;
          expect(error).toMatchObject({ code: 'database_unavailable' });
        },
      );
    });
    await apply(after, db);
    expect(refused).toBe(1);
    expect((await apply(after))?.changes).toEqual([]);
    await changeConfiguration({ db: open.db }, [other], { now, secret, by: byCommandLine });
    expect(await open.db.client.count()).toBe(many - 1);
  });

  it('is compared again if somebody changes the configuration after it was compared', async () => {
    let changes = 0;
    const db = new Proxy(open.db, {
      get(target, property) {
        const value: unknown = Reflect.get(target, property);
        if (property !== '$executeRaw' || typeof value !== 'function') return value;
        return async (...values: unknown[]) => {
          changes += 1;
          if (changes === 1) {
            await transaction(open.db, async (tx) => {
              await bumpRevision(tx);
              await clientTable.create(open.dialect, [blankClient('meanwhile')], { now })(tx);
            });
          }
          return Reflect.apply(value, target, values);
        };
      },
    });
    const report = await apply(after, db);
    expect(report?.changes).toContainEqual(expect.objectContaining({ key: 'meanwhile', kind: 'delete' }));
    expect((await apply(after))?.changes).toEqual([]);
  });

  it('lets a token be issued to a new client as soon as it counts', async () => {
    const rows: number[] = [];
    const db = afterTransactions(async () => {
      const { clients } = await loadSnapshot(open.db, secret, now);
      const ids = [...clients.keys()];
      rows.push(ids.length - (await open.db.client.count({ where: { clientId: { in: ids } } })));
    });
    await apply(after, db);
    expect(new Set(rows)).toEqual(new Set([0]));
  });
});
