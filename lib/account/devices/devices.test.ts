import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerKept, signInToAccount } from '#lib/testing/account';
import { locationOf } from '#lib/testing/person';
import { createTestProvider, issuer, type TestProvider } from '#lib/testing/provider';
import { signInAt, signOutFixtures } from '#lib/testing/sign-out';
import { readDevices } from './read';

let provider: TestProvider;
beforeAll(async () => {
  provider = await createTestProvider(signOutFixtures());
});
afterAll(() => provider.close());

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0';

/** Signs Alice in here, and in another browser in which she also signs in to an app. */
async function twoDevices() {
  const { db } = provider.context();
  await db.session.deleteMany();
  const holder = await signInToAccount(provider);
  provider.advance(60);
  const { person } = await signInAt(provider, 'bank');
  const other = await signInToAccount(provider, 'alice', person);
  const { sub, sid } = await holder.session();
  const elsewhere = await db.session.findFirstOrThrow({ where: { sub, NOT: { sid } } });
  await db.session.update({ where: { sid: elsewhere.sid }, data: { userAgent: firefox, address: '203.0.113.9' } });
  return { holder, other, sub, sid, elsewhere: elsewhere.sid };
}

async function onlyDevice() {
  await provider.context().db.session.deleteMany();
  return signInToAccount(provider);
}

const ago = (now: Date, seconds: number) => new Date(now.getTime() - seconds * 1000);

type Dates = { readonly remember: boolean; readonly lastSeenAt: Date };

/** Adds sessions of a person to the browser of one that they have. */
async function addSessions({ sid, sub }: { sid: string; sub: string }, count: number, dates: Dates, name = 'other') {
  const { db, now } = provider.context();
  const { browserId } = await db.session.findUniqueOrThrow({ where: { sid }, select: { browserId: true } });
  const expiresAt = new Date(now.getTime() + 86_400_000);
  const row = { browserId, sub, authTime: now, idp: 'local', createdAt: now, expiresAt, ...dates };
  const data = Array.from({ length: count }, (_, at) => ({ ...row, sid: `${name}-${at}` }));
  await db.session.createMany({ data });
}

describe('the page of devices', () => {
  it('shows this session first, and each session with its browser, address and applications (security #109)', async () => {
    const { holder, sid, elsewhere } = await twoDevices();
    const { groups } = await readDevices(await holder.session(), { locale: 'en' }, provider.context());
    expect(groups).toMatchObject([
      { browser: null, rows: [{ sid, isCurrent: true, apps: [] }] },
      { browser: 'Firefox', system: 'Windows', rows: [{ sid: elsewhere, isCurrent: false, apps: ['The bank'] }] },
    ]);
    expect(groups[1]?.rows[0]).toMatchObject({ address: '203.0.113.9' });
  });

  it('groups the sessions of one device (ux §1.10.3)', async () => {
    const { holder, sub, sid, elsewhere } = await twoDevices();
    const { db } = provider.context();
    const { person } = await signInAt(provider, 'bank');
    await signInToAccount(provider, 'alice', person);
    await db.session.updateMany({ where: { sub, sid: { notIn: [elsewhere] } }, data: { userAgent: firefox } });
    const { groups } = await readDevices(await holder.session(), { locale: 'en' }, provider.context());
    const [group, ...others] = groups;
    expect(others).toEqual([]);
    expect(group?.rows[0]).toMatchObject({ sid, isCurrent: true });
    expect(group?.rows.map((row) => row.sid)).toContain(elsewhere);
    expect(group?.rows).toHaveLength(3);
  });

  it('shows no session that has become idle', async () => {
    const { holder, elsewhere } = await twoDevices();
    const { db, now } = provider.context();
    const lastSeenAt = new Date(now.getTime() - 12 * 3600 * 1000);
    await db.session.update({ where: { sid: elsewhere }, data: { lastSeenAt } });
    expect((await readDevices(await holder.session(), { locale: 'en' }, provider.context())).groups).toHaveLength(1);
  });

  it.each([
    ['51 sessions', 51, true, [51]],
    ['300', 300, true, [51, 50, 50, 50, 50, 49]],
    ['300 that have become idle, and a remembered one', 300, false, [2]],
  ])('has pages of 50 beside this session: %s (security #109)', async (_, count, isLive, expected) => {
    const holder = await onlyDevice();
    const { now } = provider.context();
    const session = await holder.session();
    await addSessions(session, isLive ? count - 1 : count, { remember: isLive, lastSeenAt: ago(now, 12 * 3600) });
    if (!isLive) await addSessions(session, 1, { remember: true, lastSeenAt: ago(now, 24 * 3600) }, 'remembered');
    const pages: string[][] = [];
    for (let page = 1; ; page += 1) {
      const { groups, hasNext } = await readDevices(session, { locale: 'en', page }, provider.context());
      pages.push(groups.flatMap(({ rows }) => rows.map(({ sid }) => sid)));
      if (!hasNext) break;
    }
    expect(pages.map((sids) => sids.length)).toEqual(expected);
    expect(pages[0]?.[0]).toBe(session.sid);
    expect(new Set(pages.flat()).size).toBe(pages.flat().length);
  });

  it('ends a single session at once, and notifies its applications (security #104)', async () => {
    const { holder, other, sub, elsewhere } = await twoDevices();
    const { db } = provider.context();
    await db.logoutNotice.deleteMany();
    const answer = await holder.send('account/devices', { session: elsewhere, decision: 'end' });
    expect(answerKept(provider, answer, sub)).toMatchObject({ path: '/account/devices', kept: { kind: 'done' } });
    await expect(other.session()).rejects.toThrow();
    expect(await db.logoutNotice.count({ where: { sid: elsewhere } })).toBe(1);
    expect(await db.auditEvent.count({ where: { type: 'session.ended', actorId: sub } })).toBeGreaterThan(0);
  });

  it('ends no session of another person, and links to the sign-out for the current one (security #109)', async () => {
    const { holder, sid } = await twoDevices();
    const bob = await signInToAccount(provider, 'bob');
    const { sid: foreign } = await bob.session();
    await holder.send('account/devices', { session: foreign, decision: 'end' });
    await holder.send('account/devices', { session: 'made-up', decision: 'end' });
    expect((await bob.session()).sid).toBe(foreign);
    const own = await holder.send('account/devices', { session: sid, decision: 'end' });
    expect(locationOf(own)).toBe(`${issuer}/logout`);
    expect((await holder.send('account/devices', { decision: 'other' })).status).toBe(400);
  });

  it('asks once before it ends all other sessions', async () => {
    const { holder, other, sub, sid } = await twoDevices();
    const question = await holder.send('account/devices', { decision: 'end_others' });
    expect(answerKept(provider, question, sub).kept).toMatchObject({ kind: 'confirm' });
    expect((await other.session()).sub).toBe(sub);
    await holder.send('account/devices', { decision: 'end_others', confirmed: '1' });
    await expect(other.session()).rejects.toThrow();
    expect((await holder.session()).sid).toBe(sid);
  });
});
