import { beforeEach, describe, expect, it } from 'vitest';
import { type AskedPortal, createAskedPortal, dayMs } from '#lib/testing/access-requests';
import { takeMails } from '#lib/testing/queued-mails';
import { tellApprovers } from './tell-approvers';

let portal: AskedPortal;

beforeEach(async () => {
  portal = await createAskedPortal();
  return portal.close;
});

const tell = () => tellApprovers(portal.provider.context());
const told = async () => {
  const mails = await takeMails(portal.provider.context());
  return mails.map(({ to, kind, values }) => ({ to, kind, values })).toSorted((a, b) => (a.to < b.to ? -1 : 1));
};
const configure = (users: readonly object[]) => portal.provider.configure({ users });
const verified = (name: string) => ({ email: `${name}@example.com`, email_verified: true });

const member = (end: string) => {
  return { username: 'lea', groups: [{ group: 'leads', expires_at: end }], claims: verified('lea') };
};

describe('the mail to approvers (decision 023)', () => {
  it('names who asks for what and why, once a request', async () => {
    await portal.ask('ann', 'ledger', 'March is near');
    const sent = await Promise.all([tell(), tell()]);
    expect(sent.reduce((sum, count) => sum + count)).toBe(2);
    expect(await tell()).toBe(0);
    const values = { app: 'Ledger', username: 'ann', reason: 'March is near' };
    expect(await told()).toEqual([
      { to: 'lea@example.com', kind: 'access_requested', values },
      { to: 'leo@example.com', kind: 'access_requested', values },
    ]);
  });

  it.each<[string, object, readonly string[]]>([
    ['nobody who is disabled', { username: 'lea', enabled: false }, ['leo']],
    ['nobody without an address', { username: 'lea', claims: {} }, ['leo']],
    ['nobody whose address is not verified', { username: 'lea', claims: { email: 'lea@example.com' } }, ['leo']],
    ['nobody who left the group', { username: 'lea', groups: [], claims: verified('lea') }, ['leo']],
    ['nobody whose membership is over', member('2026-01-01T12:00:00Z'), ['leo']],
    ['somebody whose membership is over in a millisecond', member('2026-01-01T12:00:00.001Z'), ['lea', 'leo']],
  ])('goes to %s', async (_, user, names) => {
    await configure([user]);
    await portal.ask('ann', 'ledger');
    await tell();
    expect((await told()).map(({ to }) => to)).toEqual(names.map((name) => `${name}@example.com`));
  });

  it('goes to nobody who asks, nor to those who may not enter the tenant', async () => {
    await portal.ask('lea', 'wiki');
    await tell();
    expect((await told()).map(({ to }) => to)).toEqual(['leo@example.com']);
    await portal.provider.configure({
      tenants: [{ name: 'acme', display_name: 'Acme' }],
      users: [{ username: 'lea', tenants: 'none', claims: verified('lea') }],
    });
    await portal.configureClient('ledger', { tenant: 'acme' });
    await portal.ask('ann', 'ledger');
    await tell();
    expect((await told()).map(({ to }) => to)).toEqual(['leo@example.com']);
  });

  it('goes to nobody once it is decided, or the client is for everyone', async () => {
    await portal.ask('ann', 'ledger');
    await portal.decide(await portal.only(), { kind: 'decline', note: null });
    await takeMails(portal.provider.context());
    await portal.ask('ann', 'wiki');
    await portal.configureClient('wiki', { access: 'everyone' });
    expect(await tell()).toBe(0);
    expect(await told()).toEqual([]);
  });

  it('goes to 25 at most, by username', async () => {
    const names = Array.from({ length: 150 }, (_, index) => `a${String(index).padStart(3, '0')}`);
    // Every fifth can be told.
    await configure(
      names.map((username, index) => ({
        ...{ username, groups: ['leads'], claims: index % 5 === 0 ? verified(username) : {} },
      })),
    );
    await portal.ask('ann', 'ledger');
    expect(await tell()).toBe(25);
    const expected = names.filter((_, index) => index % 5 === 0).slice(0, 25);
    expect((await told()).map(({ to }) => to)).toEqual(expected.map((name) => `${name}@example.com`));
  });

  it('goes to each at most 50 times a day', async () => {
    const { db, now } = portal.provider.context();
    const key = `mail-approver:${await portal.sub('lea')}`;
    await db.rateLimit.create({ data: { key, count: 49, expiresAt: new Date(now.getTime() + dayMs) } });
    await portal.ask('ann', 'ledger');
    await portal.ask('bob', 'ledger');
    await tell();
    expect((await told()).map(({ to }) => to)).toEqual(['lea@example.com', 'leo@example.com', 'leo@example.com']);
    portal.provider.advance(dayMs / 1000);
    await portal.ask('cyd', 'ledger');
    await tell();
    expect((await told()).map(({ to }) => to)).toEqual(['lea@example.com', 'leo@example.com']);
  });
});
