import type { Page } from 'playwright/test';
import { lookAt } from '../../accessible';
import { expect, test } from '../../test';
import { openArea } from './open-area';

async function createUser(page: Page, issuer: string, username: string): Promise<void> {
  await page.goto(`${issuer}/admin/users/new`);
  await page.getByLabel('Name', { exact: true }).fill('Nora New');
  await page.getByLabel('Email an invitation').uncheck();
  await page.getByText('More options').click();
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Generated password').check();
  await page.getByRole('button', { name: 'Create user' }).click();
  await expect(page.getByRole('link', { name: 'Open user' })).toBeVisible();
}

test('an editor creates a user, and the password is shown once and works', async ({ page, server, browser }) => {
  await openArea(page, `${server.issuer}/admin/users`, 'editor');
  await createUser(page, server.issuer, 'nora-one');
  const shown = await page.locator('[role=status] code').textContent();
  await page.getByRole('link', { name: 'Open user' }).click();
  await expect(page.locator('h1')).toHaveText('Nora New');
  await expect(page.getByText('Never signed in.')).toBeVisible();
  const other = await browser.newPage();
  await other.goto(`${server.issuer}/admin/sign-in?to=/admin/users`);
  await other.locator('input[name=username]').fill('NORA-ONE');
  await other.locator('input[name=password]').fill(shown ?? '');
  await other.locator('button[value=sign_in]').click();
  await expect(other.getByRole('heading', { name: 'You don’t have access' })).toBeVisible();
  await page.reload();
  await expect(page.getByText('Last success')).toContainText('with a password');
  await page.getByRole('link', { name: 'End…', exact: true }).click();
  await page.getByRole('button', { name: 'End session' }).click();
  await expect(page.getByText('Not signed in anywhere.')).toBeVisible();
  await other.goto(`${server.issuer}/admin/users`);
  await expect(other.locator('main[data-page=login]')).toBeVisible();
  await page.reload();
  await page.getByRole('link', { name: 'Admin', exact: true }).click();
  await expect(page.getByRole('link', { name: 'the-editor ended a session for Nora New' })).toBeVisible();
  await expect(page.locator('#timeline').getByText('signed in')).toHaveCount(0);
  await other.close();
});

test('a user is found, changed, disabled and deleted', async ({ page, server }) => {
  await openArea(page, `${server.issuer}/admin/users`, 'owner');
  await createUser(page, server.issuer, 'nora-two');
  await page.goto(`${server.issuer}/admin/users?q=nora-t`);
  await page.getByRole('link', { name: 'Nora New' }).click();
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await page.getByLabel('Email', { exact: true }).fill('no address');
  await page.getByLabel('More claims').fill('{"role": ');
  await page.getByRole('button', { name: 'Save profile' }).click();
  await expect(page.locator('#field-claims-problem')).toHaveText('This isn’t valid JSON.');
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue('no address');
  await page.getByLabel('More claims').fill('{"role": ["buyer"]}');
  await page.getByLabel('Email', { exact: true }).fill('nora@example.com');
  await page.getByRole('button', { name: 'Save profile' }).click();
  await expect(page.locator('main [role=alert]')).toHaveCount(0);
  const profile = page.locator('#profile');
  await expect(profile).toContainText('nora@example.com');
  await expect(profile).toContainText('buyer');
  const user = page.url();
  for (const tab of ['security', 'sessions', 'apps', 'activity']) {
    expect((await page.request.get(`${user}/${tab}`, { maxRedirects: 0 })).status()).toBe(308);
  }
  await page.getByRole('button', { name: 'Help sign in' }).click();
  await page.getByRole('link', { name: 'Create a one-time link…' }).click();
  await page.getByRole('button', { name: 'Create link' }).click();
  const link = page.locator('[role=status] code');
  await expect(link).toHaveText(/\/setup\?token=/);
  await page.goto((await link.textContent()) ?? '');
  await lookAt(page, 'setup');
  await page.goto(user);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('link', { name: 'Disable…' }).click();
  await page.getByRole('button', { name: 'Disable user' }).dblclick();
  await expect(page.getByText('Can’t sign in:')).toBeVisible();
  await page.locator('main section').getByRole('link', { name: 'Enable…' }).first().click();
  await page.getByRole('button', { name: 'Enable user' }).click();
  await expect(page.locator('[data-flash]')).toContainText('Enabled');
  await expect(page.getByRole('link', { name: 'Enable…' })).toBeHidden();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('link', { name: 'Delete…' }).click();
  await page.getByLabel('Type nora-two to confirm').fill('nora');
  await page.getByRole('button', { name: 'Delete user' }).click();
  await expect(page.locator('#field-typed-problem')).toContainText('nora-two');
  await page.getByLabel('Type nora-two to confirm').fill('nora-two');
  await page.getByRole('button', { name: 'Delete user' }).click();
  await expect(page).toHaveURL(`${server.issuer}/admin/users`);
  await page.goto(`${server.issuer}/admin/users?q=nora-two`);
  await expect(page.getByText('No users match')).toBeVisible();
});

test('an editor invites a person from the list, in a dialog with scripts', async ({ page, server }) => {
  await openArea(page, `${server.issuer}/admin/users`, 'editor');
  await page.getByRole('link', { name: 'New user' }).click();
  await page.getByLabel('Email', { exact: true }).fill('nora.three@example.com');
  await page.getByLabel('Name', { exact: true }).fill('Nora Three');
  await page.getByRole('button', { name: 'Create user' }).click();
  await expect(page.locator('[data-flash]')).toContainText('emailed an invitation to nora.three@example.com');
  await expect(page.locator('h1')).toHaveText('Nora Three');
  await expect(page.locator('main')).toContainText('nora.three');
  await page.goto(`${server.issuer}/admin/users?q=nora.three`);
  await page.getByRole('button', { name: 'Actions: nora.three' }).click();
  await page.getByRole('link', { name: 'Reset password…' }).click();
  await page.getByRole('button', { name: 'Send email' }).click();
  await expect(page.locator('[data-flash]')).toContainText('Sent an email to nora.three@example.com');
});

test('an owner gives a role, and the last owner cannot lose theirs (security #161)', async ({ page, server }) => {
  await openArea(page, `${server.issuer}/admin/users?q=the-owner`, 'owner');
  await page.goto(`${server.issuer}/admin/users?q=the-owner`);
  await page.getByRole('link', { name: 'the-owner' }).click();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('link', { name: 'Change role…' }).click();
  await page.getByLabel('Editor').check();
  await page.getByRole('button', { name: 'Change role' }).click();
  await expect(page.locator('main [role=alert]')).toContainText('This is the last owner');
});

test('an auditor and an editor see owners but cannot change them', async ({ page, server }) => {
  await openArea(page, `${server.issuer}/admin/users`, 'editor');
  await page.goto(`${server.issuer}/admin/users?role=owner`);
  await page.getByRole('link', { name: 'the-owner' }).click();
  await expect(page.getByText('Only an owner can change this account.')).toBeVisible();
  await expect(page.locator('main').locator('form, input, [data-confirm]')).toHaveCount(0);
});
