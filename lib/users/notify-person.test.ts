import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { transaction } from '#lib/db/transaction';
import { createTestProvider, type TestProvider } from '#lib/testing/provider';
import { listUnreadNotices, markNoticesRead } from './notice-store';
import { notifyPerson } from './notify-person';
import { findUserByUsername } from './user-store';

let provider: TestProvider;
beforeAll(async () => {
  provider = await createTestProvider({
    users: [
      { username: 'mailed', claims: { email: 'm@example.com', email_verified: true } },
      { username: 'typed', claims: { email: 't@example.com', email_verified: false } },
      { username: 'dotted', claims: { email: 'd..d@example.com', email_verified: true } },
    ],
  });
});
afterAll(() => provider.close());

async function tell(username: string) {
  const { db, settings, now } = provider.context();
  const user = await findUserByUsername(db, username);
  if (user === null) throw new Error('no such user');
  const alarm = { kind: 'new_device', values: { browser: 'Firefox (Windows)' } } as const;
  await transaction(db, (tx) => notifyPerson(tx, user, alarm, { secret: settings.secret, now }));
  return user.sub;
}

describe('notifyPerson', () => {
  it('writes a notice, and a mail if there is a verified address', async () => {
    const { db, now } = provider.context();
    const sub = await tell('mailed');
    expect(await listUnreadNotices(db, sub, now)).toMatchObject([{ kind: 'new_device' }]);
    expect(await db.outboxMail.findMany({ select: { kind: true } })).toEqual([{ kind: 'new_device' }]);
  });

  it('sends no mail to an unverified address', async () => {
    const { db, now } = provider.context();
    const before = await db.outboxMail.count();
    const sub = await tell('typed');
    expect(await listUnreadNotices(db, sub, now)).toHaveLength(1);
    expect(await db.outboxMail.count()).toBe(before);
  });

  it('writes only the notice for an address that no mail can be sent to', async () => {
    const { db, now } = provider.context();
    const before = await db.outboxMail.count();
    const sub = await tell('dotted');
    expect(await listUnreadNotices(db, sub, now)).toHaveLength(1);
    expect(await db.outboxMail.count()).toBe(before);
  });

  it('keeps a notice until the person reads it, up to 90 days', async () => {
    const { db, now } = provider.context();
    const sub = await tell('typed');
    const notices = await listUnreadNotices(db, sub, now);
    const ids = notices.map(({ id }) => id);
    await transaction(db, (tx) => markNoticesRead(tx, { sub: 'somebody-else', ids }, now));
    expect(await listUnreadNotices(db, sub, now)).toHaveLength(ids.length);
    expect(await listUnreadNotices(db, sub, new Date(now.getTime() + 90 * 86_400_000))).toEqual([]);
    await transaction(db, (tx) => markNoticesRead(tx, { sub, ids }, now));
    expect(await listUnreadNotices(db, sub, now)).toEqual([]);
  });
});
