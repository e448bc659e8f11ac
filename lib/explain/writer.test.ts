import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { capExplanations } from '#lib/db/sweep';
import { metrics } from '#lib/metrics/metrics';
import { createTestDatabase, type TestDatabase } from '#lib/testing/database';
import { findExplanation, saveExplanations } from './store';
import { type ExplanationWriter, startExplanationWriter } from './writer';

const noon = new Date('2026-01-01T12:00:00Z');
const refusal = {
  endpoint: '/connect/token',
  clientAddress: '192.0.2.1',
  rule: 'code_invalid',
  error: 'invalid_grant',
  description: 'The code is not valid',
  clientId: 'web',
  facts: { reason: 'expired' },
};

let database: TestDatabase;
let writers: ExplanationWriter[] = [];

beforeEach(async () => {
  database = await createTestDatabase();
});

afterEach(async () => {
  await Promise.all(writers.map((writer) => writer.stop()));
  writers = [];
  await database.close();
});

function start(parts: Partial<Parameters<typeof startExplanationWriter>[0]> = {}): ExplanationWriter {
  const writer = startExplanationWriter({
    secret: 'a-secret-of-the-writer-0123456789abcdef',
    write: (rows) => saveExplanations(database.db, rows),
    isTemporary: () => true,
    log: { warn: () => {} },
    ...parts,
  });
  writers.push(writer);
  return writer;
}

async function dropped(): Promise<number> {
  return (await metrics().explanationsDropped.get()).values[0]?.value ?? 0;
}

describe('the writer of explanations (design: explain)', () => {
  it('counts equal refusals of a minute in one record under one reference', async () => {
    const writer = start();
    const first = writer.note(refusal, noon);
    await writer.flush();
    const later = new Date(noon.getTime() + 59_000);
    expect(writer.note({ ...refusal, clientAddress: '192.0.2.200' }, later)).toBe(first);
    expect(writer.note({ ...refusal, facts: { reason: 'unknown' } }, later)).toBe(first);
    await writer.flush();
    expect(await findExplanation(database.db, first)).toMatchObject({
      occurrences: 3,
      network: '192.0.2.0/24',
      facts: '{"reason":"expired"}',
      createdAt: noon,
      lastSeenAt: later,
      expiresAt: new Date('2026-01-08T12:00:00Z'),
    });
  });

  it.each([
    ['endpoint', { endpoint: '/connect/par' }, noon],
    ['rule', { rule: 'verifier_mismatch' }, noon],
    ['client', { clientId: null }, noon],
    ['network', { clientAddress: '192.0.3.1' }, noon],
    ['minute', {}, new Date('2026-01-01T12:01:00Z')],
  ])('keeps another %s apart', (_, change, now) => {
    const writer = start();
    expect(writer.note({ ...refusal, ...change }, now)).not.toBe(writer.note(refusal, noon));
  });

  it('finds the same reference in two processes, and both count in one record', async () => {
    const [one, other] = [start(), start()];
    const reference = one.note(refusal, noon);
    expect(other.note(refusal, noon)).toBe(reference);
    await Promise.all([one.flush(), other.flush()]);
    expect(await findExplanation(database.db, reference)).toMatchObject({ occurrences: 2 });
  });

  it('gives every installation references of its own', () => {
    const other = start({ secret: 'another-secret-of-a-writer-0123456789' });
    expect(other.note(refusal, noon)).not.toBe(start().note(refusal, noon));
  });

  it('still gives the reference when its queue is full, and counts what it drops', async () => {
    const writer = start({ capacity: 2 });
    const before = await dropped();
    const references = ['a', 'b', 'c', 'd'].map((rule) => writer.note({ ...refusal, rule }, noon));
    writer.note({ ...refusal, rule: 'a' }, noon);
    expect(new Set(references).size).toBe(4);
    expect((await dropped()) - before).toBe(2);
    await writer.flush();
    expect(await database.db.explanation.count()).toBe(2);
  });

  it('keeps what an outage hinders, within its bound, and never throws', async () => {
    let isDown = true;
    const write: typeof saveExplanations = (db, rows) =>
      isDown ? Promise.reject(new Error('down')) : saveExplanations(db, rows);
    const writer = start({ write: (rows) => write(database.db, rows), capacity: 2 });
    const reference = writer.note(refusal, noon);
    await writer.flush();
    writer.note(refusal, noon);
    writer.note({ ...refusal, rule: 'b' }, noon);
    writer.note({ ...refusal, rule: 'c' }, noon);
    await writer.flush();
    isDown = false;
    await writer.stop();
    expect(await database.db.explanation.count()).toBe(2);
    expect(await findExplanation(database.db, reference)).toMatchObject({ occurrences: 2 });
  });

  it('drops what the database will never take', async () => {
    const before = await dropped();
    const writer = start({ write: () => Promise.reject(new Error('constraint')), isTemporary: () => false });
    writer.note(refusal, noon);
    await writer.flush();
    expect((await dropped()) - before).toBe(1);
  });

  it('writes what waits when it stops', async () => {
    const writer = start();
    const reference = writer.note(refusal, noon);
    await writer.stop();
    expect(await findExplanation(database.db, reference)).not.toBeNull();
  });

  it('writes more than one batch at once', async () => {
    const writer = start();
    for (let index = 0; index < 250; index += 1) writer.note({ ...refusal, rule: `rule-${index}` }, noon);
    await writer.flush();
    expect(await database.db.explanation.count()).toBe(250);
  });

  it('never adds to the record of another group that has the same reference', async () => {
    const writer = start();
    const reference = writer.note(refusal, noon);
    await writer.flush();
    const [row] = await database.db.explanation.findMany();
    if (row === undefined) throw new Error('no record');
    await saveExplanations(database.db, [{ ...row, groupKey: 'another' }]);
    expect(await findExplanation(database.db, reference)).toMatchObject({ occurrences: 1 });
  });
});

describe('capExplanations', () => {
  it('deletes the oldest records beyond the number, and none below it', async () => {
    const writer = start();
    const at = (seconds: number) => new Date(noon.getTime() + seconds * 1000);
    const references = Array.from({ length: 7 }, (_, index) =>
      writer.note({ ...refusal, rule: `r${index}` }, at(index)),
    );
    await writer.flush();
    expect(await capExplanations(database.db, 7)).toBe(0);
    expect(await capExplanations(database.db, 4)).toBe(3);
    const kept = await Promise.all(references.map((reference) => findExplanation(database.db, reference)));
    expect(kept.map((row) => row !== null)).toEqual([false, false, false, true, true, true, true]);
  });
});
