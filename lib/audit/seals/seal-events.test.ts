import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { masterSecret } from '#lib/crypto/master-secret';
import { openDatabase } from '#lib/db/open';
import { createTestDatabase, type TestDatabase } from '#lib/testing/database';
import type { NewAuditEvent } from '../event';
import { createEventId, firstEventId } from '../event-id';
import { listEvents, recordEvents } from '../event-store';
import { createSealer, sealEvents } from './seal-events';
import { findLastSeal } from './seal-store';
import { verifyChain } from './verify-chain';

const secret = masterSecret('a secret of this test, of some length');
const start = new Date('2026-01-01T12:00:00Z');
const later = (seconds: number) => new Date(start.getTime() + seconds * 1000);
const event = (name: string): NewAuditEvent => ({
  type: 'sign_in.succeeded',
  outcome: 'success',
  actor: { kind: 'user', id: name, name },
});

let open: TestDatabase;

beforeEach(async () => {
  open = await createTestDatabase();
});

afterEach(() => open.close());

const seal = ({ db }: Pick<TestDatabase, 'db'> = open) => sealEvents(db, secret, later(700));

async function record(count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) await recordEvents(open.db, [event(`u${index}`)], later(index));
}

describe('the hash chain of the audit log (security #163)', () => {
  it('covers every event in its order', async () => {
    await record(5);
    expect(await seal()).toBe(5);
    await recordEvents(open.db, [event('late')], later(100));
    expect(await seal()).toBe(1);
    expect(await seal()).toBe(0);
    expect(await verifyChain(open.db, secret, later(10_000))).toEqual({ intact: true, events: 6, keyedAfter: 0 });
  });

  it('covers an event that a slow transaction or a slow clock recorded before the last sealed one', async () => {
    await recordEvents(open.db, [event('a')], later(600));
    await seal();
    await recordEvents(open.db, [event('b')], later(0));
    expect(await seal()).toBe(1);
    expect(await verifyChain(open.db, secret, later(10_000))).toEqual({ intact: true, events: 2, keyedAfter: 0 });
  });

  it('covers events after one that was recorded by a fast clock', async () => {
    await recordEvents(open.db, [event('early')], later(30 * 86_400));
    await sealEvents(open.db, secret, later(0));
    await recordEvents(open.db, [event('next')], later(10));
    expect(await sealEvents(open.db, secret, later(11))).toBe(1);
    expect(await verifyChain(open.db, secret, later(10_000))).toEqual({ intact: true, events: 2, keyedAfter: 0 });
  });

  it('detects a changed, a removed and an inserted event', async () => {
    await record(4);
    await seal();
    const [, third] = await listEvents(open.db, {}, 4);
    const id = third?.id ?? '';
    await open.db.auditEvent.update({ where: { id }, data: { actorName: 'somebody else' } });
    expect(await verifyChain(open.db, secret, later(10_000))).toEqual({
      intact: false,
      sequence: 3,
      problem: 'changed',
    });
    await open.db.auditSeal.delete({ where: { eventId: id } });
    await open.db.auditEvent.delete({ where: { id } });
    expect(await verifyChain(open.db, secret, later(10_000))).toEqual({
      intact: false,
      sequence: 3,
      problem: 'missing',
    });
  });

  it('detects an event that was inserted long after its time', async () => {
    await record(1);
    await seal();
    await recordEvents(open.db, [event('forged')], new Date('2025-01-01T00:00:00Z'));
    await seal();
    expect(await verifyChain(open.db, secret, later(10_000))).toEqual({
      intact: false,
      sequence: null,
      problem: 'unsealed',
    });
  });

  it('logs its head once when a process stops', async () => {
    const lines: unknown[] = [];
    const log = { info: (...line: unknown[]) => lines.push(line) };
    await record(3);
    const seal = createSealer({ db: open.db, secret, log });
    await seal(AbortSignal.abort());
    await seal(AbortSignal.abort());
    const head = await findLastSeal(open.db);
    expect(lines).toEqual([[{ sequence: 3, hash: head?.hash }, 'head of the audit log']]);
  });

  it('stays one chain when two processes seal at once', async () => {
    const other = await openDatabase(open.url);
    await record(40);
    await Promise.all([seal(), seal(other), seal(), seal(other)]);
    await seal();
    expect(await verifyChain(open.db, secret, later(10_000))).toEqual({ intact: true, events: 40, keyedAfter: 0 });
    await other.close();
  });
});

describe('event identifiers', () => {
  it('sort by time and are unique', () => {
    const ids = Array.from({ length: 100 }, () => createEventId(start));
    expect(new Set(ids).size).toBe(100);
    expect(ids.every((id) => id >= firstEventId(start) && id < firstEventId(later(0.001)))).toBe(true);
    expect(createEventId(later(1)) > createEventId(start)).toBe(true);
  });
});
