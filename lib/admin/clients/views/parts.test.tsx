import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestAdmin, postedForm, type TestAdmin } from '#lib/testing/admin';
import { draftOfForm, readConsentPreview } from '../consent-preview';
import { ConsentPreviewPage } from './parts';

let area: TestAdmin;

beforeAll(async () => {
  area = await createTestAdmin({
    scopes: [
      { name: 'orders', type: 'resource', display_name: 'Your orders' },
      { name: 'closed', type: 'resource', enabled: false },
    ],
    tenants: [{ name: 'acme', display_name: 'Acme Inc.', theme: { primary: '#0f5e9c' } }],
    clients: [
      {
        client_id: 'web',
        client_name: 'Lantern Books',
        client_secrets: [{ value: 'x' }],
        redirect_uris: ['https://shop.example/cb'],
        scope: 'openid email closed',
        tenant: 'acme',
      },
    ],
  });
});
afterAll(() => area.close());

const preview = async (query: Record<string, string> = {}) => readConsentPreview(await area.admin(), 'web', query);

/** The form of the page with changes. */
const form = {
  scope: ['openid', 'orders'],
  require_consent: 'on',
  allow_remember_consent: 'on',
  consent_lifetime_seconds: '2',
  consent_lifetime_seconds_unit: 'days',
};

describe('the consent preview of a client', () => {
  it('shows the saved client as people of its tenant see it', async () => {
    const { isAsked, page } = await preview();
    expect(isAsked).toBe(true);
    expect(page).toMatchObject({
      client: { name: 'Lantern Books' },
      redirectHost: 'shop.example',
      frame: { brand: { name: 'Acme Inc.' } },
      rememberedSeconds: null,
    });
    expect(page.scopes.map(({ name, values }) => [name, values])).toEqual([
      ['openid', []],
      ['email', ['alice@example.com']],
    ]);
  });

  it('shows the draft of the form and stores nothing', async () => {
    const { isAsked, page } = await preview(draftOfForm(postedForm(form)));
    expect(isAsked).toBe(true);
    expect(page).toMatchObject({ canRemember: true, rememberedSeconds: 2 * 86_400 });
    expect(page.scopes.map(({ name, displayName }) => [name, displayName])).toEqual([
      ['openid', null],
      ['orders', 'Your orders'],
    ]);
    expect((await preview()).page.scopes.map(({ name }) => name)).toEqual(['openid', 'email']);
  });

  it.each([
    ['0', 'seconds', 0],
    ['2147483647', 'seconds', 2_147_483_647],
    ['9999999999', 'days', 2_147_483_647],
    ['', 'days', null],
  ])('shows how long %j %s are remembered, as the consent page does', async (count, unit, expected) => {
    const lifetime = { consent_lifetime_seconds: count, consent_lifetime_seconds_unit: unit };
    const { page } = await preview(draftOfForm(postedForm({ ...form, ...lifetime })));
    expect(page.rememberedSeconds).toBe(expected);
  });

  it('distinguishes a cleared box from a missing field', async () => {
    const { require_consent: _, allow_remember_consent: __, scope: ___, ...rest } = form;
    const { isAsked, page } = await preview(draftOfForm(postedForm(rest)));
    expect([isAsked, page.canRemember, page.scopes]).toEqual([false, false, []]);
    // The fields of a read-only form are not sent.
    expect(draftOfForm(postedForm({}))).toEqual({});
  });

  it.each([
    ['a disabled or unknown scope', { scope: ['openid', 'closed', 'nowhere'] }, ['openid']],
    ['an invalid duration', { consent_lifetime_seconds: 'soon' }, ['openid', 'orders']],
  ])('leaves out %s', async (_, change, expected) => {
    const { page } = await preview(draftOfForm(postedForm({ ...form, ...change })));
    expect(page.scopes.map(({ name }) => name)).toEqual(expected);
    if ('consent_lifetime_seconds' in change) expect(page.rememberedSeconds).toBeNull();
  });

  it('reads the scopes of checkboxes and of a field for very many', async () => {
    const { page } = await preview(draftOfForm(postedForm({ ...form, scope: ['openid', 'email\r\norders'] })));
    expect(page.scopes.map(({ name }) => name)).toEqual(['openid', 'email', 'orders']);
  });

  it('keeps its address short, regardless of the number of scopes', () => {
    const many = Array.from({ length: 900 }, (_, index) => `scope-${index}`);
    const { scope = '' } = draftOfForm(postedForm({ ...form, scope: many }));
    expect(scope.length).toBeLessThanOrEqual(4000);
    expect(many).toEqual(expect.arrayContaining(scope.split(' ')));
  });

  it('says if nobody is asked, and is inert', async () => {
    const draw = async (query: Record<string, string>) =>
      renderToStaticMarkup(<ConsentPreviewPage {...(await preview(query))} host="op.test" nonce={undefined} />);
    const off = 'consent isn’t required';
    expect(await draw({})).not.toContain(off);
    const drawn = await draw({ require_consent: 'off', scope: 'openid orders' });
    expect(drawn).toContain(off);
    expect(drawn.slice(0, drawn.indexOf('<form'))).toContain('inert=""');
  });

  it('is not found for an unknown client', async () => {
    await expect(readConsentPreview(await area.admin(), 'nobody', {})).rejects.toMatchObject({ code: 'not_found' });
  });
});
