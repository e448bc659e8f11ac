import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { masterSecret } from '#lib/crypto/master-secret';
import { createTestDatabase, type TestDatabase } from '#lib/testing/database';
import { listEvents, recordEvents, walkEvents } from '../event-store';
import { purgeEvents } from '../retention/purge-events';
import { loadAuditKeys } from './audit-key';
import { continueChain } from './chain';
import { compareExport } from './compare-export';
import { exportLine, headLine } from './export-line';
import { sealEvents } from './seal-events';
import { addSeals, findLastSeal } from './seal-store';
import { verifyChain } from './verify-chain';

const secret = masterSecret('a secret of this test, of some length');
const day = 86_400_000;
const start = new Date('2026-01-01T12:00:00Z');
const at = (days: number) => new Date(start.getTime() + days * day);

let open: TestDatabase;

beforeEach(async () => {
  open = await createTestDatabase();
});

afterEach(() => open.close());

async function record(from: number, upTo: number): Promise<void> {
  for (let index = from; index < upTo; index += 1) {
    const actor = { kind: 'user', id: `u${index}`, name: `u${index}` } as const;
    await recordEvents(open.db, [{ type: 'sign_in.succeeded', outcome: 'success', actor }], at(index));
  }
  await sealEvents(open.db, secret, at(upTo));
}

async function exported(): Promise<string[]> {
  const lines: string[] = [];
  for await (const { seal, ...event } of walkEvents(open.db, null)) lines.push(exportLine(event, seal).trimEnd());
  return [...lines, headLine(await findLastSeal(open.db)).trimEnd()];
}

async function* stream(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines;
}

const compare = (lines: readonly string[]) => compareExport(open.db, stream(lines));

/** Somebody with the key of the chain changes the newest event and seals it again. */
async function changeNewest(): Promise<void> {
  const last = await findLastSeal(open.db);
  const before = last && (await open.db.auditSeal.findUnique({ where: { sequence: last.sequence - 1 } }));
  await open.db.auditSeal.delete({ where: { sequence: last?.sequence ?? 0 } });
  const id = last?.eventId ?? '';
  await open.db.auditEvent.update({ where: { id }, data: { actorName: 'somebody else' } });
  const [newest] = await listEvents(open.db, {}, 1);
  const key = (await loadAuditKeys(open.db, secret)).at(-1);
  if (newest === undefined || key === undefined) throw new Error('nothing to change');
  await addSeals(open.db, continueChain(before, [newest], key));
}

describe('an export that was kept elsewhere', () => {
  it('matches its log, also after later events', async () => {
    await record(0, 6);
    const lines = await exported();
    const head = expect.objectContaining({ sequence: 6 });
    expect(await compare(lines)).toEqual({ matches: true, compared: 6, removed: 0, head });
    await record(6, 9);
    expect(await compare(lines)).toEqual({ matches: true, compared: 6, removed: 0, head });
  });

  it('shows that the newest events were removed, which the chain does not', async () => {
    await record(0, 6);
    const lines = await exported();
    const gone = await open.db.auditSeal.findMany({ where: { sequence: { gt: 4 } } });
    await open.db.auditSeal.deleteMany({ where: { sequence: { gt: 4 } } });
    await open.db.auditEvent.deleteMany({ where: { id: { in: gone.map(({ eventId }) => eventId) } } });
    expect(await verifyChain(open.db, secret, at(10))).toMatchObject({ intact: true });
    expect(await compare(lines)).toEqual({ matches: false, problem: 'missing', line: 5, sequence: 5 });
    expect(await compare(lines.slice(-1))).toMatchObject({ matches: false, problem: 'missing', sequence: 6 });
  });

  it('shows changes by somebody with the key of the chain', async () => {
    await record(0, 6);
    const lines = await exported();
    await changeNewest();
    expect(await verifyChain(open.db, secret, at(10))).toMatchObject({ intact: true });
    expect(await compare(lines)).toEqual({ matches: false, problem: 'changed', line: 6, sequence: 6 });
  });

  it.each<[string, (event: Record<string, unknown>) => object]>([
    ['an actor', (event) => ({ ...event, actorName: 'somebody else' })],
    ['a time', (event) => ({ ...event, at: '2026-01-03T12:00:00.001Z' })],
    ['a detail', (event) => ({ ...event, details: { sudo: true } })],
    ['a member more', (event) => ({ ...event, note: 'x' })],
    ['a member less', ({ actorId: _, ...event }) => event],
    ['another id', (event) => ({ ...event, id: 'x' })],
    ['a text without its seal', (event) => ({ ...event, actorName: 'somebody else', seal: null })],
  ])('does not match with another text under the same hash: %s (decision 007)', async (_, change) => {
    await record(0, 6);
    const lines = await exported();
    lines[2] = JSON.stringify(change(JSON.parse(lines[2] ?? '')));
    expect(await compare(lines)).toMatchObject({ matches: false, problem: 'other_text', line: 3 });
  });

  it('matches with members that an earlier release did not know, and events that no seal covered yet', async () => {
    await record(0, 3);
    const actor = { kind: 'user', id: 'late', name: 'late' } as const;
    await recordEvents(open.db, [{ type: 'sign_in.succeeded', outcome: 'success', actor }], at(3));
    const lines = await exported();
    const { targetId, ...older } = JSON.parse(lines[0] ?? '');
    expect(targetId).toBeNull();
    lines[0] = JSON.stringify(older);
    expect(await compare(lines)).toMatchObject({ matches: true, compared: 3 });
    const late = JSON.parse(lines[3] ?? '');
    expect(late.seal).toBeNull();
    lines[3] = JSON.stringify({ ...late, actorName: 'early' });
    expect(await compare(lines)).toMatchObject({ matches: false, problem: 'other_text', line: 4, sequence: null });
    await open.db.auditEvent.delete({ where: { id: late.id } });
    expect(await compare(lines)).toMatchObject({ matches: false, problem: 'missing', line: 4 });
  });

  it('shows that the whole log was removed', async () => {
    await record(0, 3);
    const lines = await exported();
    await open.db.auditSeal.deleteMany({});
    await open.db.auditEvent.deleteMany({});
    expect(await compare(lines)).toMatchObject({ matches: false, problem: 'missing' });
  });

  it('ignores events that the server removed for their age', async () => {
    await record(0, 10);
    const lines = await exported();
    expect(await purgeEvents(open.db, { days: 5, secret, now: at(10) })).toBe(5);
    await sealEvents(open.db, secret, at(10));
    expect(await compare(lines)).toMatchObject({ matches: true, removed: 5, compared: 5 });
  });

  it('contains every event, also one with corrupt details', async () => {
    await record(0, 3);
    const [first] = await listEvents(open.db, {}, 1);
    await open.db.auditEvent.update({ where: { id: first?.id ?? '' }, data: { details: '{' } });
    const lines = await exported();
    expect(lines).toHaveLength(4);
    expect(JSON.parse(lines[2] ?? '')).toMatchObject({ id: first?.id, details: '{' });
  });

  it('is not needed to find corrupt details of a removal', async () => {
    await record(0, 10);
    await purgeEvents(open.db, { days: 5, secret, now: at(10) });
    await sealEvents(open.db, secret, at(10));
    await open.db.auditEvent.updateMany({ where: { type: 'audit.purged' }, data: { details: '{' } });
    expect(await verifyChain(open.db, secret, at(10))).toMatchObject({ intact: false, problem: 'missing' });
  });

  it.each<[string, (lines: string[]) => string[], object]>([
    ['that lacks its last line', (lines) => lines.slice(0, -1), { problem: 'cut_off' }],
    ['that is empty', () => [], { problem: 'cut_off' }],
    ['with a line behind its head', (lines) => [...lines, lines[0] ?? ''], { problem: 'not_an_export', line: 4 }],
    ['with a line that is no JSON', (lines) => ['x', ...lines], { problem: 'not_an_export', line: 1 }],
    ['with JSON that is no event', (lines) => ['[]', ...lines], { problem: 'not_an_export', line: 1 }],
  ])('is refused when it is a file %s', async (_, change, expected) => {
    await record(0, 2);
    expect(await compare(change(await exported()))).toMatchObject({ matches: false, ...expected });
  });
});
