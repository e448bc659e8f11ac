import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listEvents } from '#lib/audit/event-store';
import { noteUse } from '#lib/clients/usage/note-use';
import { writeUses } from '#lib/clients/usage/use-store';
import { readRevision } from '#lib/db/revision';
import { createTestAdmin, postedForm, type TestAdmin } from '#lib/testing/admin';
import { changeClients } from '#lib/testing/change-clients';
import { fixtures, issueCode } from '#lib/testing/fixtures';
import type { FormFields } from '#lib/testing/provider';
import { readResult } from '../bulk/define-bulk';
import { undoRevision } from '../history/undo-revision';
import { agentBulk, exportAgents } from './actions';
import { groupRegistrations, readAgentPage, readAgentQuery } from './read';

const common = { token_endpoint_auth_method: 'none', scope: 'openid offline_access', self_registered: true };
const document = 'https://trusted.example/agent.json';
const hash = 'x'.repeat(43);
let area: TestAdmin;

beforeAll(async () => {
  area = await createTestAdmin({
    ...fixtures,
    clients: [
      ...fixtures.clients,
      { ...common, client_id: 'notes', client_name: 'Notes', redirect_uris: ['https://notes.example/cb'] },
      { ...common, client_id: 'notes-2', client_name: 'Notes', redirect_uris: ['http://localhost/cb'] },
      { ...common, client_id: 'unnamed', redirect_uris: ['http://127.0.0.1/cb'] },
      {
        ...common,
        client_id: document,
        client_name: '=Mail',
        document_hash: hash,
        redirect_uris: ['http://localhost/cb'],
      },
    ],
    portal: { client_id_metadata_documents: 'open', agents: { trusted_domains: ['trusted.example'] } },
  });
});
afterAll(() => area.close());

const list = async (query: Record<string, string> = {}) => {
  const { lines } = await readAgentPage(await area.admin(), readAgentQuery(query));
  return lines.map(({ clientId }) => clientId);
};
const trusts = async () => {
  const { lines } = await readAgentPage(await area.admin(), readAgentQuery({}));
  return Object.fromEntries(lines.map(({ clientId, trust }) => [clientId, trust]));
};
const change = async (fields: FormFields) =>
  agentBulk.submit(await area.admin(), postedForm({ back: '/admin/agents?trust=unknown', ...fields }));
/** The fields about an agent that the confirmation page posts before an approval. */
const seenOf = async (id: string) => {
  const { plan } = await agentBulk.ask(await area.admin(), { action: 'approve', [`id.${id}`]: '1' });
  return plan.changes.map(({ version }) => `${version} ${id}`);
};
const reasonsOf = (goTo: string, admin: Awaited<ReturnType<TestAdmin['admin']>>) =>
  readResult(new URL(goTo, 'https://op.test').searchParams.get('of') ?? '', agentBulk.path, admin).skipped.map(
    ({ id, reason }) => [id, reason],
  );

async function grant(clientId: string, redirectUri: string) {
  await issueCode(area.provider, { client_id: clientId, redirect_uri: redirectUri, scope: 'openid offline_access' });
}

describe('the list of agents', () => {
  it('shows every agent with host, source, trust and use', async () => {
    await grant('notes', 'https://notes.example/cb');
    const { db, now } = area.provider.context();
    for (const value of ['offline_access', 'openid']) noteUse(db, { clientId: 'notes', kind: 'scope', value, at: now });
    noteUse(db, { clientId: 'notes', kind: 'client', value: '', at: now });
    await writeUses(db);
    const { lines, total } = await readAgentPage(await area.admin(), readAgentQuery({}));
    expect(total).toBe(4);
    expect(lines.map(({ host, source, trust, people }) => [host, source, trust, people])).toEqual([
      ['127.0.0.1', 'registration', 'unknown', 0],
      ['localhost', 'registration', 'unknown', 0],
      ['notes.example', 'registration', 'unknown', 1],
      ['trusted.example', 'document', 'trusted_domain', 0],
    ]);
    expect(lines[2]).toMatchObject({
      name: 'Notes',
      scopes: ['offline_access', 'openid'],
      lastUsedAt: expect.any(Date),
    });
  });

  it.each<[Record<string, string>, string[]]>([
    [{ q: 'trusted.example' }, [document]],
    [{ q: 'notes' }, ['notes-2', 'notes']],
    [{ source: 'document' }, [document]],
    [{ trust: 'trusted_domain' }, [document]],
    [{ trust: 'approved' }, []],
    [{ sort: '-host' }, [document, 'notes', 'notes-2', 'unnamed']],
    [{ sort: 'name' }, [document, 'notes', 'notes-2', 'unnamed']],
    [{ sort: '-last_used', size: '25' }, ['notes', 'unnamed', 'notes-2', document]],
    [{ trust: 'bogus', source: 'bogus' }, ['unnamed', 'notes-2', 'notes', document]],
  ])('%j', async (query, expected) => {
    expect(new Set(await list(query))).toEqual(new Set(expected));
    if ('sort' in query) expect((await list(query))[0]).toBe(expected[0]);
  });

  it('groups unused registrations with the same name and host in one line', async () => {
    const line = (clientId: string, changes: object = {}) =>
      ({
        clientId,
        name: 'Agent',
        host: 'localhost',
        source: 'registration',
        trust: 'unknown',
        enabled: true,
        awaitsApproval: false,
        endDate: null,
        ...changes,
      }) as const;
    const agents = [
      line('first'),
      line('second'),
      line('used'),
      line('third'),
      line('named', { name: 'Other' }),
      line('elsewhere', { host: 'other.example' }),
      line('approved', { trust: 'approved' }),
      line('waiting', { awaitsApproval: true }),
      line('waiting too', { awaitsApproval: true }),
      line('document', { source: 'document' }),
    ];
    const lines = groupRegistrations(agents, new Map([['used', new Date()]]));
    expect(lines.map(({ clientIds }) => clientIds.join())).toEqual([
      'first,second,third',
      'used',
      'named',
      'elsewhere',
      'approved',
      'waiting',
      'waiting too',
      'document',
    ]);
  });

  it('can be downloaded without formulas, which is recorded (security #151)', async () => {
    const admin = await area.admin();
    const file = await exportAgents(admin, { csrf: 'x', source: 'document' });
    expect(file.split('\r\n').slice(0, 2)).toEqual([
      'client_id,host,client_name,source,trust,enabled,end_date,scopes_used,people,last_used',
      `${document},trusted.example,'=Mail,document,trusted_domain,true,,,0,`,
    ]);
    const [event] = await listEvents(admin.db, { types: ['agents.exported'] }, 1);
    expect(event?.details).toBe('{"filter":{"source":"document"},"rows":1,"cut":false}');
  });
});

describe('bulk actions on agents', () => {
  it('block: show first what will end, return to the list, and can be undone', async () => {
    const admin = await area.admin();
    const asked = await agentBulk.ask(admin, { action: 'block', 'id.notes': '1', 'id.web': '1' });
    expect(asked).toMatchObject({
      words: { live: 'Connected users: 1. Active grants: 1.' },
      plan: { changes: [{ id: 'notes' }], skipped: [{ id: 'web', reason: 'vouched' }] },
    });
    const { goTo, flash } = await change({ action: 'block', ids: ['notes'] });
    expect([goTo, flash?.text]).toEqual(['/admin/agents?trust=unknown', 'notes.example (Notes) is blocked.']);
    expect(await trusts()).toMatchObject({ notes: 'blocked', 'notes-2': 'blocked', unnamed: 'unknown' });
    await undoRevision(await area.admin(), flash?.revision ?? 0, null);
    expect(await trusts()).toMatchObject({ notes: 'unknown', 'notes-2': 'unknown' });
  });

  it('explain why an agent was skipped', async () => {
    await change({ action: 'block', ids: ['notes'] });
    const admin = await area.admin();
    const skip = async (action: string, ids: string[]) => reasonsOf((await change({ action, ids })).goTo, admin);
    expect(await skip('block', ['notes', 'web', 'nobody'])).toEqual([
      ['notes', 'already_blocked'],
      ['web', 'vouched'],
      ['nobody', 'gone'],
    ]);
    expect(await skip('unblock', ['notes-2', 'unnamed'])).toEqual([
      ['notes-2', 'blocked_by_other'],
      ['unnamed', 'not_blocked'],
    ]);
    expect(await skip('end', ['unnamed'])).toEqual([['unnamed', 'no_access']]);
    await change({ action: 'approve', ids: ['notes-2'], seen: await seenOf('notes-2') });
    expect(await trusts()).toMatchObject({ notes: 'blocked', 'notes-2': 'approved' });
    expect(await skip('approve', ['notes-2'])).toEqual([['notes-2', 'already_approved']]);
    await change({ action: 'unblock', ids: ['notes'] });
  });

  it('approve only what the page showed, not an agent that changed since', async () => {
    const seen = await seenOf('unnamed');
    const { db } = area.provider.context();
    await changeClients(db, { clientId: 'unnamed' }, { clientName: 'Your bank' });
    const admin = await area.admin();
    for (const posted of [seen, [], ['x unnamed'], seen.map((text) => text.replace('unnamed', 'notes'))]) {
      const { goTo } = await change({ action: 'approve', ids: ['unnamed'], seen: posted });
      expect(reasonsOf(goTo, admin)).toEqual([['unnamed', 'changed']]);
    }
    expect(await trusts()).toMatchObject({ unnamed: 'unknown' });
    const { plan } = await agentBulk.ask(admin, { action: 'approve', 'id.unnamed': '1' });
    expect(plan.changes[0]?.name).toBe('127.0.0.1 (Your bank)');
    await change({ action: 'approve', ids: ['unnamed'], seen: await seenOf('unnamed') });
    expect(await trusts()).toMatchObject({ unnamed: 'approved' });
  });

  it('end access: make apps ask people again, without a change of the configuration', async () => {
    await grant('unnamed', 'http://127.0.0.1/cb');
    const admin = await area.admin();
    const { db } = admin;
    const revision = await readRevision(db);
    expect(reasonsOf((await change({ action: 'delete', ids: ['unnamed'], typed: '0' })).goTo, admin)).toEqual([
      ['unnamed', 'in_use'],
    ]);
    const { flash } = await change({ action: 'end', ids: ['unnamed'], reason: 'left' });
    expect(flash).toEqual({ text: 'Ended access for 127.0.0.1 (Your bank).', revision: null });
    // What was decided before is not granted any more (security #203).
    const { accessEndedIn } = await db.client.findUniqueOrThrow({ where: { clientId: 'unnamed' } });
    expect([accessEndedIn, await readRevision(db)]).toEqual([revision + 1, revision + 1]);
    const [grants, consents] = await Promise.all([
      db.grant.count({ where: { clientId: 'unnamed', revokedAt: null } }),
      db.consent.count({ where: { clientId: 'unnamed' } }),
    ]);
    expect([grants, consents]).toEqual([0, 0]);
    const [event] = await listEvents(db, { types: ['client.access_ended'] }, 1);
    expect(event).toMatchObject({ targetId: 'unnamed', actorName: 'root', details: '{"reason":"left"}' });
  });

  it('delete: agents without access do not have to be disabled first', async () => {
    await expect(change({ action: 'delete', ids: ['unnamed'], typed: '' })).rejects.toMatchObject({ code: 'invalid' });
    await change({ action: 'delete', ids: ['unnamed'], typed: '1' });
    expect(await list()).not.toContain('unnamed');
  });
});
