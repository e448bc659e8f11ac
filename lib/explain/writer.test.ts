import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { capExplanations } from '#lib/db/cap-explanations';
import { metrics } from '#lib/metrics/metrics';
import { createTestDatabase, type TestDatabase } from '#lib/testing/database';
import { findExplanation, saveExplanations } from './explanation-store';
import { createExplanationWriter, type ExplanationWriter } from './writer';

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

beforeEach(async () => {
  database = await createTestDatabase();
});

afterEach(async () => {
  await database.close();
});

function start(parts: Partial<Parameters<typeof createExplanationWriter>[0]> = {}): ExplanationWriter {
  return createExplanationWriter({
    write: (rows) => saveExplanations(database.db, rows),
    isTemporary: () => true,
    ...parts,
  });
}

async function dropped(): Promise<number> {
  return (await metrics().explanationsDropped.get()).values[0]?.value ?? 0;
}

describe('the writer of explanations (design: explain)', () => {
  it('counts equal refusals of a minute in one record, each under its own reference', async () => {
    const writer = start();
    const first = writer.record(refusal, noon);
    const second = writer.record(refusal, noon);
    await writer.flush();
    const later = new Date(noon.getTime() + 59_000);
    const third = writer.record({ ...refusal, clientAddress: '192.0.2.200' }, later);
    await writer.flush();
    expect(new Set([first, second, third]).size).toBe(3);
    expect(await database.db.explanation.count()).toBe(1);
    for (const reference of [first, second, third]) {
      expect(await findExplanation(database.db, reference)).toMatchObject({
        reference,
        occurrences: 3,
        network: '192.0.2.0/24',
        facts: '{"reason":"expired"}',
        createdAt: noon,
        lastSeenAt: later,
        expiresAt: new Date('2026-01-08T12:00:00Z'),
      });
    }
  });

  it.each([
    ['endpoint', { endpoint: '/connect/par' }, noon],
    ['rule', { rule: 'verifier_mismatch' }, noon],
    ['client', { clientId: null }, noon],
    ['network', { clientAddress: '192.0.3.1' }, noon],
    ['reason', { facts: { reason: 'unknown' } }, noon],
    ['value', { facts: { reason: 'expired', received: 'b' } }, noon],
    ['minute', {}, new Date('2026-01-01T12:01:00Z')],
  ])('explains a refusal with another %s separately', async (_, change, now) => {
    const writer = start();
    const [one, other] = [writer.record(refusal, noon), writer.record({ ...refusal, ...change }, now)];
    await writer.flush();
    const records = await Promise.all([one, other].map((reference) => findExplanation(database.db, reference)));
    expect(records.map((record) => record?.occurrences)).toEqual([1, 1]);
    expect(await database.db.explanation.count()).toBe(2);
  });

  it('counts refusals of two processes in one record, and every reference leads to it', async () => {
    const [one, other] = [start(), start()];
    const references = [one.record(refusal, noon), other.record(refusal, noon), other.record(refusal, noon)];
    await Promise.all([one.flush(), other.flush()]);
    for (const reference of references) {
      expect(await findExplanation(database.db, reference)).toMatchObject({ reference, occurrences: 3 });
    }
    expect(await database.db.explanation.count()).toBe(1);
  });

  it('deletes the references with their record', async () => {
    const writer = start();
    for (let index = 0; index < 3; index += 1) writer.record(refusal, noon);
    await writer.flush();
    expect(await database.db.explanationReference.count()).toBe(2);
    await database.db.explanation.deleteMany();
    expect(await database.db.explanationReference.count()).toBe(0);
  });

  it('keeps the first references of a flood of equal refusals, and counts all', async () => {
    const writer = start();
    const before = await dropped();
    const references = Array.from({ length: 1000 }, () => writer.record(refusal, noon));
    await writer.flush();
    expect(await findExplanation(database.db, references[20] ?? '')).toMatchObject({ occurrences: 1000 });
    expect(await findExplanation(database.db, references[21] ?? '')).toBeNull();
    expect((await dropped()) - before).toBe(979);
  });

  it('does not drop explanations of others while one network floods it', async () => {
    const writer = start({ capacity: 10 });
    const flood = (count: number) =>
      Array.from({ length: count }, (_, index) => writer.record({ ...refusal, rule: `flood-${index}` }, noon));
    flood(50);
    const calm = writer.record({ ...refusal, clientAddress: '198.51.100.7' }, noon);
    const other = writer.record({ ...refusal, clientAddress: '2001:db8::1' }, noon);
    flood(50);
    await writer.flush();
    expect(await database.db.explanation.count()).toBe(10);
    expect(await findExplanation(database.db, calm)).not.toBeNull();
    expect(await findExplanation(database.db, other)).not.toBeNull();
  });

  it('still gives the reference when its queue is full, and counts what it drops', async () => {
    const writer = start({ capacity: 2 });
    const before = await dropped();
    const references = ['a', 'b', 'c', 'd'].map((rule) => writer.record({ ...refusal, rule }, noon));
    writer.record({ ...refusal, rule: 'a' }, noon);
    expect(new Set(references).size).toBe(4);
    expect((await dropped()) - before).toBe(2);
    await writer.flush();
    expect(await database.db.explanation.count()).toBe(2);
  });

  it('keeps explanations during an outage, within its bound', async () => {
    let isDown = true;
    const write: typeof saveExplanations = (db, rows) =>
      isDown ? Promise.reject(new Error('down')) : saveExplanations(db, rows);
    const writer = start({ write: (rows) => write(database.db, rows), capacity: 2 });
    const reference = writer.record(refusal, noon);
    await expect(writer.flush()).rejects.toThrow('could not write 1 explanations');
    writer.record(refusal, noon);
    writer.record({ ...refusal, rule: 'b' }, noon);
    writer.record({ ...refusal, rule: 'c' }, noon);
    await expect(writer.flush()).rejects.toThrow('could not write 2 explanations');
    isDown = false;
    await writer.flush();
    expect(await database.db.explanation.count()).toBe(2);
    expect(await findExplanation(database.db, reference)).toMatchObject({ occurrences: 2 });
  });

  it('drops explanations that the database will never accept', async () => {
    const before = await dropped();
    const writer = start({ write: () => Promise.reject(new Error('constraint')), isTemporary: () => false });
    writer.record(refusal, noon);
    await expect(writer.flush()).rejects.toThrow('could not write 1 explanations');
    expect((await dropped()) - before).toBe(1);
  });

  it('writes more than one batch at once', async () => {
    const writer = start();
    for (let index = 0; index < 250; index += 1) writer.record({ ...refusal, rule: `rule-${index}` }, noon);
    await writer.flush();
    expect(await database.db.explanation.count()).toBe(250);
  });
});

describe('capExplanations', () => {
  it('deletes the oldest records beyond the number, and none below it', async () => {
    const writer = start();
    const at = (seconds: number) => new Date(noon.getTime() + seconds * 1000);
    const references = Array.from({ length: 7 }, (_, index) =>
      writer.record({ ...refusal, rule: `r${index}` }, at(index)),
    );
    await writer.flush();
    expect(await capExplanations(database.db, { maximum: 7 })).toBe(0);
    expect(await capExplanations(database.db, { maximum: 4, signal: AbortSignal.abort() }), 'at a stop').toBe(0);
    expect(await capExplanations(database.db, { maximum: 4 })).toBe(3);
    const kept = await Promise.all(references.map((reference) => findExplanation(database.db, reference)));
    expect(kept.map((row) => row !== null)).toEqual([false, false, false, true, true, true, true]);
  });

  it('deletes them from the network with most (design: explain)', async () => {
    const writer = start();
    const at = (seconds: number) => new Date(noon.getTime() + seconds * 1000);
    const calm = writer.record({ ...refusal, clientAddress: '198.51.100.7' }, at(0));
    const flood = Array.from({ length: 20 }, (_, index) =>
      writer.record({ ...refusal, rule: `r${index}` }, at(index + 1)),
    );
    await writer.flush();
    expect(await capExplanations(database.db, { maximum: 5 })).toBe(16);
    expect(await findExplanation(database.db, calm)).not.toBeNull();
    expect(await findExplanation(database.db, flood.at(-1) ?? '')).not.toBeNull();
    expect(await findExplanation(database.db, flood[0] ?? '')).toBeNull();
  });

  it('bounds the further references too, and keeps the records', async () => {
    const writer = start();
    for (let index = 0; index < 9; index += 1) writer.record(refusal, new Date(noon.getTime() + index));
    await writer.flush();
    for (let index = 0; index < 9; index += 1) writer.record(refusal, new Date(noon.getTime() + 100 + index));
    await writer.flush();
    await capExplanations(database.db, { maximum: 100, references: 9 });
    expect(await database.db.explanationReference.count()).toBe(9);
    expect(await database.db.explanation.findMany()).toMatchObject([{ occurrences: 18 }]);
  });
});
