import { beforeEach, describe, expect, it } from 'vitest';
import { inputOf } from '#lib/i18n/admin/problems';
import { listTenants } from '#lib/tenants/tenant-store';
import { createTestAdmin, postedForm, type TestAdmin } from '#lib/testing/admin';
import { countStatements } from '#lib/testing/count-statements';
import type { FormFields } from '#lib/testing/provider';
import { derivePalettes } from '#lib/theme/derive-theme';
import type { AdminContext } from '../admin-context';
import type { AdminError } from '../admin-error';
import { portalPreview, readPreview, tenantPreview } from '../branding/preview';
import { deleteEntryForm, enableEntryForm, saveEntryForm } from '../entries/entry-forms';
import { readEntryHistory } from '../entries/read';
import { readNameQuery } from '../list/list-query';
import type { PostedFields } from '../read-form';
import { createTenantForm } from './actions';
import { getTenant, listTenantLines, readTenant, readTenantUsage } from './read';

const svg = '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h9v9z"/></svg>';
const logo = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
let area: TestAdmin;

beforeEach(async () => {
  area = await createTestAdmin({
    identity_providers: [
      { name: 'corp', display_name: 'Contoso', type: 'oidc', issuer: 'https://login.test', client_id: 's' },
      {
        name: 'quiet',
        display_name: 'Quiet',
        type: 'oidc',
        issuer: 'https://q.test',
        client_id: 's',
        button: 'hidden',
      },
      { name: 'other', display_name: 'Other', type: 'oidc', issuer: 'https://o.test', client_id: 's' },
    ],
    tenants: [
      {
        name: 'acme',
        display_name: 'Acme Inc.',
        identity_providers: ['corp', 'quiet'],
        theme: { primary: '#0f5e9c', logo },
        links: { support: 'mailto:desk@acme.test', terms: 'https://acme.test/terms' },
      },
      { name: 'free', display_name: 'Free' },
    ],
    clients: [
      { client_id: 'web', client_secrets: [{ value: 'x' }], redirect_uris: ['https://a.test/'], tenant: 'acme' },
    ],
    users: [{ username: 'ann', tenants: ['acme'] }, { username: 'ben' }],
  });
  return area.close;
});

type Form = (admin: AdminContext, form: PostedFields) => Promise<{ goTo: string } | { review: unknown }>;
const post = async (form: Form, fields: FormFields) =>
  form(await area.admin(), postedForm({ section: 'tenants', ...fields }));
const detail = async (name = 'acme') => readTenant(await area.admin(), name);
const stored = async (name = 'acme') => (await listTenants((await area.admin()).db)).find((one) => one.name === name);
const failure = (promise: Promise<unknown>): Promise<AdminError> =>
  promise.then(
    () => expect.fail('nothing was refused'),
    (error) => error,
  );
const settings = (more: FormFields = {}): FormFields => ({
  name: 'acme',
  display_name: 'Acme',
  identity_providers: 'allow',
  identity_providers_names: ['corp'],
  login: 'identifier',
  registration: '',
  default_locale: 'de',
  'links.support': '',
  'links.privacy': 'https://acme.test/privacy',
  'links.terms': '',
  ...more,
});
const branding = (more: FormFields = {}): FormFields => ({
  tab: 'branding',
  name: 'acme',
  'theme.primary': '#075',
  'theme.primary_dark': '',
  'theme.background': '#f4f1ea',
  'theme.background_dark': '',
  'theme.radius': '4px',
  'theme.font': 'serif',
  'theme.texts': '',
  'theme.texts.en.title': 'Welcome',
  'theme.mode': 'dark',
  ...more,
});

/** A form with a file, as a browser sends it. */
async function postFile(fields: FormFields, key: string, type: string, content: string) {
  const form = postedForm({ section: 'tenants', ...fields });
  const file = new File([content], 'logo', { type });
  return saveEntryForm(await area.admin(), { ...form, file: (name) => (name === key ? file : null) });
}

describe('tenants in the administration', () => {
  it('are created with a name that is not taken', async () => {
    expect(await post(createTenantForm, { name: 'new', display_name: 'New' })).toMatchObject({
      goTo: '/admin/tenants/~bmV3/branding',
    });
    expect(await detail('new')).toMatchObject({ displayName: 'New', enabled: true, repairs: [] });
    const again = await failure(post(createTenantForm, { name: 'acme', display_name: 'Acme' }));
    expect(again.fields).toMatchObject([{ field: 'name', code: 'already_exists' }]);
  });

  it('keep their look when the settings are saved, and vice versa', async () => {
    const { version } = await detail();
    await post(saveEntryForm, settings({ version }));
    expect(await stored()).toMatchObject({
      displayName: 'Acme',
      identityProviders: ['corp'],
      login: 'identifier',
      registration: null,
      defaultLocale: 'de',
      links: { support: null, privacy: 'https://acme.test/privacy', terms: null },
      theme: { primary: '#0f5e9c', logo },
    });
    await post(saveEntryForm, branding({ version: (await detail()).version }));
    expect(await stored()).toMatchObject({
      login: 'identifier',
      links: { privacy: 'https://acme.test/privacy' },
      theme: {
        primary: '#075',
        primaryDark: null,
        background: '#f4f1ea',
        backgroundDark: null,
        radius: '4px',
        font: 'serif',
        mode: 'dark',
        texts: { en: { title: 'Welcome' } },
        logo,
      },
    });
    const history = await readEntryHistory(await area.admin(), { section: 'tenants', key: 'acme' });
    expect(history.revisions.length).toBeGreaterThanOrEqual(2);
    expect(history.events.map(({ type }) => type)).toContain('tenant.updated');
  });

  it.each([
    [{ identifiers: ['email'], second_factor: 'required', email_code: 'on' }, [['email'], 'required', 'on']],
    [{ identifiers: ['username', 'email'], second_factor: 'off' }, [['username', 'email'], 'off', null]],
    [{}, [null, null, null]],
  ])('set how people sign in, or inherit it from the portal: %j', async (fields: FormFields, expected) => {
    const { version } = await detail();
    await post(saveEntryForm, settings({ version, ...fields }));
    const tenant = await stored();
    expect([tenant?.identifiers, tenant?.secondFactor, tenant?.emailCode]).toEqual(expected);
  });

  it('can allow every provider again', async () => {
    const { version } = await detail();
    await post(saveEntryForm, settings({ version, identity_providers: '*', identity_providers_names: [] }));
    expect((await stored())?.identityProviders).toBeNull();
  });

  it.each([
    ['color', { 'theme.primary': 'url(x)' }, 'theme.primary'],
    ['color behind the card', { 'theme.background': 'url(x)' }, 'theme.background'],
    ['length', { 'theme.radius': '9vw' }, 'theme.radius'],
    ['title', { 'theme.texts.en.title': 'x'.repeat(101) }, 'theme.texts'],
    ['font', { 'theme.font': 'https://fonts.test/x' }, 'theme.font'],
  ])('are refused with an invalid %s, at the field', async (_, fields, field) => {
    const { version } = await detail();
    const refused = await failure(post(saveEntryForm, branding({ version, ...fields })));
    expect(refused.fields.map((problem) => inputOf(problem.field))).toEqual([field]);
  });

  it('show who saved meanwhile, field by field (decision 021)', async () => {
    const { version } = await detail();
    await post(saveEntryForm, branding({ version }));
    const late = await failure(post(saveEntryForm, branding({ version, 'theme.primary': '#123456' })));
    expect(late).toMatchObject({
      code: 'changed_meanwhile',
      conflict: { by: 'root', values: { 'theme.primary': '#075' } },
    });
  });

  it.each([['logo'], ['favicon']] as const)('get a %s from a file, keep it, and can lose it again', async (key) => {
    const other = svg.replace('9', '8');
    await postFile(branding({ version: (await detail()).version }), `theme.${key}`, 'image/svg+xml', other);
    const present = (await stored())?.theme[key] ?? '';
    expect(Buffer.from(present.split(',')[1] ?? '', 'base64').toString()).toBe(other);
    expect((await detail()).pictures[key]).toMatch(/^\/branding\/acme\/[\w-]{22}$/);
    expect(JSON.stringify(await detail())).not.toContain('base64');
    await post(saveEntryForm, branding({ version: (await detail()).version, [`theme.${key}.remove`]: 'on' }));
    expect((await stored())?.theme[key]).toBeNull();
  });

  it.each([
    ['a drawing with a script', 'image/svg+xml', '<svg><script>alert(1)</script></svg>'],
    ['text', 'text/html', '<p>'],
    ['a broken picture', 'image/png', 'no picture'],
    ['a picture that is too large', 'image/png', 'x'.repeat(100_001)],
  ])('refuse %s as a logo (decision 010)', async (_, type, content) => {
    const refused = await failure(
      postFile(branding({ version: (await detail()).version }), 'theme.logo', type, content),
    );
    expect(refused.fields.map(({ field }) => field)).toEqual(['theme.logo']);
  });

  it('can be deleted if they are disabled, have no client, and the name was typed', async () => {
    expect(await failure(post(deleteEntryForm, { name: 'free', typed: 'free' }))).toMatchObject({ code: 'in_use' });
    for (const name of ['free', 'acme']) await post(enableEntryForm, { name, enabled: 'false' });
    expect(await failure(post(deleteEntryForm, { name: 'free', typed: '' }))).toMatchObject({ code: 'invalid' });
    await post(deleteEntryForm, { name: 'free', typed: 'free' });
    expect(await failure(detail('free'))).toMatchObject({ code: 'not_found' });
    const used = await failure(post(deleteEntryForm, { name: 'acme', typed: 'acme' }));
    expect(used).toMatchObject({ code: 'in_use', message: expect.stringContaining('client web') });
  });

  it('are listed without a statement, with the number of their clients and people', async () => {
    const admin = await area.admin();
    const counted = countStatements(admin.db);
    const { lines } = listTenantLines({ ...admin, db: counted.db }, readNameQuery({}));
    expect(counted.count()).toBe(0);
    expect(lines.map(({ name, clients, providers }) => [name, clients, providers])).toEqual([
      ['acme', 1, ['corp', 'quiet']],
      ['free', 0, null],
    ]);
    expect(listTenantLines(admin, readNameQuery({ q: 'INC' })).lines).toHaveLength(1);
    expect(listTenantLines(admin, readNameQuery({ after: 'acme' })).lines.map(({ name }) => name)).toEqual(['free']);
    expect(await readTenantUsage(admin, 'acme')).toMatchObject({ people: 1, clients: [{ clientId: 'web' }] });
  });
});

describe('the preview', () => {
  const preview = async (draft: FormFields = {}, name: string | null = 'acme', files: Record<string, string> = {}) => {
    const admin = await area.admin();
    const tenant = name === null ? null : await getTenant(admin, name);
    const file = (key: string) =>
      files[key] === undefined ? null : new File([files[key]], 'logo', { type: 'image/svg+xml' });
    const form = { ...postedForm(draft), file };
    const done = await (tenant === null ? portalPreview : tenantPreview).run(admin, form);
    return readPreview(admin, tenant, 'result' in done ? done.result : {});
  };
  const css = async (...asked: Parameters<typeof preview>) => (await preview(...asked)).brand.style?.css;
  const drawn = /^data:image\/png;base64,/;

  it('has the saved look, in the requested color scheme', async () => {
    const [light, dark] = [await preview({ look: 'light' }), await preview({ look: 'dark' })];
    expect(light.brand).toMatchObject({
      name: 'Acme Inc.',
      mode: 'light',
      logo: { light: expect.stringMatching(drawn) },
    });
    expect(dark.brand.mode).toBe('dark');
    expect(light.brand.style?.css).not.toBe(dark.brand.style?.css);
    expect(light.providers).toEqual([
      { name: 'corp', displayName: 'Contoso', brand: null, logo: null, lastUsed: false },
    ]);
  });

  const draft = {
    'theme.mode': 'system',
    'theme.primary': '#770077',
    'theme.radius': '24px',
    'theme.font': 'rounded',
    'theme.texts': '',
    'theme.texts.en.title': 'Drafted',
  };

  it('has the colors of the dark pages of a theme that follows the device', async () => {
    const chosen = { primary: '#770077', primaryDark: null, background: '#fff7e0', backgroundDark: null };
    const page = { ...draft, 'theme.background': chosen.background, 'theme.background_dark': '' };
    const { dark } = derivePalettes({ ...chosen, mode: 'system' });
    const shown = await css({ ...page, look: 'dark' }, null);
    expect(shown).toContain(`--primary: ${dark.primary};`);
    expect(shown).toContain(`--background: ${dark.background};`);
  });

  it('has the look of a draft, without values that could not be saved', async () => {
    const { brand, repairs } = await preview({ look: 'light', ...draft });
    expect(brand.style?.css).toContain('--radius: 24px;');
    expect(brand.style?.css).toContain('--font-sans: ui-rounded,');
    expect(brand.texts).toEqual({ en: { title: 'Drafted' } });
    expect((await preview({ ...draft, 'theme.texts.en.title': 'x'.repeat(101) })).brand.texts).toBeNull();
    expect(repairs).toEqual([]);
    expect((await preview({ ...draft, 'theme.primary': '#ffe27a' })).repairs).toHaveLength(2);
    expect(brand.style?.css).not.toBe(await css({ look: 'light' }));
    const bad = { ...draft, 'theme.primary': '};x{', 'theme.radius': 'url(x)', 'theme.font': 'x}' };
    expect(await css({ look: 'light', ...bad })).not.toMatch(/url|x\{/);
    expect((await preview({ ...draft, 'theme.mode': 'dark', look: 'light' })).brand.mode).toBe('dark');
    expect((await stored())?.theme.primary).toBe('#0f5e9c');
  });

  it('shows a logo before it is saved, and none that was removed or cannot be drawn', async () => {
    const { brand } = await preview(draft, 'free', { 'theme.logo': svg });
    expect(brand.logo?.light).toMatch(drawn);
    expect((await preview({ ...draft, 'theme.logo.remove': 'on' })).brand.logo).toBeNull();
    expect((await preview(draft, 'free', { 'theme.logo': '<svg>' })).brand.logo).toBeNull();
    expect((await stored('free'))?.theme.logo).toBeNull();
  });

  it('shows the portal with its drafted name, links, page and language', async () => {
    const asked = {
      display_name: 'Harbour',
      'links.terms': 'https://harbour.test/t',
      language: 'ar',
      preview_page: 'consent',
    };
    expect(await preview({ ...draft, ...asked }, null)).toMatchObject({
      ...{ page: 'consent', language: 'ar' },
      brand: { tenant: null, name: 'Harbour', links: { terms: 'https://harbour.test/t', privacy: null } },
    });
    expect(
      (await preview({ ...draft, display_name: 'x'.repeat(201), 'links.terms': 'javascript:x' }, null)).brand,
    ).toMatchObject({
      name: null,
      links: { terms: null },
    });
  });

  it('offers what the tenant sets, or else the portal', async () => {
    expect(await preview({}, 'free')).toMatchObject({ asksNameFirst: false, canSignUp: false, language: 'en' });
    const { version } = await detail();
    await post(saveEntryForm, settings({ version, registration: 'on' }));
    expect(await preview({})).toMatchObject({ asksNameFirst: true, canSignUp: true, language: 'de' });
  });
});
