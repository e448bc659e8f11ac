import type { Page } from 'playwright/test';
import { type RunningServer, startServer } from '#lib/testing/running-server';
import { expectAccessible } from './accessible';
import { password } from './fixtures';
import { expect, test } from './test';

let server: RunningServer;
const home = { client_secrets: [{ value: 'secret-of-a-client' }], redirect_uris: ['https://app.example/cb'] };
const long = 'Überweisungsfreigabeverwaltungssystem für internationale Lieferantenrechnungen';
test.beforeAll(async () => {
  server = await startServer({
    configuration: {
      groups: [{ name: 'finance' }, { name: 'audit' }],
      scopes: ['orders.read', 'orders.write', 'bills.read', 'notes'].map((name) => ({
        ...{ name, type: 'resource', display_name: `Use ${name}`, description: `What ${name} allows.` },
      })),
      apis: [
        { name: 'orders', display_name: 'Orders desk', scopes: ['orders.read', 'orders.write'] },
        { name: 'bills', display_name: 'Billing', scopes: ['bills.read'] },
        { name: 'https://stock.example', display_name: 'Stockroom', roles: [{ name: 'counter' }] },
      ],
      clients: [
        {
          ...home,
          client_id: 'ledger',
          client_name: 'Ledger',
          client_uri: 'https://ledger.example/start',
          scope: 'openid',
          access: 'assigned',
          access_groups: ['audit'],
          roles: [
            { name: 'approver', display_name: 'Approver', groups: ['finance'] },
            { name: 'user', default: true },
          ],
        },
        {
          ...home,
          client_id: 'wiki',
          client_name: long,
          launcher: 'on',
          initiate_login_uri: 'https://wiki.example/login',
        },
        { ...home, client_id: 'shop', client_name: 'Shop', scope: 'openid orders.read orders.write bills.read notes' },
        ...Array.from({ length: 10 }, (_, index) => ({
          ...home,
          client_id: `tool-${index}`,
          client_name: `Tool ${index}`,
          client_uri: `https://tool-${index}.example/`,
          launcher: 'on',
        })),
      ],
      users: [
        { username: 'root', password, admin: 'owner' },
        { username: 'reader', password, admin: 'auditor' },
        {
          username: 'alice',
          password,
          groups: [{ group: 'finance', expires_at: '2099-02-01T00:00:00Z' }],
          claims: { name: 'Alice Example', email: 'alice@example.com', email_verified: true },
        },
        { username: 'bob', password, groups: ['audit'], claims: { name: 'ليلى عبد الرحمن المنصوري' } },
        { username: 'carol-ann', password },
        ...['carol', 'dave', 'erin'].map((username) => ({ username, password, assignments: [{ client: 'ledger' }] })),
      ],
    },
  });
});
test.afterAll(() => server.stop());

async function open(page: Page, path: string, username: string) {
  await page.goto(server.issuer + path);
  await page.locator('input[name=username]').fill(username);
  await page.locator('input[name=password]').fill(password);
  await page.locator('button[value=sign_in]').click();
  await page.waitForURL(server.issuer + path);
}

test('the page of a client says who can use it and why, and gives and ends roles', async ({
  page,
  javaScriptEnabled,
}) => {
  const hasScripts = javaScriptEnabled !== false;
  const flash = page.locator('[data-flash]');
  await open(page, '/admin/clients/ledger/people', 'root');
  await expect(page.locator('main[data-page=admin-client-people]')).toBeVisible();
  await expect(page.getByRole('row', { name: /alice/ })).toContainText('finance: approver');
  await expect(page.getByRole('row', { name: /alice/ })).toContainText('Feb 1, 2099');
  await expect(page.getByRole('row', { name: /bob/ })).toContainText('audit: access');
  if (hasScripts) await expectAccessible(page);

  const name = hasScripts ? 'erin' : 'dave';
  await page.locator('form[action$="/assign/submit"] [name=user]').fill('nobody-here');
  await page.getByRole('button', { name: 'Assign', exact: true }).click();
  await expect(page.getByRole('alert').first()).toContainText('No user has this username');
  await page.locator('form[action$="/assign/submit"] [name=user]').fill(name);
  await page.locator('form[action$="/assign/submit"] [name=role]').selectOption('approver');
  await page.locator('[name=until]').fill('2099-03-31');
  await page.getByRole('button', { name: 'Assign', exact: true }).click();
  await expect(flash).toContainText(`${name} has the role approver in Ledger.`);
  await expect(page.getByRole('row', { name: new RegExp(name) })).toContainText('Apr 1, 2099');

  await page.goto(`${server.issuer}/admin/clients/ledger/people?role=approver`);
  await page.getByRole('button', { name: `Actions: ${name}` }).click();
  await page.getByRole('link', { name: 'End the role approver…' }).click();
  await page.getByRole('button', { name: 'End assignment' }).click();
  await expect(flash).toContainText(`Ended the role approver for ${name} in Ledger.`);

  await page.goto(`${server.issuer}/admin/clients/ledger/people?use=unused`);
  await page.getByRole('checkbox', { name }).check();
  await page.getByRole('checkbox', { name: 'bob' }).check();
  await page.getByRole('button', { name: 'End assignments' }).click();
  await expect(page.locator('[name=people]')).toHaveValue(`bob\n${name}`);
  await page.getByRole('button', { name: 'Review' }).click();
  await expect(page.getByLabel('Assignments will end: 1')).toHaveValue(name);
  await expect(page.getByLabel('Without an assignment: 1')).toHaveValue('bob');
  if (hasScripts) await expectAccessible(page);
  await page.getByRole('button', { name: 'End the assignments of 1 person' }).click();
  await expect(page.getByLabel('Assignments ended: 1')).toHaveValue(name);

  await page.goto(`${server.issuer}/admin/clients/ledger/people`);
  await expect(page.getByRole('row', { name: new RegExp(name) })).toHaveCount(0);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).first().click();
  expect((await download).suggestedFilename()).toBe('people.csv');
});

test('the page of a user says what they can use and why, and gives and ends it', async ({
  page,
  javaScriptEnabled,
}) => {
  const hasScripts = javaScriptEnabled !== false;
  const flash = page.locator('[data-flash]');
  await open(page, '/admin/clients/ledger/people', 'root');
  await page.getByRole('link', { name: 'alice' }).click();
  await expect(page.locator('main[data-page=admin-user-access]')).toBeVisible();
  await expect(page.getByRole('row', { name: /Ledger/ })).toContainText('Approver, user');
  if (hasScripts) await expectAccessible(page);
  await page.locator('[name=client]').fill('wiki');
  await page.getByRole('button', { name: 'Assign', exact: true }).click();
  await expect(flash).toContainText('alice can use wiki.');
  await page.getByRole('link', { name: 'End…' }).click();
  await page.getByRole('button', { name: 'End assignment' }).click();
  await expect(flash).toContainText(`Ended access for alice in ${long}.`);
});

test('the page of an API gives roles, and that of the user tells and ends them', async ({
  page,
  javaScriptEnabled,
}) => {
  const hasScripts = javaScriptEnabled !== false;
  await open(page, '/admin/groups', 'root');
  await expect(page.locator('main[data-page=admin-groups]')).toBeVisible();
  await page.getByRole('link', { name: 'finance', exact: true }).click();
  await expect(page.locator('main[data-page=admin-group]')).toBeVisible();
  await page.getByRole('navigation').getByRole('link', { name: 'APIs and scopes' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^APIs/);
  await expect(page.locator('main[data-page=admin-apis]')).toBeVisible();
  await page.getByRole('link', { name: 'Stockroom' }).click();
  await expect(page.locator('main[data-page=admin-api]')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Allow a client' })).toBeVisible();
  await page.getByRole('link', { name: 'Roles', exact: true }).click();
  const user = page.locator('form[action$="/roles/assign/submit"] [name=user]');
  if (hasScripts) {
    // The list stays while other names match what was typed.
    await user.pressSequentially('carol');
    await expect(page.getByRole('option', { name: 'carol-ann' })).toBeVisible();
    await page.getByLabel('Until').focus();
    await expect(page.getByRole('option', { name: 'carol-ann' })).toBeHidden();
  } else await user.fill('carol');
  await page.getByLabel('Until').fill('2099-03-31');
  await page.getByRole('button', { name: 'Assign', exact: true }).click();
  await expect(page.locator('[data-flash]')).toContainText('carol has the role counter in Stockroom.');
  await expect(page.getByRole('row', { name: /carol/ })).toContainText('Apr 1, 2099');
  if (hasScripts) await expectAccessible(page);
  await page.getByRole('link', { name: 'carol', exact: true }).click();
  const told = page.getByRole('row', { name: /Stockroom/ });
  await expect(told).toHaveCount(2);
  await expect(told.last()).toContainText('Assigned by an administrator: counter');
  await told.first().getByRole('link', { name: 'End…' }).click();
  await page.getByRole('button', { name: 'End assignment' }).click();
  await expect(told).toHaveCount(0);
});

test('a search for somebody without access leads to giving it, and to the simulator', async ({ page }) => {
  await open(page, '/admin/clients/ledger/people?user=ROOT', 'root');
  await expect(page.getByText('root can’t use Ledger')).toBeVisible();
  await expect(page.getByText('Not in audit or finance, and no assignment.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Give access' })).toHaveAttribute('href', /^\/admin\/users\/.+\/access$/);
  await page.getByRole('link', { name: 'Simulate' }).click();
  await expect(page.getByText('root can’t use Ledger and sees a page that says so.')).toBeInViewport();
  await expect(page.getByRole('link', { name: 'A direct assignment' })).toBeVisible();
  await page.locator('[name=member_of]').fill('finance');
  await page.getByRole('button', { name: 'Simulate' }).click();
  await expect(page.getByText('As if root were a member of finance.')).toBeInViewport();
});

test('a client is closed after its form says who loses access', async ({ page, javaScriptEnabled }) => {
  const id = javaScriptEnabled !== false ? 'tool-3' : 'tool-4';
  await open(page, `/admin/clients/${id}/access`, 'root');
  await page.locator('[name=access]').selectOption('assigned');
  await page.getByRole('button', { name: 'Save changes' }).first().click();
  const review = page.getByRole('status').filter({ hasText: 'Not saved yet.' });
  await expect(review).toBeInViewport();
  await expect(review).toContainText(/people lose access/);
  await expect(review).toContainText('Only people I choose');
  await expect(page.getByRole('button', { name: 'Save changes' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Save anyway' }).click();
  await expect(page.locator('[data-flash]')).toContainText('Changed access of');
});

test('an auditor reads who can use a client, and changes nothing', async ({ page }) => {
  await open(page, '/admin/clients/ledger/people', 'reader');
  await expect(page.getByRole('row', { name: /alice/ })).toBeVisible();
  await expect(page.locator('main form[action*="/assign/"]')).toHaveCount(0);
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  expect((await page.goto(`${server.issuer}/admin/clients/ledger/people/end`))?.status()).toBe(403);
});

test('the account shows the apps that a person can open, and their role', async ({ page, javaScriptEnabled }) => {
  const hasScripts = javaScriptEnabled !== false;
  await open(page, '/account/apps', 'alice');
  await expect(page.locator('h1')).toHaveText('Apps');
  const ledger = page.locator('[data-app=ledger]');
  await expect(ledger).toContainText('ledger.example');
  await expect(ledger).toContainText('Approver, user');
  const link = page.locator('[data-app=wiki] a');
  await expect(link).toHaveAttribute('rel', 'noreferrer');
  await expect(link).toHaveAttribute('href', `https://wiki.example/login?iss=${encodeURIComponent(server.issuer)}`);
  if (hasScripts) await expectAccessible(page);
  await page.locator('input[name=q]').fill('tool-7');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page.locator('[data-app]')).toHaveCount(1);
  await page.goto(`${server.issuer}/account/apps?q=nothing-like-this`);
  await expect(page.getByText('No apps match “nothing-like-this”.')).toBeVisible();
  if (hasScripts) await expectAccessible(page);
});

test('consent shows the scopes of an API under its name, and asks for each', async ({ page, javaScriptEnabled }) => {
  const asked = { client_id: 'shop', redirect_uri: 'https://app.example/cb', response_type: 'code' };
  const more = { scope: 'openid orders.read orders.write bills.read notes', code_challenge: 'x'.repeat(43) };
  const query = new URLSearchParams({ ...asked, ...more, code_challenge_method: 'S256' });
  const path = `/connect/authorize?${query}`;
  await page.goto(server.issuer + path);
  await page.locator('input[name=username]').fill('carol');
  await page.locator('input[name=password]').fill(password);
  await page.locator('button[value=sign_in]').click();
  await expect(page.locator('fieldset[data-api] > legend')).toHaveText(['Orders desk', 'Billing']);
  const orders = page.getByRole('group', { name: 'Orders desk' });
  await expect(orders.getByRole('checkbox')).toHaveCount(2);
  await expect(page.getByRole('group', { name: 'Billing' }).getByRole('checkbox')).toHaveCount(1);
  if (javaScriptEnabled !== false) await expectAccessible(page);
  await orders.getByRole('checkbox', { name: 'Use orders.write' }).uncheck();
  const answered = page.waitForRequest(/app\.example\/cb\?code=/);
  await page.locator('button[value=allow]').click();
  await answered;
  // The first page is still on its way to the error page of the browser, because there is no such app.
  const again = await page.context().newPage();
  await again.goto(server.issuer + path);
  const asksAgain = again.getByRole('group', { name: 'Orders desk' });
  await expect(asksAgain.getByRole('checkbox', { name: 'Use orders.write' })).toBeVisible();
  await expect(asksAgain.getByRole('checkbox', { name: 'Use orders.read' })).toBeHidden();
});

test('roles are rows of a form, with and without scripts', async ({ page, javaScriptEnabled }) => {
  const hasScripts = javaScriptEnabled !== false;
  const id = hasScripts ? 'tool-1' : 'tool-2';
  await open(page, `/admin/clients/${id}/access`, 'root');
  const roles = page.getByRole('group', { name: 'Roles', exact: true });
  const row = (place: number) => roles.locator('> details').nth(place);
  const field = (place: number, column: string) => row(place).locator(`[name="roles.${place}.${column}"]`);
  await expect(roles.locator('> details')).toHaveCount(3);
  await field(0, 'name').fill('approver');
  await field(0, 'display_name').fill('Approver');
  const groups = row(0).locator(hasScripts ? '[data-picker] input' : 'textarea');
  await groups.fill('nobody-knows');
  await row(1).locator('summary').click();
  await field(1, 'name').fill('user');
  await field(1, 'default').check();
  await page.getByRole('button', { name: 'Save changes' }).first().click();
  await expect(row(0).getByText('No group is called “nobody-knows”.')).toBeVisible();
  await groups.fill('finance');
  if (hasScripts) await expectAccessible(page);
  await page.getByRole('button', { name: 'Save changes' }).first().click();
  await expect(page.locator('[data-flash]')).toBeVisible();
  await expect(roles.locator('> details > summary')).toHaveText([
    'approver: finance',
    'user: everyone who can use it',
    ...Array(3).fill('New role'),
  ]);
  await expect(roles.getByText('New role').filter({ visible: true })).toHaveCount(1);
  await expect(page.getByText('Apps receive roles only with the scope roles.')).toBeVisible();
  if (hasScripts) await expectAccessible(page);
  await page.getByRole('button', { name: 'Allow the scope roles' }).click();
  await expect(page.locator('[data-flash]')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: /^roles/ })).toBeChecked();
  await expect(page.getByText('Apps receive roles only with the scope roles.')).toHaveCount(0);
  await row(0).locator('summary').click();
  await expect(field(0, 'display_name')).toHaveValue('Approver');
  await field(0, 'remove').check();
  await page.getByRole('button', { name: 'Save changes' }).first().click();
  await expect(page.getByText('loses the role').or(page.locator('[data-flash]')).first()).toBeVisible();
});
