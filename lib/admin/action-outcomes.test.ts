import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { beginRecording, saveUses } from '#lib/clients/usage/use-store';
import { entryVersion } from '#lib/config/diff';
import { sentenceOf } from '#lib/i18n/admin/problems';
import { createTestAdmin, postedForm, type TestAdmin } from '#lib/testing/admin';
import { subOf } from '#lib/testing/administrator';
import { createCertificate } from '#lib/testing/certificates';
import { fixtures, issueCode, redeem, secrets } from '#lib/testing/fixtures';
import { password } from '#lib/testing/person';
import { basic, type FormFields } from '#lib/testing/provider';
import { dayMs } from '#lib/vocabulary/time';
import { areaForms, bulks } from './actions';
import type { AdminContext } from './admin-context';
import { isAdminError } from './admin-error';
import { agentBulk } from './agents/actions';
import { createApiForm } from './apis/actions';
import { portalPreview } from './branding/preview';
import {
  addRedirectUriForm,
  allowRolesForm,
  clientBulk,
  createClientForm,
  markReviewedForm,
  requirePkceForm,
} from './clients/actions';
import { createClientFromText, saveClientFromText, textName } from './clients/as-text';
import { uploadCertificateForm } from './clients/certificate';
import { importForm } from './configuration/import-document';
import { getAdminSection } from './entries/admin-sections';
import { formValues } from './entries/entry-fields';
import {
  deleteEntryForm,
  deleteSecretForm,
  enableEntryForm,
  newSecretForm,
  saveEntryForm,
} from './entries/entry-forms';
import { createGroupForm } from './groups/actions';
import type { Action } from './kit/define-action';
import { createProviderForm, orderProvidersForm, replaceSecretForm } from './providers/actions';
import type { PostedFields } from './read-form';
import { createScopeForm } from './scopes/actions';
import { flatPortal, portalForm, readPortal } from './settings/actions';
import { kindsOf, sectionNames } from './settings/sections';
import { createTenantForm } from './tenants/actions';
import * as people from './users/actions';
import { userBulk } from './users/bulk';
import { profileFields } from './users/profile-form';
import { getUser, readUserSessions, userVersion } from './users/read';

const mailed = { SMTP_URL: 'smtps://mail.example', SIGNET_MAIL_FROM: 'signet@op.test' };
const github = { type: 'github', client_id: 'x', client_secret: 'y' };
const tooLong = 'x'.repeat(301);
let area: TestAdmin;
let alice: string;
let root: string;
let provedMinutesAgo = 0;

async function openArea(): Promise<void> {
  area = await createTestAdmin(
    {
      ...fixtures,
      clients: [
        ...fixtures.clients,
        { ...fixtures.clients[0], client_id: 'lax', require_pkce: false },
        { ...fixtures.clients[0], client_id: 'modern', require_pkce: 'auto' },
        { client_id: 'certified', grant_types: ['client_credentials'], client_secrets: [{ value: 'x' }] },
        { ...fixtures.clients[0], client_id: 'self', self_registered: true },
        { ...fixtures.clients[0], client_id: 'agent', self_registered: true },
        { ...fixtures.clients[0], client_id: 'console', scope: 'openid signet.admin.owner' },
      ],
      identity_providers: ['hub', 'git'].map((name) => ({ name, display_name: name, ...github })),
      groups: [{ name: 'payroll' }],
      users: [
        ...fixtures.users,
        { username: 'root', admin: 'owner', password, groups: ['payroll'] },
        { username: 'carol', password, groups: ['payroll'] },
      ],
    },
    mailed,
  );
  [alice, root] = await Promise.all([subOf(area.provider, 'alice'), subOf(area.provider, 'root')]);
}

/** The owner. Their sensitive actions since the last proof extend it for others, but not for strict ones. */
async function asRoot(): Promise<AdminContext> {
  const admin = await area.admin();
  const provedAt = new Date(admin.now.getTime() - provedMinutesAgo * 60_000);
  return { ...admin, principal: { ...admin.principal, sub: root }, proof: { provedAt, usedAt: admin.now } };
}

type Fields = FormFields | ((admin: AdminContext) => Promise<FormFields>);

type Row = {
  readonly run: (admin: AdminContext, form: PostedFields) => Promise<object>;
  readonly good: Fields;
  /** Fields that are refused. Null if the action cannot refuse any. */
  readonly bad: Fields | null;
  /** The action ends with this value, which the page shows once, instead of a flash. */
  readonly shows?: string;
  /** The action first shows the changes, and is then sent again with `seen`. */
  readonly isReviewed?: true;
};

type Table = Readonly<Record<string, Readonly<Record<string, Row>>>>;

const web = { section: 'clients', client_id: 'web' };
const document = (name: string) => JSON.stringify({ scopes: [{ name, type: 'resource' }] });
const clientText = (uri: string) => JSON.stringify({ client_id: 'written', client_uri: uri, redirect_uris: [uri] });

async function versionOf(admin: AdminContext, section: string, key: string): Promise<string> {
  return entryVersion((await getAdminSection(section).get(admin, key)).wire);
}

/** In the order of execution: each action works with the results of the previous ones. */
const table: Table = {
  entries: {
    saveEntry: {
      run: saveEntryForm,
      good: async (admin) => ({
        ...{ section: 'scopes', name: 'orders', display_name: 'Orders', audience: 'name' },
        version: await versionOf(admin, 'scopes', 'orders'),
      }),
      bad: { section: 'scopes', name: 'orders', display_name: 'Others', version: 'of before' },
    },
    enableEntry: { run: enableEntryForm, good: { ...web, enabled: 'true' }, bad: { ...web, client_id: 'nobody' } },
    deleteEntry: {
      run: deleteEntryForm,
      good: { section: 'clients', client_id: 'gone', typed: 'gone' },
      bad: { ...web, typed: '' },
    },
    addSecret: {
      run: newSecretForm,
      good: { ...web, expires_in_days: '30' },
      bad: { ...web, expires_in_days: 'a month' },
      shows: 'secret',
    },
    deleteSecret: {
      run: deleteSecretForm,
      good: async (admin) => {
        const { secrets } = admin.snapshot.clients.get('web') ?? expect.fail('there is no such client');
        return { ...web, secret_id: secrets[0]?.id };
      },
      bad: { ...web, secret_id: 'none' },
    },
  },
  clients: {
    addRedirectUri: {
      run: addRedirectUriForm,
      good: { client_id: 'web', redirect_uri: 'https://rp.test/other' },
      bad: { client_id: 'web', redirect_uri: 'ftp://rp.test/' },
    },
    createClient: {
      run: createClientForm,
      good: {
        kind: 'web',
        client_name: 'Shop',
        client_id: 'shop',
        redirect_uris: 'https://s.test/cb',
        scope: 'openid',
      },
      bad: { kind: 'web', client_name: '', redirect_uris: 'https://s.test/cb' },
      shows: 'clientId',
    },
    importClient: {
      run: createClientFromText,
      good: { [textName]: clientText('https://written.test/cb') },
      bad: { [textName]: '{' },
      shows: 'clientId',
      isReviewed: true,
    },
    markReviewed: { run: markReviewedForm, good: { client_id: 'self' }, bad: { client_id: 'nobody' } },
    allowRoles: { run: allowRolesForm, good: { client_id: 'modern' }, bad: { client_id: 'nobody' } },
    requirePkce: {
      run: requirePkceForm,
      good: async ({ db, now }) => {
        await beginRecording(db, new Date(now.getTime() - 8 * dayMs));
        await db.client.update({ where: { clientId: 'modern' }, data: { createdAt: new Date(0) } });
        await saveUses(db, [{ clientId: 'modern', kind: 'pkce', value: 'used', at: now }]);
        return { client_id: 'modern' };
      },
      bad: { client_id: 'agent' },
    },
    saveText: {
      run: saveClientFromText,
      good: async (admin) => ({
        client_id: 'written',
        [textName]: clientText('https://written.test/other'),
        version: await versionOf(admin, 'clients', 'written'),
      }),
      bad: { client_id: 'written', [textName]: '{"client_id":"another"}' },
      isReviewed: true,
    },
    uploadCertificate: {
      run: uploadCertificateForm,
      good: { client_id: 'certified', certificate: createCertificate().pem, use: 'tls_client_auth_subject_dn' },
      bad: { client_id: 'certified', certificate: 'nonsense', use: 'self_signed_tls_client_auth' },
    },
  },
  scopes: {
    createScope: { run: createScopeForm, good: { name: 'news', type: 'resource' }, bad: { name: 'orders' } },
  },
  groups: {
    createApi: { run: createApiForm, good: { name: 'ledger' }, bad: { name: 'a b' } },
    createGroup: { run: createGroupForm, good: { name: 'finance' }, bad: { name: 'fin*' } },
  },
  providers: {
    createProvider: {
      run: createProviderForm,
      good: { name: 'lab', display_name: 'Lab', button: 'show', ...github },
      bad: { name: '', ...github },
    },
    orderProviders: { run: orderProvidersForm, good: { order: 'git hub' }, bad: null },
    replaceSecret: {
      run: replaceSecretForm,
      good: { name: 'hub', client_secret: 'another' },
      bad: { name: 'hub', client_secret: '' },
    },
  },
  tenants: {
    createTenant: {
      run: createTenantForm,
      good: { name: 'harbour', display_name: 'Harbour' },
      bad: { name: 'two words', display_name: '' },
    },
  },
  branding: { preview: { run: portalPreview.run, good: { look: 'dark' }, bad: null, shows: 'draft' } },
  settings: {
    ...Object.fromEntries(
      sectionNames.map((section) => [
        section,
        {
          run: portalForm(section).run,
          good: async (admin: AdminContext) => {
            const { entry, version } = await readPortal(admin);
            return { ...formValues(kindsOf(section), flatPortal(entry)), version };
          },
          bad: {
            session_idle_seconds: '1 minute',
            display_name: 'x',
            login: 'identifier',
            recovery: 'off',
            legacy_flows: '',
            dynamic_registration: 'open',
            version: 'of before',
          },
        },
      ]),
    ),
    importConfiguration: {
      run: importForm,
      good: { document: document('letters') },
      bad: { document: '' },
      isReviewed: true,
    },
  },
};

/** The actions on several lines. */
const several: Readonly<Record<string, Row>> = {
  [agentBulk.path]: {
    run: agentBulk.submit,
    good: { action: 'block', ids: ['agent'], back: '/admin/agents' },
    bad: { action: 'delete', ids: ['agent'], typed: 'no' },
  },
  [clientBulk.path]: {
    run: clientBulk.submit,
    good: { action: 'disable', ids: ['web2'], back: '/admin/clients' },
    bad: { action: 'delete', ids: ['web2'], typed: 'no' },
  },
  [userBulk.path]: {
    run: userBulk.submit,
    good: async () => ({ action: 'disable', ids: [await subOf(area.provider, 'carol')], back: '/admin/users' }),
    bad: async () => ({ action: 'disable', ids: [alice], reason: tooLong }),
  },
};

const blankProfile = Object.fromEntries(Object.keys(profileFields).map((name) => [name, '']));

/** An action on an account with its names and fields. Its own test has its other outcomes. */
function person({ path, run }: Action, good: Fields): readonly [string, Row] {
  return [
    path,
    {
      run: async (admin, { all }) => {
        const sent = Object.fromEntries(Object.entries(all).map(([name, [value = '']]) => [name, value]));
        await run(admin, sent, { ...blankProfile, password: [], ...sent });
        return { flash: { text: 'It is done.' } };
      },
      good,
      bad: null,
    },
  ];
}

const identity = { provider: 'hub', issuer: 'https://hub.test', subject: '1' };
const onAlice = async () => ({ sub: alice });

/** In the order of execution. */
const onPeople: readonly (readonly [string, Row])[] = [
  person(people.newUser, { username: 'eve', tenant_access: 'all', first: 'link', invite: '' }),
  person(people.saveUser, async (admin) => ({
    ...{ sub: alice, username: 'alice', tenant_access: 'all', email: 'alice@example.com', email_verified: 'on' },
    ...{ version: userVersion(await getUser(admin, alice)), at: '' },
  })),
  person(people.enableUser, onAlice),
  person(people.deleteUser, async () => ({ sub: await subOf(area.provider, 'off') })),
  person(people.newPasswordLink, onAlice),
  person(people.mailPasswordLink, onAlice),
  person(people.removeFactorOf, async ({ db, now }) => {
    await db.authenticator.create({ data: { sub: alice, sealed: 'x', createdAt: now } });
    return { sub: alice, id: 'totp' };
  }),
  person(people.endSessionOf, async (admin) => {
    await issueCode(area.provider, { client_id: 'silent' });
    const [session] = await readUserSessions(admin, { sub: alice });
    return { sub: alice, sid: session?.sid };
  }),
  person(people.removeAccessOf, async () => {
    const issued = await issueCode(area.provider, { client_id: 'silent' });
    await redeem(area.provider, issued, {}, basic('silent', secrets.web));
    return { sub: alice, client_id: 'silent' };
  }),
  person(people.signOutAll, onAlice),
  person(people.requirePassword, onAlice),
  person(people.keepPassword, onAlice),
  person(people.unlinkIdentityOf, async ({ db, now }) => {
    const times = { createdAt: now, lastUsedAt: now };
    await db.userIdentity.create({ data: { ...identity, ...times, sub: alice, claims: '[]' } });
    return { sub: alice, ...identity };
  }),
  person(people.changeRole, async () => ({ sub: alice, role: 'editor' })),
  person(people.letTryAgain, onAlice),
  person(people.disableUser, async () => ({ sub: await subOf(area.provider, 'bob') })),
];

const rows = [
  ...Object.entries(table).flatMap(([folder, actions]) =>
    Object.entries(actions).map(([name, row]) => [`${folder}: ${name}`, row] as const),
  ),
  ...Object.entries(several),
  ...onPeople,
];

/** The actions that can be refused. */
const refusable = rows.flatMap(([name, { run, bad }]) => (bad === null ? [] : [[name, { run, bad }] as const]));

async function send({ run, isReviewed }: Row, fields: Fields): Promise<unknown> {
  const posted = typeof fields === 'function' ? await fields(await asRoot()) : fields;
  const first = await run(await asRoot(), postedForm(posted));
  area.provider.advance(10);
  if (!isReviewed) return first;
  expect(first).toMatchObject({ review: { seen: expect.any(String) } });
  const { seen } = (first as { review: { seen: string } }).review;
  return run(await asRoot(), postedForm({ ...posted, seen }));
}

/** What an old session of an administrator must not change: people, and clients that may administer. */
async function guardedFacts(): Promise<ReadonlyMap<string, unknown>> {
  const { db } = area.provider.context();
  const people = await db.user.findMany({
    select: {
      ...{ sub: true, username: true, canonicalUsername: true, canonicalEmail: true, emailVerified: true },
      ...{ claims: true, passwordHash: true, passwordCarries: true, admin: true },
      ...{ authenticator: true, passkeys: true, recoveryCodes: true, identities: true, passwordLinks: true },
      ...{ memberships: true, access: true },
    },
  });
  const clients = await db.client.findMany({ where: { settings: { contains: 'signet.admin' } } });
  return new Map<string, unknown>([
    ...people.map((one) => [one.sub, one] as const),
    ...clients.map((one) => [one.clientId, one] as const),
  ]);
}

/** Runs an action, and returns the IDs whose facts it changed. */
async function changedBy(run: () => Promise<unknown>): Promise<readonly string[]> {
  const before = await guardedFacts();
  await run();
  const after = await guardedFacts();
  return [...before].flatMap(([id, facts]) => (isDeepStrictEqual(facts, after.get(id)) ? [] : [id]));
}

describe('an administrator whose proof is older than five minutes', () => {
  beforeAll(async () => {
    await openArea();
    provedMinutesAgo = 5.1;
  });
  afterAll(async () => {
    provedMinutesAgo = 0;
    await area.close();
  });

  it.each(rows)('changes no person and no client that administers by %s (security #192)', async (_, row) => {
    const fields = typeof row.good === 'function' ? await row.good(await asRoot()) : row.good;
    const run = () => send(row, fields).catch((error: unknown) => expect(isAdminError(error)).toBe(true));
    expect(await changedBy(run)).toEqual([]);
    // A factor that was not removed would be asked for by the sign-ins of later rows.
    await area.provider.context().db.authenticator.deleteMany();
  });
});

describe('every action of the administration', () => {
  it('is in the table', () => {
    const runs = new Set(rows.map(([, { run }]) => run));
    expect(areaForms.filter(({ run }) => !runs.has(run)).map(({ path }) => path)).toEqual([]);
  });

  it('includes those on several lines and on people', () => {
    expect(Object.keys(several)).toEqual(bulks.map(({ path }) => path));
    expect(onPeople.map(([path]) => path).sort()).toEqual(people.userActions.map(({ path }) => path).sort());
  });

  const changing: string[] = [];
  beforeAll(openArea);
  afterAll(() => area.close());

  it.each(refusable)('%s explains what is wrong', async (_, { run, bad }) => {
    const error = await send({ run, good: bad, bad }, bad).catch((thrown: unknown) => thrown);
    if (!isAdminError(error)) throw error instanceof Error ? error : new Error('it was not refused');
    expect(error.message).toMatch(/\w+ \w+/);
    for (const field of error.fields) expect(sentenceOf(field, undefined).text).not.toBe('Check this value.');
  });

  it.each(rows)('%s confirms its success', async (name, row) => {
    const { shows } = row;
    const end = shows === undefined ? { flash: { text: expect.stringMatching(/^\S.* .*\.$/) } } : { result: {} };
    const fields = typeof row.good === 'function' ? await row.good(await asRoot()) : row.good;
    const changed = await changedBy(async () => {
      const done = await send(row, fields);
      expect(done).toMatchObject(end);
      if (shows !== undefined) expect(Object.keys((done as { result: object }).result)).toContain(shows);
    });
    if (changed.length > 0) changing.push(name);
  });

  it('changes people by those that an old proof does not allow', () => {
    const { saveUser, deleteUser, newPasswordLink, removeFactorOf, unlinkIdentityOf, changeRole } = people;
    const kinds = [saveUser, deleteUser, newPasswordLink, removeFactorOf, unlinkIdentityOf, changeRole];
    expect(changing).toEqual(expect.arrayContaining(kinds.map(({ path }) => path)));
  });
});
