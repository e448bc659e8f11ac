import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { masterSecret } from '#lib/crypto/master-secret';
import { transaction } from '#lib/db/transaction';
import { createTestDatabase, type TestDatabase } from '#lib/testing/database';
import type { Mail } from './mail';
import { queueMail } from './queue-mail';

const secret = masterSecret('a secret of this test, of some length');
const start = new Date('2030-01-01T12:00:30Z');
const alarm: Mail = {
  kind: 'factor_added',
  values: { factor: 'passkey', name: 'Key' },
  to: 'alice@example.com',
  locale: 'en',
  tenant: null,
};
const link = 'https://id.example/recover/reset?token=abc';
const recover: Mail = { ...alarm, kind: 'recover', values: { link, lifetimeMinutes: 15 } };

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.close());

const queue = (mail: Mail, seconds = 0) =>
  transaction(database.db, (tx) => queueMail(tx, mail, { secret, now: new Date(start.getTime() + seconds * 1000) }));
const count = () => database.db.outboxMail.count();

describe('equal alarms within a minute are merged', () => {
  it.each([
    ['at once', 0],
    ['within the same minute of the clock', 29],
    ['in the next minute of the clock', 31],
    ['after 59 seconds', 59],
  ])('%s', async (_, seconds) => {
    const id = await queue(alarm);
    expect(await queue(alarm, seconds)).toBe(id);
    expect(await count()).toBe(1);
  });

  it('even if sixteen are written simultaneously', async () => {
    const ids = await Promise.all(Array.from({ length: 16 }, () => queue(alarm)));
    expect(new Set(ids).size).toBe(1);
    expect(await count()).toBe(1);
  });

  it('regardless of the order of values and the case of the address', async () => {
    await queue(alarm);
    await queue({
      ...alarm,
      kind: 'factor_added',
      values: { name: 'Key', factor: 'passkey' },
      to: 'Alice@Example.com',
    });
    expect(await count()).toBe(1);
  });

  it.each<[string, Mail, number]>([
    ['a minute later', alarm, 60],
    ['of another kind', { ...alarm, kind: 'factor_removed', values: { factor: 'passkey', name: 'Key' } }, 0],
    ['to another address', { ...alarm, to: 'bob@example.com' }, 0],
    ['of other content', { ...alarm, kind: 'factor_added', values: { factor: 'passkey', name: 'Other' } }, 0],
  ])('but not %s', async (_, other, seconds) => {
    await queue(alarm);
    await queue(other, seconds);
    expect(await count()).toBe(2);
  });

  it('but never mails that a person requested', async () => {
    await queue(recover);
    await queue(recover);
    expect(await count()).toBe(2);
  });
});

describe('a mail is refused', () => {
  const to = (address: string): Mail => ({ ...recover, to: address });
  it.each<[string, Mail]>([
    ['an address with another header (security #151)', to('alice@example.com\r\nBcc: eve@example.com')],
    ['two addresses', to('alice@example.com,eve@example.com')],
    ['a name with its address', to('Alice <alice@example.com>')],
    ['a comment', to('alice@example.com(eve)')],
    ['a quoted local part', to('"alice"@example.com')],
    ['no domain', to('alice')],
    ['an invisible character', to('ali\u200bce@example.com')],
    ['an address of 255 characters', to(`alice@${'x'.repeat(249)}`)],
    ['a local part of 65 characters', to(`${'a'.repeat(65)}@example.com`)],
    [
      'a link that is not a web address',
      { ...recover, kind: 'recover', values: { link: 'javascript:alert(1)', lifetimeMinutes: 15 } },
    ],
    [
      'a link of 2049 characters',
      { ...recover, kind: 'recover', values: { link: link.padEnd(2049, 'x'), lifetimeMinutes: 15 } },
    ],
    ['a lifetime of more than 30 days', { ...recover, kind: 'recover', values: { link, lifetimeMinutes: 43_201 } }],
    [
      'a name of 201 characters',
      { ...alarm, kind: 'factor_added', values: { factor: 'passkey', name: 'x'.repeat(201) } },
    ],
    ['a code of letters', { ...alarm, kind: 'email_code', values: { code: 'abcdef', lifetimeMinutes: 10 } }],
  ])('with %s', async (_, mail) => {
    await expect(queue(mail)).rejects.toMatchObject({ name: 'ZodError' });
    expect(await count()).toBe(0);
  });

  it('but accepted at the limit', async () => {
    await queue(to(`${'a'.repeat(64)}@${'x'.repeat(185)}.com`));
    await queue({ ...recover, kind: 'recover', values: { link: link.padEnd(2048, 'x'), lifetimeMinutes: 43_200 } });
    expect(await count()).toBe(2);
  });
});
