import type { Page } from 'playwright';
import { password } from '../admin/area';
import type { Walk } from './walks';

/** The pages of the administration that have their own picture, by the picture's name. */
const pages: readonly (readonly [name: string, path: string])[] = [
  ['overview', '/admin'],
  ['checks', '/admin/checks'],
  ['clients', '/admin/clients'],
  ['clients-none', '/admin/clients?q=nothing-like-this'],
  ['clients-new', '/admin/clients/new'],
  ['clients-new-web', '/admin/clients/new/web'],
  ['clients-import', '/admin/clients/import?from=shop'],
  ...['', 'access', 'credentials', 'tokens', 'activity', 'quickstart', 'settings', 'json'].map(
    (tab) => [`client${tab && `-${tab}`}`, `/admin/clients/shop/${tab}`.replace(/\/$/, '')] as const,
  ),
  ['client-secret', '/admin/clients/shop/secret'],
  ['client-delete', '/admin/clients/shop/delete'],
  ['client-disable', '/admin/clients/shop/disable'],
  ['client-certificate', '/admin/clients/shop/certificate'],
  ['client-preview', '/admin/clients/shop/preview'],
  ['clients-bulk', '/admin/clients/bulk?action=disable&id.app-1=1&id.app-2=1&id.app-3=1'],
  ['agents', '/admin/agents'],
  ['agent', '/admin/clients/notes-agent'],
  ['agent-access', '/admin/clients/notes-agent/access'],
  ['agents-block', '/admin/agents/bulk?action=block&id.notes-agent=1'],
  ['scopes', '/admin/scopes'],
  ['scopes-new', '/admin/scopes/new'],
  ['scope', '/admin/scopes/orders'],
  ['scope-api', '/admin/scopes/orders/api'],
  ['scope-clients', '/admin/scopes/orders/clients'],
  ['scope-translations', '/admin/scopes/orders/translations'],
  ['scope-secret', '/admin/scopes/orders/secret'],
  ['scope-delete', '/admin/scopes/unused/delete'],
  ['users', '/admin/users'],
  ['users-filtered', '/admin/users?state=disabled'],
  ['users-new', '/admin/users/new'],
  ['providers', '/admin/providers'],
  ['providers-new', '/admin/providers/new'],
  ['providers-find', '/admin/providers/new/google'],
  ['providers-connect', '/admin/providers/new/github?name=hub&display_name=Hub&issuer='],
  ['provider', '/admin/providers/corp'],
  ['provider-settings', '/admin/providers/corp/settings'],
  ['provider-secret', '/admin/providers/corp/secret'],
  ['provider-disable', '/admin/providers/corp/disable'],
  ['provider-activity', '/admin/providers/corp/activity'],
  ['provider-test', '/admin/providers/corp/test'],
  ['provider-delete', '/admin/providers/github/delete'],
  ['tenants', '/admin/tenants'],
  ['tenants-new', '/admin/tenants/new'],
  ['tenant', '/admin/tenants/harbour'],
  ['tenant-branding', '/admin/tenants/harbour/branding'],
  ['tenant-activity', '/admin/tenants/harbour/activity'],
  ['tenant-disable', '/admin/tenants/harbour/disable'],
  ['debug', '/admin/debug'],
  ['simulate', '/admin/debug/simulator?user=alice&client=shop'],
  ['search', '/admin/search?q=lantern'],
  ['keys', '/admin/keys'],
  ['keys-rotate', '/admin/keys/rotate'],
  ['audit', '/admin/audit'],
  ['requests', '/admin/debug/requests'],
  ['traces', '/admin/debug/traces'],
  ['history', '/admin/history'],
  ['settings', '/admin/settings'],
  ['settings-branding', '/admin/settings/branding'],
  ['settings-sign-in', '/admin/settings/sign-in'],
  ['settings-import-export', '/admin/settings/import-export'],
  ['settings-environment', '/admin/settings/environment'],
  ['missing', '/admin/clients/nobody'],
];

/** Detail pages: the path of the list, and the selector of the link to follow. */
const details: readonly (readonly [name: string, list: string, link: string])[] = [
  ['audit-event', '/admin/audit', 'main table a[href^="/admin/audit/"]'],
  ['request', '/admin/debug/requests', 'main table a[href^="/admin/debug/requests/"]'],
  ['revision', '/admin/history', 'main table a[href^="/admin/history/"]'],
  ['key', '/admin/keys', 'main a[href^="/admin/keys/"]:not([href$="/rotate"])'],
];

/** Goes through the administration as its owner. */
export async function walkAdmin({ page, issuer, take }: Walk): Promise<void> {
  const shoot = async (name: string, path: string) => {
    await page.goto(`${issuer}${path}`, { waitUntil: 'networkidle' });
    await take(`admin-${name}`);
  };
  await live(page, issuer);
  await page.goto(`${issuer}/admin`);
  await signIn(page, 'root', password);
  await page.waitForURL(`${issuer}/admin`);
  for (const [name, path] of pages) await shoot(name, path);
  for (const [name, list, link] of details) await shoot(name, await firstLink(page, `${issuer}${list}`, link));
  const user = await firstLink(page, `${issuer}/admin/users?q=alice`, 'main table a[href^="/admin/users/"]');
  for (const below of ['', 'profile', 'access']) {
    await shoot(`user${below && `-${below}`}`, `${user}/${below}`.replace(/\/$/, ''));
  }
  await shoot('user-confirm', `${user}/confirm/disable`);
  await walkChanges({ page, issuer, take }, shoot);
}

/** Pages during a change, and their results. */
async function walkChanges(
  { page, issuer, take }: Walk,
  shoot: (name: string, path: string) => Promise<void>,
): Promise<void> {
  await page.goto(`${issuer}/admin`);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('lan');
  await page.getByRole('option', { name: 'See all results' }).waitFor();
  await take('admin-palette', 'window');
  await page.goto(`${issuer}/admin/clients/shop/settings`);
  await page.fill('[name=client_name]', 'Lantern Books and Maps');
  await take('admin-client-unsaved', 'window');
  await page.keyboard.press('Control+s');
  await page.locator('[data-flash]').waitFor();
  await take('admin-client-saved', 'window');
  await page.locator('[data-flash]').getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Undid revision').waitFor();
  await page.fill('[name=client_name]', '');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByRole('alert').first().waitFor();
  await take('admin-client-error', 'window');
  const undone = await firstLink(page, `${issuer}/admin/history`, 'main table a[href^="/admin/history/"]');
  await shoot('revision-restore', `/admin/history/${Number(undone.split('/').at(-1)) - 1}/restore`);
  await page.goto(`${issuer}/admin/clients/new/web`);
  await page.fill('[name=client_name]', 'Tide Tables');
  await page
    .getByLabel(/^Redirect URIs/)
    .first()
    .fill('https://tides.example/api/auth/callback/signet');
  await page.getByRole('button', { name: 'Create client' }).click();
  await page.getByRole('heading', { name: 'Tide Tables is ready' }).waitFor();
  await take('admin-client-created');
}

/**
 * Creates data for the pictures: somebody mistypes a password, signs in and allows, and applications send wrong
 * requests.
 */
async function live(page: Page, issuer: string): Promise<void> {
  const authorize = (overrides: Record<string, string> = {}) =>
    `${issuer}/connect/authorize?${new URLSearchParams({ ...request, ...overrides })}`;
  await page.goto(authorize());
  for (const typed of ['wrong', password]) await signIn(page, 'alice', typed);
  await page.click('button[value=allow]');
  // The shop does not exist.
  await page.waitForURL(({ protocol }) => protocol === 'chrome-error:');
  await page.goto(authorize({ redirect_uri: 'https://shop.example/callbak' }));
  await page.goto(authorize({ client_id: 'nobody' }));
  await page.goto(`${issuer}/logout`);
  await page.click('button[value=sign_out]');
  await page.waitForSelector('main[data-page=logged-out]');
}

const request = {
  client_id: 'shop',
  response_type: 'code',
  redirect_uri: 'https://shop.example/callback',
  scope: 'openid profile email offline_access orders',
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  code_challenge_method: 'S256',
};

async function signIn(page: Page, username: string, typed: string): Promise<void> {
  await page.fill('input[name=username]', username);
  await page.fill('input[name=password]', typed);
  await page.click('button[value=sign_in]');
  await page.waitForLoadState();
}

/** The path of the first link on a page that matches the selector. */
async function firstLink(page: Page, address: string, selector: string): Promise<string> {
  await page.goto(address);
  const href = await page.locator(selector).first().getAttribute('href');
  if (href === null) throw new Error(`${address} has no link ${selector}`);
  return href;
}
