import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseConfiguration } from '#lib/config/file';
import { readImpact } from '#lib/config/impact/read-impact';
import { planConfiguration } from '#lib/config/plan';
import { openDatabase } from '#lib/db/open';
import { postedForm } from '#lib/testing/admin';
import { actAs, subOf } from '#lib/testing/administrator';
import { explainStatement } from '#lib/testing/explain-statement';
import { fixtures } from '#lib/testing/fixtures';
import { createTestProvider, type TestProvider } from '#lib/testing/provider';
import { recordStatements } from '#lib/testing/record-statements';
import { saveScopeUses } from '#lib/tokens/scope-uses/scope-use-store';
import { clientBulk } from '../clients/actions';
import { clientTabs } from '../clients/fields';
import { readClient } from '../clients/read';
import { clientSection } from '../clients/section';
import { readEndEffects } from '../entries/end-effects';
import { saveEntryForm } from '../entries/entry-forms';
import { addMembers, removeMember } from '../groups/actions';
import { planRestore, restoreRevision } from '../history/restore-revision';
import { planUndo, undoRevision } from '../history/undo-revision';
import { planDocument } from './apply-document';
import { readUnassignEffects } from './read-effects';
import { saveEntries } from './save-entries';

const ledger = {
  client_id: 'ledger',
  redirect_uris: ['https://ledger.test/cb'],
  token_endpoint_auth_method: 'none',
  scope: 'openid',
  access: 'assigned',
  access_groups: ['finance'],
  roles: [{ name: 'admin' }],
};
const lost = '1 person loses access, 1 of them used it in 90 days: ann';
const lives = expect.stringContaining('until they expire, for up to 1 hour');

let provider: TestProvider;

beforeEach(async () => {
  provider = await createTestProvider({
    ...fixtures,
    groups: [{ name: 'finance' }, { name: 'audit' }],
    clients: [...fixtures.clients, ledger],
    users: [
      { username: 'owner', admin: true },
      { username: 'ann', groups: [{ group: 'finance', source: 'administrator' }] },
      { username: 'dee', assignments: [{ client: 'ledger', role: 'admin' }] },
    ],
  });
  const { db, now: at } = provider.context();
  await saveScopeUses(db, [{ sub: await subOf(provider, 'ann'), clientId: 'ledger', scope: 'openid', at }]);
});
afterEach(() => provider.close());

const owner = () => actAs(provider, 'owner');
const changed = { ...ledger, access_groups: ['audit'] };

describe('the effects on people, before it happens (decision 023)', () => {
  it('are in the plan of a document, as a mark with a count and names', async () => {
    const { changes } = await planDocument(await owner(), { clients: [changed] });
    expect(changes[0]?.risks).toEqual([
      { mark: 'access_lost', count: 1, names: ['ann'], used: 1, text: lost },
      { mark: 'jwts_live', count: 0, names: [], text: lives },
    ]);
  });

  it.each<[string, object, object]>([
    ['access_lost', { clients: [{ ...ledger, roles: [] }] }, { count: 1, names: ['dee'], used: 0 }],
    ['access_gained', { clients: [{ ...ledger, access: 'everyone' }] }, { count: 1, names: ['owner'], used: 0 }],
    [
      'roles_lost',
      { clients: [{ ...ledger, roles: [{ name: 'boss' }] }] },
      { count: 1, names: ['dee'], role: 'admin' },
    ],
    [
      'roles_gained',
      { clients: [{ ...ledger, roles: [{ name: 'admin', groups: ['finance'] }] }] },
      { count: 1, names: ['ann'], role: 'admin' },
    ],
    [
      'audience_changes',
      { apis: [{ name: 'shop', scopes: ['orders'] }] },
      { count: 1, names: ['orders'], clients: expect.arrayContaining(['web']) },
    ],
    [
      'claims_change',
      { clients: [{ ...ledger, scope: 'openid roles', roles: [{ name: 'admin' }, { name: 'user', default: true }] }] },
      { count: 1, names: ['ledger'] },
    ],
  ])('have the mark %s, with a count and names', async (mark, document, expected) => {
    if (mark === 'claims_change') {
      const entry = { ...ledger, scope: 'openid roles' };
      await saveEntries(await owner(), [{ section: 'clients', key: 'ledger', entry }]);
    }
    const { changes } = await planDocument(await owner(), document);
    const told = changes.flatMap(({ risks }) => risks).filter((one) => one.mark === mark);
    expect(told).toEqual([{ mark, text: expect.any(String), ...expected }]);
  });

  it('are shown by the form before it saves, and are saved once they were seen', async () => {
    const { version } = await readClient(await owner(), 'ledger');
    const listed = { access_groups: 'audit', roles: '' };
    const unchanged = Object.keys(clientTabs.access ?? {}).filter((name) => !Object.hasOwn(listed, name));
    const fields = {
      section: 'clients',
      client_id: 'ledger',
      tab: 'access',
      version,
      unchanged,
      access_groups: 'audit',
    };
    const form = { ...fields, unchanged: [...unchanged, 'roles'] };
    const asked = await saveEntryForm(await owner(), postedForm(form));
    const review = 'review' in asked ? asked.review : null;
    expect(review).toMatchObject({ effects: [lost, lives], takesAccess: true });
    expect((await readClient(await owner(), 'ledger')).settings).toMatchObject({ access_groups: ['finance'] });
    const saved = await saveEntryForm(await owner(), postedForm({ ...form, seen: review?.seen }));
    expect(saved).toMatchObject({ goTo: expect.stringContaining('/admin/clients/ledger') });
    expect((await readClient(await owner(), 'ledger')).settings).toMatchObject({ access_groups: ['audit'] });
  });

  it('are those of undoing and of restoring, and an undo that takes access asks first', async () => {
    await saveEntries(await owner(), [{ section: 'clients', key: 'ledger', entry: changed }]);
    const opened = { ...changed, access_groups: ['audit', 'finance'] };
    const { revision } = await saveEntries(await owner(), [{ section: 'clients', key: 'ledger', entry: opened }]);
    const number = revision ?? 0;
    const undo = await planUndo(await owner(), number);
    expect(undo.changes[0]?.risks.map(({ text }) => text)).toEqual([lost, lives]);
    const plan = await planRestore(await owner(), number - 1);
    expect(plan.entries[0]?.risks.map(({ text }) => text)).toEqual([lost, lives]);
    await expect(undoRevision(await owner(), number, null)).rejects.toMatchObject({ code: 'changed_meanwhile' });
    await undoRevision(await owner(), number, undo.seen);
    await restoreRevision(await owner(), number);
    expect((await readClient(await owner(), 'ledger')).settings).toMatchObject({ access_groups: ['audit', 'finance'] });
  });

  it('are those of undoing what changed more than 100 clients, which asks first (decision 023)', async () => {
    const ids = Array.from({ length: 120 }, (_, index) => `many-${index}`);
    const many = (groups: readonly string[]) =>
      ids.map((key) => ({
        ...{ section: 'clients' as const, key },
        entry: { ...ledger, client_id: key, roles: [], access_groups: groups },
      }));
    await saveEntries(await owner(), many(['audit']));
    const { revision } = await saveEntries(await owner(), many(['audit', 'finance']));
    const { changes, seen } = await planUndo(await owner(), revision ?? 0);
    expect(changes.map(({ risks }) => risks[0]?.mark)).toEqual(ids.map(() => 'access_lost'));
    expect(changes.map(({ risks }) => risks[0]?.names)).toEqual(ids.map(() => ['ann']));
    await expect(undoRevision(await owner(), revision ?? 0, null)).rejects.toMatchObject({ code: 'changed_meanwhile' });
    await undoRevision(await owner(), revision ?? 0, seen);
  });

  it('are those of disabling and of deleting, one client or several', async () => {
    const all = '2 people lose access, 1 of them used it in 90 days: ann, dee';
    const role = '1 person loses the role admin: dee';
    for (const what of ['disable', 'delete'] as const) {
      expect(await readEndEffects(await owner(), clientSection, { key: 'ledger', what })).toEqual([all, role, lives]);
    }
    const query = { action: 'disable', 'id.ledger': 'on' };
    expect((await clientBulk.ask(await owner(), query)).words?.risks).toEqual([all, role, lives]);
  });

  it('are those of removing a member, and of people who are added', async () => {
    const sub = await subOf(provider, 'ann');
    const names = { name: 'finance', sub, source: 'administrator' };
    const { question } = await removeMember.ask(await owner(), names);
    expect(question).toMatchObject({ risks: [lost, lives] });
    const result = await addMembers.run(
      await owner(),
      { name: 'finance' },
      { people: 'owner\ndee', until: '', step: '' },
    );
    expect(result).toMatchObject({ effects: ['1 person gets access, none of them used it in 90 days: owner'] });
  });

  it('are those of an assignment that ends', async () => {
    const sub = await subOf(provider, 'dee');
    const { id } = await provider.context().db.assignment.findFirstOrThrow({ where: { sub } });
    expect((await readUnassignEffects(await owner(), sub, id)).lines).toEqual([
      '1 person loses access, none of them used it in 90 days: dee',
      '1 person loses the role ledger: admin: dee',
      lives,
    ]);
  });
});

describe('the cost of a plan that takes access from everybody (decision 023)', () => {
  it.each([
    ['of a file', { access: 'assigned' }, false],
    ['of a form', { access: 'assigned', access_groups: ['finance', 'audit'] }, true],
  ])('%s is at most ten statements, none of which reads a whole table that grows', async (_, change, isEdit) => {
    const { settings, now } = provider.context();
    const { secret } = settings;
    const open = await openDatabase(provider.databaseUrl);
    const file = parseConfiguration(JSON.stringify({ clients: [{ ...fixtures.clients[0], ...change }] }));
    const statements = await recordStatements(async () => {
      const { changes } = await planConfiguration(open.db, file, { prune: false, secret, isEdit });
      const impact = await readImpact(open.db, changes, now);
      expect([...impact.values()].flat()).toMatchObject([
        { kind: 'access_lost', names: expect.arrayContaining(['dee']) },
        { kind: 'jwts_live' },
      ]);
    });
    const asked = statements.filter(({ sql }) => !/^(BEGIN|COMMIT)/.test(sql));
    expect(asked.length, asked.map(({ sql }) => sql).join('\n')).toBeLessThanOrEqual(10);
    for (const statement of asked) {
      const { scanned } = await explainStatement(open, statement, { avoidScans: true });
      expect(
        scanned.filter((table) => ['User', 'Membership', 'Assignment', 'ScopeUse', 'Grant'].includes(table)),
      ).toEqual([]);
    }
    await open.close();
  });
});
