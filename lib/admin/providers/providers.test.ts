import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inputOf } from '#lib/i18n/admin/problems';
import { openProviderSecret } from '#lib/providers/provider-record';
import { listProviders } from '#lib/providers/provider-store';
import { createTestAdmin, postedForm, type TestAdmin } from '#lib/testing/admin';
import { countStatements } from '#lib/testing/count-statements';
import type { FormFields } from '#lib/testing/provider';
import { type ScriptedUpstream, startScriptedUpstream } from '#lib/testing/scripted-upstream';
import { storedCanonicalUsername } from '#lib/users/canonical-username';
import { createIdentity } from '#lib/users/identity-store';
import { createUser } from '#lib/users/user-store';
import { proven } from '#lib/vocabulary/account-proof';
import type { AdminContext } from '../admin-context';
import type { AdminError } from '../admin-error';
import { saveEntries } from '../configuration/save-entries';
import { deleteEntryForm, enableEntryForm, saveEntryForm } from '../entries/entry-forms';
import { readEntryHistory } from '../entries/read';
import { readNameQuery } from '../list/list-query';
import { createProviderForm, moveProvider, orderProvidersForm, replaceSecretForm } from './actions';
import { discover, readNewProvider } from './new-provider';
import { clientsOf, listProviderLines, readProvider, readProviderUsage } from './read';

const canary = 'canary-secret-of-the-provider';
let upstream: ScriptedUpstream;
let area: TestAdmin;

const provider = (name: string, more: object = {}) => ({
  name,
  display_name: `The ${name}`,
  type: 'oidc',
  issuer: upstream.issuer,
  client_id: 'signet',
  client_secret: canary,
  ...more,
});

beforeAll(async () => {
  upstream = await startScriptedUpstream();
});
afterAll(() => upstream.close());
beforeEach(async () => {
  area = await createTestAdmin({
    identity_providers: [provider('corp', { domains: ['contoso.example'] }), provider('spare'), provider('third')],
    clients: [
      {
        client_id: 'web',
        client_name: 'Web shop',
        client_secrets: [{ value: 'x' }],
        redirect_uris: ['https://a.test/'],
      },
      {
        client_id: 'other',
        client_secrets: [{ value: 'x' }],
        redirect_uris: ['https://b.test/'],
        identity_providers: { deny: ['spare'] },
      },
    ],
  });
  return area.close;
});

type Form = (
  admin: AdminContext,
  form: ReturnType<typeof postedForm>,
) => Promise<{ goTo: string } | { review: unknown }>;
const post = async (form: Form, fields: FormFields) =>
  form(await area.admin(), postedForm({ section: 'identity_providers', ...fields }));
const detail = async (name: string) => readProvider(await area.admin(), name);
const failure = (promise: Promise<unknown>): Promise<AdminError> =>
  promise.then(
    () => expect.fail('nothing was refused'),
    (error) => error,
  );
const names = async () => (await listProviders((await area.admin()).db)).map(({ name }) => name);
const typed = (more: FormFields = {}): FormFields => ({
  display_name: 'Contoso',
  issuer: upstream.issuer,
  client_id: 'signet',
  scope: 'openid email',
  domains: 'contoso.example\ncontoso.com',
  button: 'domain',
  'claim_mapping.ours': ['email', 'role', ''],
  'claim_mapping.theirs': ['mail', 'groups', ''],
  ...more,
});

describe('providers in the administration (ux §1.19)', () => {
  it('are created from the form, with a sealed secret that no page shows (security #97)', async () => {
    const name = 'made';
    await post(createProviderForm, { ...typed({ domains: '' }), name, type: 'oidc', client_secret: canary });
    const made = await detail(name);
    expect(made).toMatchObject({
      enabled: false,
      hasSecret: true,
      settings: { claim_mapping: { email: 'mail', role: 'groups' } },
    });
    expect(made.addresses.callback).toBe('https://op.test/federation/made/callback');
    const { db, settings } = await area.admin();
    const sealed = (await listProviders(db)).find((one) => one.name === name)?.clientSecretSealed ?? '';
    expect(openProviderSecret(settings.secret, name, sealed)).toBe(canary);
    const history = await readEntryHistory(await area.admin(), { section: 'identity_providers', key: name });
    expect(history.revisions).toHaveLength(1);
    expect(history.events.map(({ type }) => type)).toEqual(['identity_provider.created']);
    const given = JSON.stringify([made, history, await listProviderLines(await area.admin(), readNameQuery({}))]);
    for (const hidden of [canary, sealed]) expect(given).not.toContain(hidden);
  });

  it.each([
    ['a taken name', { name: 'corp' }, 'name'],
    ['no issuer', { issuer: '' }, 'issuer'],
    ['a claim in two rows of the mapping', { 'claim_mapping.ours': ['email', 'email', ''] }, 'claim_mapping'],
    ['an incomplete row of the mapping', { 'claim_mapping.theirs': ['mail', '', ''] }, 'claim_mapping.role'],
    ['the shared issuer of Entra', { issuer: 'https://login.microsoftonline.com/common/v2.0' }, 'issuer'],
    ['a domain of another provider', {}, 'domains[0]'],
  ])('are refused with %s, at the field', async (_, changes, field) => {
    const fields = { ...typed(), name: 'made', type: 'oidc', client_secret: canary, ...changes };
    const refused = await failure(post(createProviderForm, fields));
    expect(refused.fields.map((problem) => problem.field)).toContain(field);
    if (field === 'domains[0]') expect(refused.message).toContain('identity provider corp');
  });

  it.each([
    ['logo', 'light'],
    ['logo_dark', 'dark'],
  ] as const)('get a %s from a file, keep it, and can lose it again (security #126)', async (key, place) => {
    const picture = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8z"/></svg>';
    const save = async (fields: FormFields, file?: File) => {
      const form = postedForm({ section: 'identity_providers', ...typed(), name: 'corp', ...fields });
      const { version } = await detail('corp');
      const text = (name: string) => (name === 'version' ? version : form.text(name));
      const chosen = (name: string) => (name === key && file !== undefined ? file : null);
      return saveEntryForm(await area.admin(), { ...form, text, file: chosen });
    };
    const stored = async () => (await listProviders((await area.admin()).db)).find(({ name }) => name === 'corp');
    const column = key === 'logo' ? 'logo' : 'logoDark';
    await save({}, new File([picture], 'x.svg', { type: 'image/svg+xml' }));
    expect(Buffer.from(String((await stored())?.[column]?.split(',')[1]), 'base64').toString()).toBe(picture);
    expect((await detail('corp')).logos[place]).toMatch(/^\/branding\/~providers\/corp\.[\w-]{22}$/);
    expect(JSON.stringify(await detail('corp'))).not.toContain('base64');
    await save({});
    expect((await stored())?.[column]).not.toBeNull();
    const refused = await failure(
      save({}, new File(['<svg><script>1</script></svg>'], 'x', { type: 'image/svg+xml' })),
    );
    expect(refused.fields.map(({ field }) => field)).toEqual([key]);
    await save({ [`${key}.remove`]: 'on' });
    expect((await stored())?.[column]).toBeNull();
  });

  it('get a group mapping by the form, keep it, lose it, and say at the field what is wrong (decision 023)', async () => {
    const save = async (fields: FormFields) => {
      const form = postedForm({ section: 'identity_providers', tab: 'settings', ...typed(), name: 'corp', ...fields });
      const { version } = await detail('corp');
      const text = (name: string) => (name === 'version' ? version : form.text(name));
      return saveEntryForm(await area.admin(), { ...form, text });
    };
    const stored = async () => (await detail('corp')).settings.group_mapping;
    await saveEntries(await area.admin(), [{ section: 'groups', key: 'finance', entry: { name: 'finance' } }]);
    const mapping = { 'group_mapping.claim': 'groups', 'group_mapping.values': 'urn:x:1: finance', days: '' };
    await save(mapping);
    expect(await stored()).toEqual({ claim: 'groups', values: { 'urn:x:1': ['finance'] }, expires_after_days: null });
    await save({ ...mapping, 'group_mapping.expires_after_days': '30' });
    expect(await stored()).toMatchObject({ expires_after_days: 30 });
    for (const [changes, field] of [
      [{ 'group_mapping.values': 'a: nobody' }, 'group_mapping.values'],
      [{ 'group_mapping.claim': '' }, 'group_mapping.claim'],
      [{ 'group_mapping.values': 'a' }, 'group_mapping.values'],
      [{ 'group_mapping.expires_after_days': '0' }, 'group_mapping.expires_after_days'],
    ] as const) {
      const refused = await failure(save({ ...mapping, ...changes }));
      expect(refused.fields.map((problem) => inputOf(problem.field))).toEqual([field]);
    }
    await save({});
    expect(await stored()).toBeNull();
  });

  it('keep their secret when they are saved, and show who saved meanwhile (decision 021)', async () => {
    const before = await detail('corp');
    await post(saveEntryForm, { ...typed({ create_users: 'on' }), name: 'corp', version: before.version });
    expect((await detail('corp')).settings).toMatchObject({ client_id: 'signet', scope: before.settings.scope });
    const stored = (await listProviders((await area.admin()).db)).find(({ name }) => name === 'corp');
    expect(stored).toMatchObject({ button: 'domain', createUsers: true, domains: ['contoso.example', 'contoso.com'] });
    expect(stored?.clientSecretSealed).not.toBeNull();
    const late = await failure(
      post(saveEntryForm, { ...typed({ display_name: 'Mine' }), name: 'corp', version: before.version }),
    );
    expect(late).toMatchObject({ code: 'changed_meanwhile', conflict: { by: 'root', values: { button: 'domain' } } });
  });

  it('accept only values of the provider itself on the overview', async () => {
    const { version, settings } = await detail('corp');
    const fields = { ...typed({ client_id: 'other-client', scope: '' }), name: 'corp', tab: 'overview', version };
    expect(await post(saveEntryForm, fields)).toMatchObject({ goTo: '/admin/providers/corp' });
    const saved = await detail('corp');
    expect(saved.settings).toEqual({ ...settings, client_id: 'other-client' });
    expect(saved.hasSecret).toBe(true);
  });

  it('can get another secret, but not an empty one', async () => {
    await post(replaceSecretForm, { name: 'corp', client_secret: 'the-next-secret' });
    const { db, settings, snapshot } = await area.admin();
    const [stored] = await listProviders(db);
    expect(openProviderSecret(settings.secret, 'corp', stored?.clientSecretSealed ?? '')).toBe('the-next-secret');
    expect(snapshot.providers.get('corp')?.clientSecret).toBe('the-next-secret');
    expect(await failure(post(replaceSecretForm, { name: 'corp' }))).toMatchObject({ code: 'invalid' });
  });

  it('can get another key in PEM, where the secret is signed with one', async () => {
    const pem = () =>
      generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' });
    const [first, next] = [String(pem()), String(pem()).trim()];
    const fields = {
      ...typed({ domains: '' }),
      name: 'signing',
      type: 'oidc',
      team_id: 'T1',
      key_id: 'K1',
      private_key: first,
    };
    await post(createProviderForm, fields);
    await post(replaceSecretForm, { name: 'signing', private_key: next.replaceAll('\n', '\r\n') });
    const { snapshot } = await area.admin();
    const stored = snapshot.providers.get('signing')?.clientSecret ?? '';
    expect(createPrivateKey(stored).equals(createPrivateKey(next))).toBe(true);
    expect(await failure(post(replaceSecretForm, { name: 'signing', client_secret: 'another' }))).toMatchObject({
      fields: [{ field: 'private_key' }],
    });
  });

  it('can be moved, but not past the ends', async () => {
    await moveProvider(await area.admin(), 'third', 'up');
    expect(await names()).toEqual(['corp', 'third', 'spare']);
    await moveProvider(await area.admin(), 'corp', 'down');
    expect(await names()).toEqual(['third', 'corp', 'spare']);
    const atEnd = await moveProvider(await area.admin(), 'third', 'up');
    expect(atEnd.revision).toBeNull();
    expect(await names()).toEqual(['third', 'corp', 'spare']);
  });

  it.each([
    ['all of them', 'third corp spare', ['third', 'corp', 'spare'], /^Changed the order of 3 /],
    ['some of them, which share their places', 'third corp', ['third', 'spare', 'corp'], /^Changed the order of 2 /],
    ['names that no longer exist', 'third gone spare', ['corp', 'third', 'spare'], /^Changed the order of 2 /],
    ['a repeated name', 'spare corp spare', ['spare', 'corp', 'third'], /^Changed the order of 2 /],
    ['the current order', 'corp spare third', ['corp', 'spare', 'third'], /^There was nothing to change/],
    ['nothing', '', ['corp', 'spare', 'third'], /^There was nothing to change/],
  ])('are ordered by a form with %s, in one revision', async (_, order, expected, told) => {
    const { goTo, flash } = await orderProvidersForm(await area.admin(), postedForm({ order }));
    expect(await names()).toEqual(expected);
    expect(goTo).toBe('/admin/providers');
    expect(flash.text).toMatch(told);
  });

  it('can be deleted if they are disabled, unused, and the name was typed', async () => {
    expect(await failure(post(deleteEntryForm, { name: 'third', typed: 'third' }))).toMatchObject({
      code: 'in_use',
    });
    for (const name of ['third', 'spare']) await post(enableEntryForm, { name, enabled: 'false' });
    expect((await area.admin()).snapshot.providers.get('third')?.enabled).toBe(false);
    expect(await failure(post(deleteEntryForm, { name: 'third', typed: 'x' }))).toMatchObject({ code: 'invalid' });
    await post(deleteEntryForm, { name: 'third', typed: 'third' });
    expect(await failure(detail('third'))).toMatchObject({ code: 'not_found' });
    const used = await failure(post(deleteEntryForm, { name: 'spare', typed: 'spare' }));
    expect(used).toMatchObject({ code: 'in_use', message: expect.stringContaining('client other') });
  });

  it('show the clients that may use them', async () => {
    const { snapshot } = await area.admin();
    expect(clientsOf('corp', snapshot)).toMatchObject({ total: 2, of: 2 });
    expect(clientsOf('spare', snapshot)).toEqual({ shown: [{ clientId: 'web', name: 'Web shop' }], total: 1, of: 2 });
  });
});

describe('the list of providers', () => {
  const link = async (name: string, providers: readonly string[], passwordHash: string | null) => {
    const { db, now } = await area.admin();
    const facts = { passwordHash, enabled: true, admin: null, tenants: 'all' as const, claims: {} };
    const user = await createUser(
      db,
      { ...facts, username: name, canonicalUsername: storedCanonicalUsername(name) },
      now,
    );
    for (const one of providers) {
      await createIdentity(
        db,
        proven('provider', user.sub),
        { provider: one, issuer: 'i', subject: name, claims: [] },
        now,
      );
    }
  };

  it('counts linked people in one statement, regardless of the number of providers', async () => {
    await link('ann', ['corp'], null);
    await link('ben', ['corp', 'spare'], null);
    const admin = await area.admin();
    const counted = countStatements(admin.db);
    const { lines } = await listProviderLines({ ...admin, db: counted.db }, readNameQuery({}));
    expect(counted.count()).toBe(5);
    expect(lines.map(({ name, people }) => [name, people])).toEqual([
      ['corp', 2],
      ['spare', 1],
      ['third', 0],
    ]);
    expect(lines[0]?.lastSignIn).toEqual(admin.now);
    const found = await listProviderLines(admin, readNameQuery({ q: 'CONTOSO' }));
    expect(found.lines.map(({ name }) => name)).toEqual(['corp']);
    expect((await listProviderLines(admin, readNameQuery({ after: 'corp' }))).lines.map(({ name }) => name)).toEqual([
      'spare',
      'third',
    ]);
  });

  it('shows how many people would be locked out: no password and no other enabled provider', async () => {
    await link('ann', ['corp'], null);
    await link('ben', ['corp', 'spare'], null);
    await link('cat', ['corp'], 'a hash');
    expect(await readProviderUsage(await area.admin(), 'corp')).toMatchObject({ people: 3, dependants: 1 });
    await post(enableEntryForm, { name: 'spare', enabled: 'false' });
    expect(await readProviderUsage(await area.admin(), 'corp')).toMatchObject({ dependants: 2 });
  });
});

describe('a new provider', () => {
  const open = async (): Promise<AdminContext> => {
    const admin = await area.admin();
    return { ...admin, settings: { ...admin.settings, outboundAllow: ['localhost'] } };
  };
  const ask = async (query: Record<string, string>) => readNewProvider(await open(), 'oidc', query);

  it('is discovered by its issuer, and its metadata is shown', async () => {
    const found = await ask({ name: 'new-one', display_name: 'New', issuer: upstream.issuer });
    expect(found).toMatchObject({
      isReady: true,
      discovery: { metadata: { token_endpoint: `${upstream.issuer}/token` } },
    });
  });

  it.each([
    [
      'a taken name',
      { name: 'corp' },
      { isReady: false, nameProblem: 'The provider “corp” already exists.', discovery: null },
    ],
    [
      'an invalid name',
      { name: 'with space' },
      {
        isReady: false,
        nameProblem: 'Use letters, digits, dots, dashes and underscores. Start with a letter or digit.',
      },
    ],
    [
      'an invalid address',
      { name: 'x', issuer: 'nothing' },
      { isReady: false, discovery: { problem: 'no_issuer', reason: 'Enter an address that starts with https://.' } },
    ],
  ])('is not discovered with %s', async (_, query, expected) => {
    expect(await ask({ issuer: upstream.issuer, ...query })).toMatchObject(expected);
  });

  it('is not discovered at a private address (security #123)', async () => {
    expect(await discover(await area.admin(), upstream.issuer)).toMatchObject({ problem: 'refused' });
  });

  it('gets the name of its preset, or the next free one', async () => {
    expect(await readNewProvider(await open(), 'google', {})).toMatchObject({
      name: 'google',
      issuer: 'https://accounts.google.com',
      displayName: 'Google',
      ...{ isReady: true, isShort: true },
    });
    expect(await readNewProvider(await open(), 'entra', {})).toMatchObject({ isReady: false, isShort: false });
    expect(await failure(readNewProvider(await open(), 'nothing', {}))).toMatchObject({ code: 'not_found' });
  });
});
