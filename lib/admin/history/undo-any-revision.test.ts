import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lastRevisionNumber } from '#lib/audit/revision-store';
import { exportConfiguration } from '#lib/config/export';
import { createTestAdmin, type TestAdmin } from '#lib/testing/admin';
import { isAdminError } from '../admin-error';
import { type EntryEdit, saveEntries } from '../configuration/save-entries';
import { restoreRevision } from './restore-revision';
import { planUndo, undoRevision } from './undo-revision';

let area: TestAdmin;
beforeAll(async () => {
  area = await createTestAdmin({
    scopes: [{ name: 'orders', type: 'resource', secrets: [{ value: 'a secret of the API' }] }],
    clients: [{ client_id: 'one', redirect_uris: ['https://one.test/'], client_secrets: [{ value: 'a' }] }],
    identity_providers: ['one', 'two', 'three'].map((name) => provider(name, {})),
    tenants: [{ name: 'one', display_name: 'One' }],
  });
});
afterAll(() => area.close());

function provider(name: string, more: object) {
  const issuer = `https://${name}.test`;
  return { name, display_name: name, type: 'oidc', issuer, client_id: 'x', client_secret: 'a secret', ...more };
}

const names = fc.constantFrom('one', 'two', 'three');
const texts = fc.constantFrom('First', 'Second');
const colors = fc.constantFrom(null, '#00aa55', '#aa0055');
/** A third of the edits delete their entry. */
const orGone = (entry: fc.Arbitrary<object>) => fc.option(entry, { freq: 3 });

const providers = fc.tuple(names, orGone(fc.record({ display_name: texts, enabled: fc.boolean() })));
const tenants = fc.tuple(
  names,
  orGone(
    fc.record({
      display_name: texts,
      theme: fc.record({ primary: colors, background: colors }),
      identity_providers: fc.option(fc.uniqueArray(names, { maxLength: 2 })),
    }),
  ),
);
const clients = fc.tuple(
  names,
  orGone(
    fc.record({
      client_name: texts,
      client_secrets: fc
        .uniqueArray(fc.constantFrom('a', 'b'), { minLength: 1 })
        .map((all) => all.map((value) => ({ value }))),
      tenant: fc.option(names),
      scope: fc.constantFrom('', 'openid', 'orders openid'),
    }),
  ),
);
const scopes = fc.tuple(
  fc.constantFrom('orders', 'profile'),
  orGone(
    fc.record({
      display_name: fc.option(texts),
      texts: fc.dictionary(fc.constantFrom('de', 'fr'), fc.record({ description: texts })),
    }),
  ),
);
const portals = fc.record({
  registration: fc.constantFrom('on', 'off'),
  agents: fc.record({ unused_days: fc.option(fc.constantFrom(7, 30)), grant_days: fc.constantFrom(7, 30) }),
});

const edit = fc.oneof(
  providers.map(
    ([key, entry]): EntryEdit => ({ section: 'identity_providers', key, entry: entry && provider(key, entry) }),
  ),
  tenants.map(([key, entry]): EntryEdit => ({ section: 'tenants', key, entry: entry && { name: key, ...entry } })),
  clients.map(
    ([key, entry]): EntryEdit => ({
      section: 'clients',
      key,
      entry: entry && { client_id: key, redirect_uris: ['https://one.test/'], ...entry },
    }),
  ),
  scopes.map(([key, entry]): EntryEdit => {
    const type = key === 'profile' ? 'identity' : 'resource';
    return { section: 'scopes', key, entry: entry && { name: key, type, ...entry } };
  }),
  portals.map((entry): EntryEdit => ({ section: 'portal', key: '', entry })),
);

/** The edits of one revision, each about another entry. */
const edits = fc.uniqueArray(edit, {
  minLength: 1,
  maxLength: 4,
  selector: ({ section, key }) => `${section} ${key}`,
});

/** Saves the edits. Where they break a rule, nothing changes. */
async function save(all: readonly EntryEdit[]): Promise<void> {
  try {
    await saveEntries(await area.admin(), all);
  } catch (error) {
    if (!isAdminError(error)) throw error;
  }
}

async function exported(): Promise<string> {
  const { db } = await area.admin();
  return exportConfiguration(db, 'json');
}

const plan = { numRuns: 40, seed: 20_270_101 };

describe('any revision', () => {
  it('is undone exactly, and the undo too', async () => {
    const { db } = await area.admin();
    const undo = async () => {
      const number = await lastRevisionNumber(db);
      const { seen } = await planUndo(await area.admin(), number);
      await undoRevision(await area.admin(), number, seen);
    };
    const law = fc.asyncProperty(edits, edits, async (first, second) => {
      await save(first);
      const before = await exported();
      const number = await lastRevisionNumber(db);
      await save(second);
      if ((await lastRevisionNumber(db)) === number) return;
      const after = await exported();
      await undo();
      expect(await exported()).toBe(before);
      await undo();
      expect(await exported()).toBe(after);
    });
    await fc.assert(law, plan);
  });

  it('is restored exactly', async () => {
    const { db } = await area.admin();
    const law = fc.asyncProperty(fc.array(edits, { minLength: 1, maxLength: 5 }), async (later) => {
      const before = await exported();
      const number = await lastRevisionNumber(db);
      for (const all of later) await save(all);
      await restoreRevision(await area.admin(), number);
      expect(await exported()).toBe(before);
    });
    await fc.assert(law, plan);
  });
});
