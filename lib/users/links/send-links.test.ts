import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hashHandle } from '#lib/crypto/hash';
import { masterSecret } from '#lib/crypto/master-secret';
import type { Transaction } from '#lib/db/database';
import { transaction } from '#lib/db/transaction';
import { countStatements } from '#lib/testing/count-statements';
import { createTestDatabase, type TestDatabase } from '#lib/testing/database';
import { queuedMails, takeMails, tokenIn } from '#lib/testing/queued-mails';
import { accountLinkKinds, consumeAccountLink, findAccountLink, voidAccountLinks } from '../account-link-store';
import { canonicalUsername } from '../canonical-username';
import type { MailOrigin } from '../mail-recipient';
import { findPasswordLink } from '../password-link';
import type { User } from '../user';
import { createUser } from '../user-store';
import { createLink, linkMinutes } from './create-link';
import { sendInvitation, sendRecovery, sendVerification } from './send-links';

const settings = { issuer: 'https://op.test', secret: masterSecret('a secret of this test, of some length') };
const start = new Date('2030-01-01T12:00:00Z');
const later = (minutes: number) => new Date(start.getTime() + minutes * 60_000);
const context = { settings, now: start };
const origin: MailOrigin = { locale: 'en', tenant: null };

let database: TestDatabase;
let place: { db: TestDatabase['db']; settings: typeof settings };
beforeAll(async () => {
  database = await createTestDatabase();
  place = { db: database.db, settings };
});
afterAll(() => database.close());
beforeEach(() => database.db.outboxMail.deleteMany());

let people = 0;
async function person(claims: User['claims'] = {}, tenants: User['tenants'] = 'none'): Promise<User> {
  const username = `person${++people}`;
  const canonical = canonicalUsername(username);
  if (canonical === null) throw new Error('no username');
  const whole = { email: `${username}@example.com`, email_verified: true, ...claims };
  const input = { username, canonicalUsername: canonical, passwordHash: null, enabled: true, admin: null, tenants };
  return createUser(database.db, { ...input, claims: whole }, start);
}

const inTransaction = <T>(work: (tx: Transaction) => Promise<T>) => transaction(database.db, work);
const recover = (user: User | null, from = origin, now = start) =>
  inTransaction((tx) => sendRecovery(tx, { person: user, origin: from, place: {} }, { settings, now }));
const find = (token: string, now = start) => findAccountLink(database.db, hashHandle(token), accountLinkKinds, now);

describe('a mailed link', () => {
  it('uses the configured issuer, has 256 bits, and is stored only as a hash (security #92)', async () => {
    const user = await person();
    await recover(user);
    const [mail] = await queuedMails(place);
    const token = tokenIn(mail);
    expect(mail).toMatchObject({ kind: 'recover', to: user.claims.email, values: { lifetimeMinutes: 15 } });
    expect(mail?.values).toMatchObject({ link: `https://op.test/recover/reset?token=${token}` });
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    const rows = await database.db.accountLink.findMany({ where: { sub: user.sub } });
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it.each(accountLinkKinds)('%s works for its lifetime', async (kind) => {
    const { sub } = await person();
    const { link } = await inTransaction((tx) => createLink(tx, { kind, sub, email: 'x@example.com' }, context));
    const token = new URL(link).searchParams.get('token') ?? '';
    const minutes = { recover: 15, change_email: 15, verify_email: 24 * 60, undo_email: 72 * 60 }[kind];
    expect(linkMinutes[kind]).toBe(minutes);
    expect(await find(token, later(minutes - 1))).toMatchObject({ kind, sub, email: 'x@example.com' });
    expect(await find(token, later(minutes))).toBeNull();
    const use = (tx: Transaction) => consumeAccountLink(tx, hashHandle(token), [kind], later(minutes));
    expect(await inTransaction(use)).toBeNull();
  });

  it('works once for sixteen simultaneous requests (security #90)', async () => {
    const { sub } = await person();
    const made = await inTransaction((tx) => createLink(tx, { kind: 'recover', sub, email: 'x@example.com' }, context));
    const hash = hashHandle(new URL(made.link).searchParams.get('token') ?? '');
    const uses = Array.from({ length: 16 }, () =>
      inTransaction((tx) => consumeAccountLink(tx, hash, ['recover'], start)),
    );
    expect((await Promise.all(uses)).filter((link) => link !== null)).toHaveLength(1);
  });

  it('is not found under another kind', async () => {
    const user = await person();
    await recover(user);
    const hash = hashHandle(tokenIn((await queuedMails(place))[0]));
    expect(await findAccountLink(database.db, hash, ['verify_email', 'change_email', 'undo_email'], start)).toBeNull();
  });

  it.each(['recover', 'verify_email', 'change_email'] as const)(
    '%s is voided by a newer one of the same kind',
    async (kind) => {
      const { sub } = await person();
      const make = (of: typeof kind | 'undo_email') =>
        inTransaction((tx) => createLink(tx, { kind: of, sub, email: 'x@example.com' }, context));
      const [first, undo, second] = [await make(kind), await make('undo_email'), await make(kind)];
      const tokens = [first, undo, second].map(({ link }) => new URL(link).searchParams.get('token') ?? '');
      const found = await Promise.all(tokens.map((token) => find(token)));
      expect(found.map((link) => link?.kind ?? null)).toEqual([null, 'undo_email', kind]);
    },
  );

  it('to undo a change stays valid with a newer one', async () => {
    const { sub } = await person();
    const make = () =>
      inTransaction((tx) => createLink(tx, { kind: 'undo_email', sub, email: 'x@example.com' }, context));
    const tokens = [await make(), await make()].map(({ link }) => new URL(link).searchParams.get('token') ?? '');
    expect((await Promise.all(tokens.map((token) => find(token)))).every((link) => link !== null)).toBe(true);
  });

  it('is voided with all links of its person, and with the account', async () => {
    const [user, other] = [await person(), await person()];
    await recover(user);
    await recover(other);
    const [token = '', otherToken = ''] = (await takeMails(place))
      .toSorted((a, b) => Number(b.to === user.claims.email) - Number(a.to === user.claims.email))
      .map(tokenIn);
    expect(await inTransaction((tx) => voidAccountLinks(tx, user.sub, start))).toBe(1);
    expect([await find(token), await find(otherToken)]).toMatchObject([null, { sub: other.sub }]);
    await database.db.user.delete({ where: { sub: other.sub } });
    expect(await find(otherToken)).toBeNull();
  });
});

describe('recovery', () => {
  it('goes only to a verified address', async () => {
    await recover(await person({ email_verified: false }));
    await recover(await person({ email_verified: 'true' }));
    await recover(null);
    expect(await queuedMails(place)).toEqual([]);
  });

  it.each(['d..d@example.com', '"d"@example.com', 'd,e@example.com', `${'d'.repeat(65)}@example.com`])(
    'looks the same for %j, a verified address that no mail can be sent to (security #85)',
    async (email) => {
      await recover(await person({ email }));
      expect(await queuedMails(place)).toEqual([]);
    },
  );

  it('takes the same statements with and without an account (security #85, #86)', async () => {
    const statementsFor = async (user: User | null) => {
      const counting = countStatements(database.db);
      await transaction(counting.db, async (tx) => {
        const inner = countStatements(tx as TestDatabase['db']);
        await sendRecovery(inner.db, { person: user, origin, place: {} }, context);
        counts.push(inner.count());
      });
    };
    const counts: number[] = [];
    await statementsFor(await person());
    await statementsFor(await person({ email_verified: false }));
    await statementsFor(null);
    expect(counts).toEqual([3, 3, 3]);
  });

  it.each<[string, User['claims'], User['tenants'], MailOrigin, object]>([
    [
      'of the person',
      { locale: 'de-AT', zoneinfo: 'Europe/Vienna' },
      'none',
      origin,
      { locale: 'de', timeZone: 'Europe/Vienna' },
    ],
    ['of the page if the person has none', {}, 'none', { locale: 'fr', tenant: null }, { locale: 'fr', tenant: null }],
    [
      'of the page if the language of the person is unknown',
      { locale: 'tlh' },
      'all',
      { locale: 'pl', tenant: null },
      { locale: 'pl' },
    ],
    ['never a pseudo-locale', {}, ['a', 'b'], { locale: 'ar-XB', tenant: null }, { locale: 'en', tenant: null }],
    ['and look of the person’s only tenant', {}, ['acme'], origin, { locale: 'en', tenant: 'acme' }],
    ['and look of the page above all', {}, ['acme'], { locale: 'en', tenant: 'shop' }, { tenant: 'shop' }],
  ])('is in the language %s', async (_, claims, tenants, from, expected) => {
    await recover(await person(claims, tenants), from);
    expect((await queuedMails(place))[0]).toMatchObject(expected);
  });
});

describe('verification', () => {
  it.each([
    ['verify_email', 24 * 60],
    ['change_email', 15],
  ] as const)('%s links to the page that asks', async (kind, lifetimeMinutes) => {
    const user = await person();
    const send = { person: user, kind, email: 'new@example.com', origin };
    await inTransaction((tx) => sendVerification(tx, send, context));
    const [mail] = await queuedMails(place);
    expect(mail).toMatchObject({ kind: 'verify_email', to: 'new@example.com', values: { lifetimeMinutes } });
    expect(JSON.stringify(mail?.values)).toContain('"https://op.test/verify?token=');
  });
});

describe('an invitation', () => {
  it('works for seven days, names the person, and voids an earlier one', async () => {
    const user = await person();
    const invite = () =>
      inTransaction((tx) =>
        sendInvitation(tx, { person: user, email: 'i@example.com', carries: null, origin }, context),
      );
    await invite();
    const [first] = await takeMails(place);
    const { expiresAt } = await invite();
    const [second] = await takeMails(place);
    expect(expiresAt).toEqual(later(7 * 24 * 60));
    expect(second).toMatchObject({ kind: 'invite', to: 'i@example.com', values: { username: user.username } });
    expect(JSON.stringify(second?.values)).toContain('"https://op.test/setup?token=');
    expect(await findPasswordLink(database.db, tokenIn(first), start)).toBeNull();
    expect(await findPasswordLink(database.db, tokenIn(second), later(7 * 24 * 60 - 1))).toMatchObject({
      sub: user.sub,
    });
  });
});
