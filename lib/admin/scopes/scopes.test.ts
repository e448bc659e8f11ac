import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { verifySecret } from '#lib/crypto/client-secret';
import { findScope } from '#lib/scopes/scope-store';
import { createTestAdmin, postedForm, type TestAdmin } from '#lib/testing/admin';
import type { AdminError } from '../admin-error';
import { deleteEntryForm, deleteSecretForm, newSecretForm, saveEntryForm } from '../entries/entry-forms';
import { createScopeForm } from './actions';
import { listScopeLines, readScope, readScopeQuery } from './read';
import { textLanguages } from './section';

const canary = 'canary-secret-that-no-page-may-show';
const file = {
  scopes: [
    { name: 'orders', type: 'resource', claims: ['role'], secrets: [{ value: canary }], display_name: 'Orders' },
    { name: 'idle', type: 'resource' },
  ],
  clients: [
    {
      client_id: 'web',
      client_secrets: [{ value: 'web-secret' }],
      redirect_uris: ['https://rp.test/cb'],
      scope: 'openid profile email orders',
    },
  ],
};

let area: TestAdmin;

beforeEach(async () => {
  area = await createTestAdmin(file);
});

afterEach(() => area.close());

const post = async (
  form: typeof saveEntryForm | typeof newSecretForm,
  fields: Parameters<typeof postedForm>[0],
  name?: string,
) => form(await area.admin(name), postedForm({ section: 'scopes', ...fields }));
const detail = async (name: string) => readScope(await area.admin(), name);
const failure = (promise: Promise<unknown>): Promise<AdminError> =>
  promise.then(
    () => expect.fail('it went well'),
    (error) => error,
  );

describe('the scopes', () => {
  it('are listed by kind with their clients', async () => {
    const resource = listScopeLines(await area.admin(), readScopeQuery({ type: 'resource' }));
    expect(resource.lines.map(({ name, clients }) => [name, clients])).toEqual([
      ['idle', 0],
      ['orders', 1],
    ]);
    const identity = listScopeLines(await area.admin(), readScopeQuery({ type: 'identity' }));
    expect(identity.lines.map(({ name }) => name)).toContain('openid');
    expect(listScopeLines(await area.admin(), readScopeQuery({ q: 'ORD' })).total).toBe(1);
    expect((await detail('orders')).usedBy).toEqual([{ clientId: 'web', name: 'web' }]);
  });

  it('are created once, with a name that no built-in scope has', async () => {
    await post(createScopeForm, { type: 'resource', name: 'orders:read', claims: 'role\r\nlevel' });
    expect((await detail('orders:read')).settings).toMatchObject({ type: 'resource', claims: ['role', 'level'] });
    for (const name of ['orders', 'email']) {
      const taken = await failure(post(createScopeForm, { type: 'resource', name }));
      expect(taken).toMatchObject({ code: 'already_exists', fields: [{ field: 'name' }] });
    }
    const wrong = await failure(post(createScopeForm, { type: 'resource', name: 'with space' }));
    expect(wrong).toMatchObject({ code: 'invalid', fields: [{ field: 'name' }] });
  });

  it('have texts in every language, and keep their secrets when they are saved', async () => {
    const { version } = await detail('orders');
    const fields = {
      name: 'orders',
      tab: 'translations',
      version,
      'texts.de.display_name': 'Ihre Bestellungen',
      'texts.fr.description': 'Voir vos commandes',
    };
    await post(saveEntryForm, fields);
    expect(await findScope((await area.admin()).db, 'orders')).toMatchObject({
      displayName: 'Orders',
      claims: ['role'],
      texts: { de: { displayName: 'Ihre Bestellungen' }, fr: { description: 'Voir vos commandes' } },
      secrets: [{ description: null }],
    });
    const late = await failure(post(saveEntryForm, { ...fields, 'texts.de.display_name': 'Meine' }));
    expect(late).toMatchObject({
      code: 'changed_meanwhile',
      conflict: { by: 'root', values: { 'texts.de.display_name': 'Ihre Bestellungen' } },
    });
  });

  it('can have texts in a language without a translation of the pages', async () => {
    const { version } = await detail('orders');
    const added = { added_language: 'da', 'texts.added.display_name': 'Dine ordrer' };
    const saved = await post(saveEntryForm, { name: 'orders', tab: 'translations', version, ...added });
    expect(saved).toMatchObject({ goTo: '/admin/scopes/orders/translations' });
    const { settings } = await detail('orders');
    expect(settings.texts).toEqual({ da: { display_name: 'Dine ordrer' } });
    expect(textLanguages(settings)).toContain('da');
  });

  it.each([
    ['a language that has a row', { added_language: 'de', 'texts.added.display_name': 'x' }, 'duplicate'],
    ['the same language in another case', { added_language: 'DE', 'texts.added.display_name': 'x' }, 'duplicate'],
    ['the default language', { added_language: 'en', 'texts.added.display_name': 'x' }, 'duplicate'],
    ['an invalid language tag', { added_language: 'x', 'texts.added.description': 'x' }, 'language_tag'],
    ['texts without a language', { 'texts.added.description': 'x' }, 'language_tag'],
  ])('refuse %s at the field', async (_, fields, code) => {
    const { version } = await detail('orders');
    const refused = await failure(post(saveEntryForm, { name: 'orders', tab: 'translations', version, ...fields }));
    expect(refused).toMatchObject({ code: 'invalid', fields: [{ field: 'added_language', code }] });
  });

  it('keep their translations when the settings are saved', async () => {
    const texts = { 'texts.de.display_name': 'Ihre Bestellungen' };
    await post(saveEntryForm, {
      name: 'orders',
      tab: 'translations',
      version: (await detail('orders')).version,
      ...texts,
    });
    const fields = { display_name: 'Your orders', audience: 'name', claims: 'role', enabled: 'on' };
    await post(saveEntryForm, { name: 'orders', version: (await detail('orders')).version, ...fields });
    expect((await detail('orders')).settings).toMatchObject({
      display_name: 'Your orders',
      texts: { de: { display_name: 'Ihre Bestellungen' } },
    });
  });

  it('that are built in can get custom texts, and lose them again', async () => {
    const { version, configured } = await detail('email');
    expect(configured).toBe(false);
    await post(saveEntryForm, { name: 'email', version, display_name: 'Mail', claims: 'email', enabled: 'on' });
    expect(await detail('email')).toMatchObject({ configured: true, settings: { claims: ['email'] } });
    await post(deleteEntryForm, { name: 'email', typed: 'email' });
    expect(await detail('email')).toMatchObject({ configured: false, settings: { display_name: null } });
  });

  it('cannot be deleted while a client uses them', async () => {
    const refused = await failure(post(deleteEntryForm, { name: 'orders', typed: 'orders' }));
    expect(refused).toMatchObject({ code: 'in_use', message: expect.stringContaining('client web') });
    await post(deleteEntryForm, { name: 'idle', typed: 'idle' });
    expect(await failure(detail('idle'))).toMatchObject({ code: 'not_found' });
  });

  it('have secrets that are shown once and never passed to a page (security #97)', async () => {
    const made = await post(newSecretForm, { name: 'orders', description: 'api', expires_in_days: '365' });
    const secret = ('result' in made && made.result.secret) || '';
    const stored = await findScope((await area.admin()).db, 'orders');
    expect(verifySecret(stored?.secrets[1]?.hash ?? null, secret)).toBe(true);
    const scope = await detail('orders');
    const given = JSON.stringify([scope, listScopeLines(await area.admin(), readScopeQuery({}))]);
    for (const hidden of [canary, secret, ...(stored?.secrets.map(({ hash }) => hash.slice(7)) ?? [])]) {
      expect(given).not.toContain(hidden);
    }
    await post(deleteSecretForm, { name: 'orders', secret_id: scope.secrets[0]?.id });
    expect((await detail('orders')).secrets.map(({ description }) => description)).toEqual(['api']);
  });
});
