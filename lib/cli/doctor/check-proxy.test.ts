import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { recordEvents } from '#lib/audit/event-store';
import { personEvent } from '#lib/audit/person-event';
import { createTestDatabase, type TestDatabase } from '#lib/testing/database';
import { checkProxy } from './check-proxy';

const now = new Date('2030-01-02T00:00:00Z');
const anHourAgo = new Date('2030-01-01T23:00:00Z');
let database: TestDatabase;

beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.close());

type SignIns = { readonly address: string; readonly count: number; readonly people: number };

async function signIn({ address, count, people }: SignIns, at = anHourAgo, details: object = { known_browser: false }) {
  const events = Array.from({ length: count }, (_, index) => {
    const person = { sub: `sub-${index % people}`, username: `user-${index % people}` };
    const facts = {
      person,
      client: null,
      address,
      requestId: `request-${index}`,
      details: { via: 'sign_in', ...details },
    };
    return personEvent({ type: 'sign_in.succeeded', ...facts });
  });
  await recordEvents(database.db, events, at);
}

describe('doctor says when everybody seems to come from one proxy', () => {
  it.each(['10.0.0.7', '127.0.0.1', '172.17.0.1', '192.168.1.1', '100.64.0.1', 'fd00::1', '::1'])(
    'of a private address: %s',
    async (address) => {
      await signIn({ address, count: 20, people: 5 });
      const finding = await checkProxy(database.db, now);
      expect(finding).toMatchObject({ ok: false, subject: 'addresses' });
      expect(finding.message).toBe(`20 of the last 20 sign-ins, by 5 users, came from ${address}`);
      expect(finding.advice).toContain(`Add ${address} to SIGNET_TRUSTED_PROXIES`);
    },
  );

  it('also when an administrator comes from the same machine', async () => {
    await signIn({ address: '10.0.0.7', count: 18, people: 6 });
    await signIn({ address: '127.0.0.1', count: 2, people: 1 });
    expect(await checkProxy(database.db, now)).toMatchObject({
      ok: false,
      message: expect.stringMatching(/^18 of the last 20/),
    });
  });

  it('and only asks about a public address, which may be an office', async () => {
    await signIn({ address: '203.0.113.9', count: 20, people: 5 });
    const finding = await checkProxy(database.db, now);
    expect(finding).toMatchObject({ ok: true });
    expect(finding.advice).toMatch(/^If this is your proxy: Add 203\.0\.113\.9 to SIGNET_TRUSTED_PROXIES/);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['19 sign-ins', () => signIn({ address: '10.0.0.7', count: 19, people: 5 })],
    [
      'sign-ins of which more than a tenth come from elsewhere',
      async () => {
        await signIn({ address: '10.0.0.7', count: 17, people: 5 });
        await signIn({ address: '203.0.113.9', count: 3, people: 3 });
      },
    ],
    [
      'sign-ins of the day before',
      () => signIn({ address: '10.0.0.7', count: 40, people: 9 }, new Date('2029-12-31T23:59:59Z')),
    ],
    [
      'an application with the password grant',
      () =>
        signIn({ address: '10.0.0.7', count: 40, people: 9 }, anHourAgo, {
          via: 'password_grant',
          known_browser: undefined,
        }),
    ],
  ])('and not after %s', async (_, happen) => {
    await happen();
    expect(await checkProxy(database.db, now)).toMatchObject({ ok: true, advice: null });
  });

  it.each<[string, readonly SignIns[], string]>([
    [
      'all of 4 people',
      [{ address: '10.0.0.7', count: 40, people: 4 }],
      '40 sign-ins in the last 24 hours by 4 users, too few to detect a proxy',
    ],
    [
      'all but one of one person',
      [
        { address: '10.0.0.7', count: 77, people: 1 },
        { address: '203.0.113.9', count: 1, people: 1 },
      ],
      '78 sign-ins in the last 24 hours by 1 user, too few to detect a proxy',
    ],
    [
      'those of 4 people from two places',
      [
        { address: '10.0.0.7', count: 20, people: 4 },
        { address: '203.0.113.9', count: 20, people: 4 },
      ],
      '40 sign-ins in the last 24 hours by 4 users, too few to detect a proxy',
    ],
  ])('and says that it cannot tell from %s', async (_, signIns, message) => {
    for (const one of signIns) await signIn(one);
    expect(await checkProxy(database.db, now)).toMatchObject({ ok: true, message, advice: null });
  });

  it('and denies it for five people from two places', async () => {
    await signIn({ address: '10.0.0.7', count: 17, people: 5 });
    await signIn({ address: '203.0.113.9', count: 3, people: 3 });
    expect(await checkProxy(database.db, now)).toMatchObject({ message: 'users come from different addresses' });
  });
});
