import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { recordEvents } from '#lib/audit/event-store';
import { sealEvents } from '#lib/audit/seals/seal-events';
import { createTestAdmin, type TestAdmin } from '#lib/testing/admin';
import { countEvents } from '#lib/usage/count-events';
import { readNumbers } from './count-overview';
import { findOverview, saveOverview } from './overview-store';

let area: TestAdmin;

beforeEach(async () => {
  area = await createTestAdmin({});
});
afterEach(() => area.close());

async function lookAfter(seconds: number) {
  const admin = await area.admin();
  return { ...admin, now: new Date(admin.now.getTime() + seconds * 1000) };
}

async function signIn(): Promise<void> {
  const { db, now, settings } = await area.admin();
  const actor = { kind: 'anonymous', id: null, name: null } as const;
  await recordEvents(db, [{ type: 'sign_in.succeeded', outcome: 'success', actor }], now);
  await sealEvents(db, settings.secret, now);
}

const read = async (seconds: number) => readNumbers(await lookAfter(seconds), '24h', 'UTC');
const signIns = async (seconds: number) => (await read(seconds)).metrics.sign_ins.total;

/** Adds more uncounted events than one request counts, as after an update. */
async function fallBehind(): Promise<void> {
  const { db } = await area.admin();
  await db.usageCursor.upsert({ where: { id: 1 }, create: { id: 1, sequence: -6000 }, update: { sequence: -6000 } });
}

describe('the numbers of the overview', () => {
  it('are reused for ten seconds', async () => {
    await signIn();
    const first = await read(0);
    await signIn();
    expect(await read(9)).toEqual(first);
    expect([first.metrics.sign_ins.total, await signIns(11)]).toEqual([1, 2]);
  });

  it('are counted once for simultaneous requests', async () => {
    const looking = await lookAfter(0);
    const all = await Promise.all(Array.from({ length: 5 }, () => readNumbers(looking, '24h', 'UTC')));
    expect(new Set(all).size).toBe(1);
  });

  it('are counted again if another version of Signet wrote them', async () => {
    await signIn();
    await read(0);
    const { db } = await area.admin();
    await db.overviewSnapshot.updateMany({ data: { content: '{"range":"24h"}' } });
    expect(await signIns(1)).toBe(1);
  });

  it('exclude past events that are still being counted, and say so', async () => {
    await fallBehind();
    await signIn();
    expect(await read(0)).toMatchObject({ isCounting: true, metrics: { sign_ins: { total: 0 } } });
    await countEvents((await area.admin()).db);
    expect(await read(20)).toMatchObject({ isCounting: false, metrics: { sign_ins: { total: 1 } } });
  });

  it('are not replaced by older ones of a slower process', async () => {
    const { to } = await read(30);
    const { db, now } = await area.admin();
    await saveOverview(db, { range: '24h', zone: 'UTC', to: now, content: '{}' });
    expect((await findOverview(db, '24h', 'UTC'))?.to).toEqual(to);
  });
});
