import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, describe, expect, it } from 'vitest';
import { decideAccess } from '#lib/groups/decide-access';
import { readSummary } from '#lib/groups/summary';
import { type AskedPortal, createAskedPortal, dayMs } from '#lib/testing/access-requests';
import { type AccountHolder, answerKept, sendWhile, signInToAccount } from '#lib/testing/account';
import { countStatements } from '#lib/testing/count-statements';
import { locationOf } from '#lib/testing/person';
import type { FormFields } from '#lib/testing/provider';
import { takeMails } from '#lib/testing/queued-mails';
import { listUnreadNotices } from '#lib/users/notice-store';
import { countApprovals, readApprovals } from './read';
import { ApprovalsView, approvalPages } from './view';

let portal: AskedPortal;
let lea: AccountHolder;

beforeEach(async () => {
  portal = await createAskedPortal();
  lea = await signInToAccount(portal.provider, 'lea');
  return portal.close;
});

const send = (fields: FormFields, holder = lea) => holder.send('account/approvals', fields);
const told = async (fields: FormFields, holder = lea) => {
  const { sub } = await holder.session();
  return answerKept(portal.provider, await send(fields, holder), sub).kept;
};
const askOf = async (username: string, clientId: 'ledger' | 'wiki' | 'shop', reason?: string) => {
  await portal.ask(username, clientId, reason);
  const sub = await portal.sub(username);
  const request = (await portal.requests()).find((one) => one.sub === sub && one.clientId === clientId);
  return request?.id ?? '';
};
const rows = async (holder = lea) => {
  const { user } = await holder.session();
  return readApprovals(user, portal.provider.context(), 1);
};
const may = async (username: string, clientId: string, ms = 0) => {
  const { db, snapshot, now } = portal.provider.context();
  const { access } = await db.user.findUniqueOrThrow({ where: { canonicalUsername: username } });
  const client = snapshot.clients.get(clientId);
  if (client === undefined) throw new Error('no client');
  const { roles, may } = decideAccess(readSummary(access), client, snapshot, new Date(now.getTime() + ms));
  return may ? roles.map(({ name }) => name) : null;
};
const notices = async (username: string) => {
  const { db, now } = portal.provider.context();
  return (await listUnreadNotices(db, await portal.sub(username), now)).map(({ kind, details }) => [
    kind,
    JSON.parse(details),
  ]);
};

describe('the page of approvers (decision 023)', () => {
  it('shows who asks for what, why, and how old the account is', async () => {
    const id = await askOf('ann', 'ledger', 'March is near');
    portal.provider.advance(dayMs / 1000 / 24);
    const second = await askOf('bob', 'wiki');
    await askOf('cyd', 'shop');
    const found = await rows();
    expect(found?.page.rows).toEqual([
      expect.objectContaining({
        id,
        app: 'Ledger',
        username: 'ann',
        name: 'Ann Smith',
        email: 'ann@example.com',
        reason: 'March is near',
        role: 'user',
      }),
      expect.objectContaining({
        id: second,
        app: 'Wiki',
        username: 'bob',
        name: null,
        email: null,
        reason: null,
        roles: [],
      }),
    ]);
    const { now } = portal.provider.context();
    const timeZone = { name: 'UTC', isNamed: false };
    const form = { action: '/account/approvals/submit', csrf: 'x', typed: {}, problem: null };
    if (found === null) throw new Error('no page');
    const html = renderToStaticMarkup(
      <ApprovalsView locale="en" {...found} form={form} timeZone={timeZone} now={now} />,
    );
    expect([...html.matchAll(/data-request="([^"]+)"/g)].map(([, one]) => one)).toEqual([id, second]);
    expect(html).toContain('1 hour ago');
    expect(html).toContain('Jan 1, 2026');
    expect(html).toContain('They get access without a role.');
    expect(html).toContain('min="2026-01-01" max="2031-01-01"');
    expect(
      [...html.matchAll(/<option value="([^"]*)"( selected="")?/g)].map(([, role, isChosen]) => [
        role,
        Boolean(isChosen),
      ]),
    ).toEqual([
      ['admin', false],
      ['user', true],
    ]);
  });

  it('keeps what was typed at its request alone', async () => {
    const [id, other] = [await askOf('ann', 'ledger'), await askOf('bob', 'ledger')];
    const found = await rows();
    if (found === null) throw new Error('no page');
    const problem = { text: 'Choose a later day.', field: `until-${id}` };
    const typed = { request: id, role: 'admin', until: '2020-01-01', note: 'x' };
    const form = { action: '/account/approvals/submit', csrf: 'x', typed, problem };
    const { now } = portal.provider.context();
    const timeZone = { name: 'UTC', isNamed: false };
    const html = renderToStaticMarkup(
      <ApprovalsView locale="ar" {...found} form={form} timeZone={timeZone} now={now} />,
    );
    const [first = '', second = ''] = [id, other].map((one) => html.split('<li ').find((part) => part.includes(one)));
    expect(first).toContain('value="2020-01-01"');
    expect(first).toContain(`id="until-${id}-error"`);
    expect(first).toContain('<option value="admin" selected="">');
    expect(second).not.toContain('2020-01-01');
    expect(second).toContain('<option value="user" selected="">');
  });

  it.each<[string, string, readonly string[] | null]>([
    ['somebody of their group', 'leo', ['ann', 'bob']],
    ['somebody of another group', 'otto', ['cyd']],
    ['nobody else', 'ann', null],
  ])('is for the approvers of the client: %s', async (_, name, names) => {
    await askOf('ann', 'ledger');
    portal.provider.advance(1);
    await askOf('bob', 'wiki');
    await askOf('cyd', 'shop');
    const holder = await signInToAccount(portal.provider, name);
    expect((await rows(holder))?.page.rows.map(({ username }) => username) ?? null).toEqual(names);
    const { user } = await holder.session();
    expect(await countApprovals(user, portal.provider.context())).toBe(names?.length ?? null);
    const [page] = approvalPages;
    expect(page?.exists?.(portal.provider.context(), await holder.session())).toBe(names !== null);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['left the group', () => portal.provider.configure({ users: [{ username: 'lea', groups: [] }] })],
    [
      'has a membership that is over',
      () =>
        portal.provider.configure({
          users: [{ username: 'lea', groups: [{ group: 'leads', expires_at: '2026-01-01T12:00:00Z' }] }],
        }),
    ],
    ['has a client whose access is for everyone', () => portal.configureClient('ledger', { access: 'everyone' })],
    [
      'may not enter the tenant',
      async () => {
        const users = [{ username: 'lea', tenants: 'none' }];
        await portal.provider.configure({ tenants: [{ name: 'acme', display_name: 'Acme' }], users });
        await portal.configureClient('ledger', { tenant: 'acme' });
        lea = await signInToAccount(portal.provider, 'lea');
      },
    ],
  ])('is not found by somebody who %s', async (_, change) => {
    await portal.configureClient('wiki', { approver_groups: ['others'] });
    const id = await askOf('ann', 'ledger');
    await change();
    expect(await rows()).toBeNull();
    expect((await send({ request: id, role: 'user', decision: 'approve' })).status).toBe(404);
    expect(await may('ann', 'wiki')).toBeNull();
    expect(await portal.provider.context().db.assignment.count()).toBe(0);
  });

  it('leaves out own requests and disabled people, also in the number', async () => {
    await askOf('lea', 'wiki');
    await askOf('bob', 'wiki');
    await askOf('ann', 'wiki');
    await portal.provider.configure({ users: [{ username: 'bob', enabled: false }] });
    expect((await rows())?.page.rows.map(({ username }) => username)).toEqual(['ann']);
    const { user } = await lea.session();
    expect(await countApprovals(user, portal.provider.context())).toBe(1);
  });

  it('costs one statement, and the number nothing for others', async () => {
    const { user } = await lea.session();
    const other = await (await signInToAccount(portal.provider, 'ann')).session();
    const context = portal.provider.context();
    const { db, count } = countStatements(context.db);
    await countApprovals(other.user, { ...context, db });
    expect(count()).toBe(0);
    await countApprovals(user, { ...context, db });
    expect(count()).toBe(1);
  });
});

describe('an approval (decision 023)', () => {
  it('gives the role, tells the person, and nothing else', async () => {
    const id = await askOf('ann', 'ledger');
    expect(await told({ request: id, role: 'admin', until: '', decision: 'approve' })).toMatchObject({
      kind: 'done',
      words: { key: 'account.approvals.approved', values: { person: 'ann', app: 'Ledger' } },
    });
    expect(await may('ann', 'ledger')).toEqual(['admin', 'user']);
    const { db } = portal.provider.context();
    expect(await db.assignment.findMany({ select: { source: true, expiresAt: true } })).toEqual([
      { source: 'request', expiresAt: null },
    ]);
    expect(await db.membership.count({ where: { sub: await portal.sub('ann') } })).toBe(0);
    expect(await notices('ann')).toEqual([['access_approved', { app: 'Ledger' }]]);
    expect((await takeMails(portal.provider.context())).map(({ to, kind, values }) => ({ to, kind, values }))).toEqual([
      { to: 'ann@example.com', kind: 'access_approved', values: { app: 'Ledger' } },
    ]);
  });

  it('writes no mail to an address that is not verified', async () => {
    await told({ request: await askOf('bob', 'wiki'), decision: 'approve' });
    expect(await notices('bob')).toEqual([['access_approved', { app: 'Wiki' }]]);
    expect(await takeMails(portal.provider.context())).toEqual([]);
  });

  it('gives access without a role where the client has none', async () => {
    await told({ request: await askOf('ann', 'wiki'), role: '', decision: 'approve' });
    expect(await may('ann', 'wiki')).toEqual([]);
  });

  it('lasts to the end of its day in UTC', async () => {
    await told({ request: await askOf('ann', 'wiki'), until: '2026-01-01', decision: 'approve' });
    expect(await may('ann', 'wiki', dayMs / 2 - 1)).toEqual([]);
    expect(await may('ann', 'wiki', dayMs / 2)).toBeNull();
    expect(await notices('ann')).toEqual([['access_approved', { app: 'Wiki', until: '2026-01-02T00:00:00.000Z' }]]);
  });

  it.each([
    ['2031-01-01', null],
    ['2031-01-02', 'end_too_far'],
    ['2025-12-31', 'end_past'],
    ['2026-02-30', 'end_past'],
    ['tomorrow', 'end_past'],
  ])('until %s: %s', async (until, problem) => {
    const id = await askOf('ann', 'wiki');
    const answer = await told({ request: id, until, decision: 'approve' });
    const refused = { kind: 'problem', words: { key: `account.approvals.problem.${problem}` }, field: `until-${id}` };
    expect(answer).toMatchObject(problem === null ? { kind: 'done' } : refused);
    expect(await may('ann', 'wiki')).toEqual(problem === null ? [] : null);
  });

  it.each<[string, FormFields, string]>([
    ['without a role', { role: '' }, 'role_missing'],
    ['for a role that is gone', { role: 'gone' }, 'role_unknown'],
  ])('is refused %s', async (_, fields, problem) => {
    const id = await askOf('ann', 'ledger');
    expect(await told({ request: id, ...fields, decision: 'approve' })).toMatchObject({
      words: { key: `account.approvals.problem.${problem}` },
      field: `role-${id}`,
    });
    expect(await may('ann', 'ledger')).toBeNull();
  });
});

describe('declining (decision 023)', () => {
  it('tells the person why, and gives nothing', async () => {
    const id = await askOf('ann', 'ledger');
    expect(await told({ request: id, note: 'Ask\r\nOtto', decision: 'decline' })).toMatchObject({ kind: 'done' });
    expect(await portal.requests()).toEqual([expect.objectContaining({ state: 'declined', note: 'Ask\nOtto' })]);
    expect(await may('ann', 'ledger')).toBeNull();
    expect(await notices('ann')).toEqual([['access_declined', { app: 'Ledger', note: 'Ask\nOtto' }]]);
    const [mail] = await takeMails(portal.provider.context());
    expect(mail).toMatchObject({ to: 'ann@example.com', kind: 'access_declined', values: { note: 'Ask\nOtto' } });
  });

  it.each([
    ['500 characters', 'x'.repeat(500), true],
    ['501 characters', 'x'.repeat(501), false],
    ['hidden characters', 'a\u202eb', false],
  ])('with %s', async (_, note, isDone) => {
    const id = await askOf('ann', 'wiki');
    expect(await told({ request: id, note, decision: 'decline' })).toMatchObject(
      isDone ? { kind: 'done' } : { words: { key: 'account.approvals.problem.note' }, field: `note-${id}` },
    );
    expect((await portal.requests())[0]?.state).toBe(isDone ? 'declined' : 'pending');
  });
});

describe('what nobody decides (decision 023)', () => {
  const decisions = ['approve', 'decline'] as const;
  const nothingChanged = async () => {
    expect(await portal.provider.context().db.assignment.count({ where: { source: 'request' } })).toBe(0);
    expect(await takeMails(portal.provider.context())).toEqual([]);
  };

  it.each(decisions)('the own request: %s', async (decision) => {
    const id = await askOf('lea', 'wiki');
    expect(await told({ request: id, decision })).toMatchObject({ words: { key: 'account.approvals.problem.own' } });
    await nothingChanged();
    expect((await portal.requests())[0]?.state).toBe('pending');
  });

  it.each(decisions)('somebody who is disabled: %s', async (decision) => {
    const id = await askOf('ann', 'wiki');
    await portal.provider.configure({ users: [{ username: 'ann', enabled: false }] });
    expect(await told({ request: id, decision })).toMatchObject({
      words: { key: 'account.approvals.problem.disabled' },
    });
    await nothingChanged();
  });

  it.each(decisions)('somebody who has access meanwhile: %s', async (decision) => {
    const id = await askOf('ann', 'ledger');
    await portal.provider.configure({ users: [{ username: 'ann', groups: ['audit'] }] });
    const answer = await told({ request: id, role: 'admin', decision });
    expect(answer).toMatchObject({ words: { key: 'account.approvals.problem.has_access' } });
    await nothingChanged();
    expect(await may('ann', 'ledger')).toEqual(['user']);
    expect((await portal.requests())[0]?.state).toBe('expired');
  });

  it.each([
    ['of another client', async () => askOf('cyd', 'shop')],
    ['that does not exist', async () => 'x'],
  ])('a request %s', async (_, find) => {
    expect((await send({ request: await find(), role: 'user', decision: 'approve' })).status).toBe(404);
    await nothingChanged();
  });

  it.each([
    ['approve', 'approved'],
    ['decline', 'declined'],
  ])('twice: the second is told that it was %sd', async (decision, state) => {
    const id = await askOf('ann', 'wiki');
    await told({ request: id, decision });
    const leo = await signInToAccount(portal.provider, 'leo');
    for (const again of decisions) {
      expect(await told({ request: id, decision: again }, leo)).toMatchObject({
        words: { key: `account.approvals.problem.${state}` },
      });
    }
    expect((await portal.requests())[0]?.state).toBe(state);
  });

  it('by two at once: the first counts', async () => {
    const id = await askOf('ann', 'wiki');
    const leo = await signInToAccount(portal.provider, 'leo');
    const answers = await Promise.all([
      told({ request: id, decision: 'approve' }),
      told({ request: id, decision: 'decline' }, leo),
    ]);
    expect(answers.map((one) => one?.kind).toSorted()).toEqual(['done', 'problem']);
    const isApproved = answers[0]?.kind === 'done';
    expect((await portal.requests())[0]?.state).toBe(isApproved ? 'approved' : 'declined');
    expect(await may('ann', 'wiki')).toEqual(isApproved ? [] : null);
    expect(await takeMails(portal.provider.context())).toHaveLength(1);
  });

  it('once the group is left, even while the form is sent', async () => {
    const id = await askOf('ann', 'wiki');
    const leave = () => portal.provider.configure({ users: [{ username: 'lea', groups: [] }] });
    const answer = await sendWhile(
      portal.provider,
      lea,
      ['account/approvals', { request: id, decision: 'approve' }],
      leave,
    );
    expect(answer.status).toBe(404);
    await nothingChanged();
  });

  it('without a recent sign-in (security #183)', async () => {
    const id = await askOf('ann', 'wiki');
    portal.provider.advance(301);
    const answer = await send({ request: id, decision: 'approve' });
    expect(locationOf(answer)).toMatch(/\/login\?/);
    await nothingChanged();
  });
});
