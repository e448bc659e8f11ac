import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestAdmin, type TestAdmin } from '#lib/testing/admin';
import { countStatements } from '#lib/testing/count-statements';
import { currentChecks, refreshChecks } from './current-checks';

let area: TestAdmin;
beforeAll(async () => {
  area = await createTestAdmin({
    clients: [{ client_id: 'web', client_secrets: [{ value: 'x' }], redirect_uris: ['https://rp.test/cb'], scope: '' }],
  });
});
afterAll(() => area.close());

/** The context of the functions, `seconds` later and with another revision. */
async function looking({ seconds = 0, revision = 0 } = {}) {
  const admin = await area.admin();
  const counted = countStatements(admin.db);
  const db = counted.db;
  return (later = { seconds, revision }) => ({
    looking: {
      ...admin,
      db,
      now: new Date(admin.now.getTime() + later.seconds * 1000),
      snapshot: { ...admin.snapshot, revision: later.revision },
    },
    counted,
  });
}

describe('the checks of the present configuration', () => {
  it('query the database once a minute for one revision', async () => {
    const at = await looking();
    const { looking: first, counted } = at();
    const found = await currentChecks(first);
    expect(found.map(({ rule }) => rule)).toContain('scope_empty');
    const once = counted.count();
    expect(once).toBeGreaterThan(0);
    expect(await currentChecks(at({ seconds: 59, revision: 0 }).looking)).toBe(found);
    expect(counted.count()).toBe(once);
  });

  it('return findings that are a minute old, and are refreshed in the background', async () => {
    const at = await looking();
    const { looking: first, counted } = at();
    const found = await currentChecks(first);
    const once = counted.count();
    const later = at({ seconds: 61, revision: 0 }).looking;
    expect(await currentChecks(later)).toBe(found);
    await vi.waitFor(async () => expect(await currentChecks(later)).not.toBe(found));
    expect(counted.count()).toBe(2 * once);
  });

  it('never return the findings of another revision', async () => {
    const at = await looking();
    const { looking: first, counted } = at();
    const found = await currentChecks(first);
    const once = counted.count();
    expect(await currentChecks(at({ seconds: 0, revision: 1 }).looking)).not.toBe(found);
    expect(counted.count()).toBe(2 * once);
  });

  it('run once for several simultaneous requests', async () => {
    const at = await looking();
    const { looking: first, counted } = at();
    refreshChecks(first);
    const [one, other] = await Promise.all([currentChecks(first), currentChecks(first)]);
    expect(one).toBe(other);
    const once = counted.count();
    await currentChecks(at({ seconds: 0, revision: 1 }).looking);
    expect(counted.count()).toBe(2 * once);
  });

  it('run again after a failure', async () => {
    const at = await looking();
    const { looking: first } = at();
    const snapshot = new Proxy(first.snapshot, {
      get: (of, name) => {
        if (name === 'clients') throw new Error('broken');
        return Reflect.get(of, name);
      },
    });
    await expect(currentChecks({ ...first, snapshot })).rejects.toThrow('broken');
    expect((await currentChecks(first)).length).toBeGreaterThan(0);
  });
});
