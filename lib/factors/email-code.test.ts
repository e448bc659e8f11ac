import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { masterSecret } from '#lib/crypto/master-secret';
import { transaction } from '#lib/db/transaction';
import { createTestDatabase, type TestDatabase } from '#lib/testing/database';
import { checkEmailCode, createEmailCode, emailCodeAttempts } from './email-code';

const secret = masterSecret('a secret of this test, of some length');
const start = new Date('2030-01-01T12:00:00Z');
const later = (seconds: number) => new Date(start.getTime() + seconds * 1000);

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

let interactions = 0;
const newInteraction = () => `interaction-${++interactions}`;

function create(hash: string, { isDecoy = false, isSent = true, at = 0, use = secret } = {}) {
  const code = { hash, purpose: 'sign_in', sub: 'sub-1', email: 'a@example.com', isDecoy, isSent } as const;
  return transaction(database.db, (tx) => createEmailCode(tx, code, { secret: use, now: later(at) }));
}

function check(hash: string, typed: string, { at = 0, purpose = 'sign_in' as 'sign_in' | 'sign_up' } = {}) {
  return checkEmailCode(database.db, { hash, purpose, typed }, { secret, now: later(at) });
}

const another = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
const right = { outcome: 'right', sub: 'sub-1', email: 'a@example.com' };

describe('a mailed code', () => {
  it('has six digits, is valid once, and is stored only as a keyed hash', async () => {
    const hash = newInteraction();
    const code = await create(hash);
    expect(code).toMatch(/^\d{6}$/);
    const row = await database.db.emailCode.findUniqueOrThrow({ where: { hash } });
    expect(row.codeHash).toHaveLength(43);
    expect(await check(hash, code)).toEqual(right);
    expect(await check(hash, code)).toEqual({ outcome: 'over' });
  });

  it.each([
    ['a space', (code: string) => `${code.slice(0, 3)} ${code.slice(3)}`],
    ['a dash', (code: string) => `${code.slice(0, 3)}-${code.slice(3)}`],
    ['Arabic digits', (code: string) => code.replace(/\d/g, (digit) => String.fromCodePoint(0x660 + Number(digit)))],
    ['wide digits', (code: string) => code.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)))],
  ])('may be typed with %s', async (_, spell) => {
    const hash = newInteraction();
    expect(await check(hash, spell(await create(hash)))).toEqual(right);
  });

  it('expires after ten minutes', async () => {
    const hash = newInteraction();
    const code = await create(hash);
    expect(await check(hash, code, { at: 600 })).toEqual({ outcome: 'over' });
    const again = await create(hash, { at: 600 });
    expect(await check(hash, again, { at: 1199 })).toEqual(right);
  });

  it('is bound to its interaction and its purpose', async () => {
    const [hash, other] = [newInteraction(), newInteraction()];
    const code = await create(hash);
    let otherCode = await create(other);
    while (otherCode === code) otherCode = await create(other);
    expect(await check(other, code)).toEqual({ outcome: 'wrong' });
    expect(await check(hash, code, { purpose: 'sign_up' })).toEqual({ outcome: 'over' });
    expect(await check(hash, code)).toEqual(right);
  });

  it('replaces the previous code, but wrong attempts stay counted', async () => {
    const hash = newInteraction();
    const first = await create(hash);
    for (let wrong = 1; wrong < emailCodeAttempts; wrong += 1) await check(hash, another(first));
    let second = await create(hash);
    while (second === first) second = await create(hash);
    expect(await check(hash, first)).toEqual({ outcome: 'over' });
    expect(await check(hash, second)).toEqual({ outcome: 'over' });
  });

  it('stays when another one is not mailed, with its time and its wrong attempts', async () => {
    const hash = newInteraction();
    const code = await create(hash);
    for (let wrong = 1; wrong < emailCodeAttempts; wrong += 1) await check(hash, another(code));
    const unsent = await create(hash, { isSent: false, at: 300 });
    if (unsent !== code) expect(await check(hash, code, { at: 599 })).toEqual(right);
    expect(await check(hash, code)).toEqual({ outcome: 'over' });
  });

  it('is not valid when it is not mailed, alone or after another one was used', async () => {
    const hash = newInteraction();
    expect(await check(hash, await create(hash, { isSent: false }))).toEqual({ outcome: 'wrong' });
    const code = await create(hash);
    expect(await check(hash, code)).toEqual(right);
    const unsent = await create(hash, { isSent: false });
    expect(await check(hash, unsent)).toEqual({ outcome: 'wrong' });
    expect(await check(hash, code)).toEqual({ outcome: 'wrong' });
  });

  it('is void after five wrong attempts (security #93)', async () => {
    const hash = newInteraction();
    const code = await create(hash);
    const outcomes: string[] = [];
    for (let round = 0; round < emailCodeAttempts; round += 1) {
      outcomes.push((await check(hash, another(code))).outcome);
    }
    expect(outcomes).toEqual(['wrong', 'wrong', 'wrong', 'wrong', 'over']);
    expect(await check(hash, code)).toEqual({ outcome: 'over' });
  });

  it('is never valid for an unknown address', async () => {
    const hash = newInteraction();
    expect(await check(hash, await create(hash, { isDecoy: true }))).toEqual({ outcome: 'wrong' });
  });

  it('is valid once for sixteen simultaneous requests', async () => {
    const hash = newInteraction();
    const code = await create(hash);
    const results = await Promise.all(Array.from({ length: 16 }, () => check(hash, code)));
    expect(results.filter(({ outcome }) => outcome === 'right')).toHaveLength(1);
  });

  it('is compared with at most five of sixteen simultaneous guesses (security #82)', async () => {
    const hash = newInteraction();
    const code = await create(hash);
    const guesses = Array.from({ length: 16 }, () => check(hash, another(code)));
    const compared = (await Promise.all(guesses)).filter(({ outcome }) => outcome === 'wrong');
    expect(compared).toHaveLength(emailCodeAttempts - 1);
    const { failures } = await database.db.emailCode.findUniqueOrThrow({ where: { hash } });
    expect(failures).toBe(emailCodeAttempts);
  });
});
