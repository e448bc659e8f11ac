import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { NewAuditEvent } from '#lib/audit/event';
import { recordEvents } from '#lib/audit/event-store';
import { personEvent } from '#lib/audit/person-event';
import { createTestAdmin, type TestAdmin } from '#lib/testing/admin';
import { countStatements } from '#lib/testing/count-statements';
import { fixtures } from '#lib/testing/fixtures';
import { createPerson, password } from '#lib/testing/person';
import { readSignInStatus } from './sign-in-status';
import { readTimeline } from './timeline';

const hourMs = 3_600_000;
let area: TestAdmin;
let count = 0;
beforeAll(async () => {
  area = await createTestAdmin(fixtures);
});
afterAll(() => area.close());

/** An account that nobody has used. */
async function newPerson() {
  const username = `person-${++count}`;
  await area.provider.configure({ ...fixtures, users: [...fixtures.users, { username, password }] });
  const { sub } = await area.provider
    .context()
    .db.user.findFirstOrThrow({ where: { username }, select: { sub: true } });
  const admin = await area.admin();
  const record = (events: readonly NewAuditEvent[], hoursAgo = 0) =>
    recordEvents(admin.db, events, new Date(admin.now.getTime() - hoursAgo * hourMs));
  const attempt = (problem: string) =>
    personEvent({
      ...{
        type: 'sign_in.failed',
        outcome: 'failure',
        person: null,
        attempted: { sub, username },
        typedName: username,
      },
      ...{ client: null, address: '192.0.2.9', requestId: 'r', details: { problem, via: 'sign_in' } },
    });
  const status = async (enabled = true) => readSignInStatus(await area.admin(), { sub, enabled });
  return { username, sub, admin, record, attempt, status };
}

async function signIn(username: string, typed = password) {
  const person = createPerson(area.provider);
  return person.signIn(await person.get('/account/sign-in?to=%2Faccount'), username, { password: typed });
}

describe('whether a person can sign in', () => {
  it('is told of somebody who never did, in one statement', async () => {
    const { sub, admin, status } = await newPerson();
    expect(await status()).toEqual({ canSignIn: true, last: null, failed: null });
    expect(await status(false)).toEqual({ canSignIn: false, last: null, failed: null });
    const counted = countStatements(admin.db);
    await readSignInStatus({ ...admin, db: counted.db }, { sub, enabled: true });
    expect(counted.count()).toBe(1);
  });

  it('follows the newest attempt, in any browser', async () => {
    const { username, status } = await newPerson();
    await signIn(username);
    const last = { factors: ['password'], provider: null, browser: null };
    expect(await status()).toMatchObject({ canSignIn: true, last, failed: null });
    area.provider.advance(120);
    await signIn(username, 'wrong password');
    area.provider.advance(1);
    await signIn(username, 'wrong password');
    expect(await status()).toMatchObject({ canSignIn: false, last, failed: { problem: 'wrong_password', count: 2 } });
    area.provider.advance(1);
    await signIn(username);
    expect(await status()).toMatchObject({ canSignIn: true, failed: null });
  });

  it('counts the failures with the newest reason, and none that is older than a day', async () => {
    const { record, attempt, status, admin } = await newPerson();
    await record([attempt('wrong_password')], 25);
    expect(await status()).toMatchObject({ canSignIn: true, failed: null });
    await record([attempt('wrong_password')], 3);
    await record([attempt('wrong_second_factor')], 2);
    await record([attempt('wrong_password')], 1);
    const since = new Date(admin.now.getTime() - 3 * hourMs);
    expect(await status()).toMatchObject({ canSignIn: false, failed: { problem: 'wrong_password', count: 2, since } });
  });

  it('is not touched by attempts with a masked name that equals an ID', async () => {
    const { sub, record, attempt, status } = await newPerson();
    const event = { ...attempt('unknown_user'), target: { kind: 'typed_name', id: sub, name: sub } };
    await record([event]);
    expect(await status()).toMatchObject({ canSignIn: true, failed: null });
  });
});

describe('the timeline of a person', () => {
  it('is filtered by failures, apps and administrators, and goes on with earlier events', async () => {
    const { sub, username, admin, record, attempt } = await newPerson();
    const person = { sub, username };
    const own = { person, client: null, address: null, requestId: 'r' };
    const target = { kind: 'user', id: sub, name: username };
    const root = { kind: 'user', id: 'sub-root', name: 'root' } as const;
    const line = { kind: 'command_line', id: null, name: null } as const;
    await record([attempt('wrong_password')], 4);
    await record([personEvent({ type: 'consent.granted', ...own })], 3);
    await record([{ type: 'user.signed_out', outcome: 'success', actor: root, target }], 2);
    await record([{ type: 'password_link.created', outcome: 'success', actor: line, target }], 1);
    const types = async (query: Record<string, string>) =>
      (await readTimeline(admin, { sub, query })).events
        .map(({ type }) => type)
        .filter((type) => type !== 'user.created');
    expect(await types({})).toEqual(['password_link.created', 'user.signed_out', 'consent.granted', 'sign_in.failed']);
    expect(await types({ show: 'failed' })).toEqual(['sign_in.failed']);
    expect(await types({ show: 'apps' })).toEqual(['consent.granted']);
    expect(await types({ show: 'admin' })).toEqual(['password_link.created', 'user.signed_out']);
    await record(Array.from({ length: 51 }, () => personEvent({ type: 'sign_out.completed', ...own })));
    const first = await readTimeline(admin, { sub, query: {} });
    expect(first.events).toHaveLength(50);
    const rest = await readTimeline(admin, { sub, query: { before: first.earlier ?? '' } });
    expect(new Set([...first.events, ...rest.events].map(({ id }) => id)).size).toBe(56);
    expect(rest.earlier).toBeNull();
  });
});
