import type { Page } from 'playwright/test';
import { expect, test } from '../../test';
import { openArea } from './open-area';

const tabs = ['Security', 'Sessions', 'Apps', 'Activity'];

async function createUser(page: Page, issuer: string, username: string): Promise<void> {
  await page.goto(`${issuer}/admin/users/new`);
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Name', { exact: true }).fill('Nora New');
  await page.getByLabel('Generated password').check();
  await page.getByRole('button', { name: 'Create user' }).click();
  await expect(page.getByRole('link', { name: 'Open user' })).toBeVisible();
}

test('an editor creates a user, and the password is shown once and works', async ({ page, server, browser }) => {
  await openArea(page, `${server.issuer}/admin/users`, 'editor');
  await createUser(page, server.issuer, 'nora-one');
  const shown = await page.locator('[role=status] code').textContent();
  await page.getByRole('link', { name: 'Open user' }).click();
  await expect(page.locator('h1')).toHaveText('nora-one');
  const other = await browser.newPage();
  await other.goto(`${server.issuer}/admin/sign-in?to=/admin/users`);
  await other.locator('input[name=username]').fill('NORA-ONE');
  await other.locator('input[name=password]').fill(shown ?? '');
  await other.locator('button[value=sign_in]').click();
  await expect(other.getByRole('heading', { name: 'You don’t have access' })).toBeVisible();
  await page.getByRole('link', { name: 'Sessions' }).click();
  await page.getByRole('link', { name: 'End…', exact: true }).click();
  await page.getByRole('button', { name: 'End session' }).click();
  await expect(page.getByText('No sessions')).toBeVisible();
  await other.goto(`${server.issuer}/admin/users`);
  await expect(other.locator('main[data-page=login]')).toBeVisible();
  await page.getByRole('link', { name: 'Activity' }).click();
  await expect(page.getByRole('link', { name: 'the-editor ended a session for nora-one' })).toBeVisible();
  await other.close();
});

test('a user is found, changed, disabled and deleted', async ({ page, server }) => {
  await openArea(page, `${server.issuer}/admin/users`, 'owner');
  await createUser(page, server.issuer, 'nora-two');
  await page.goto(`${server.issuer}/admin/users?q=nora-t`);
  await page.getByRole('link', { name: 'Nora New' }).click();
  await page.getByLabel('Email', { exact: true }).fill('no address');
  await page.getByLabel('More claims').fill('{"role": ');
  await page.getByRole('button', { name: 'Save profile' }).click();
  await expect(page.locator('#field-claims-problem')).toHaveText('This isn’t valid JSON.');
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue('no address');
  await page.getByLabel('More claims').fill('{"role": ["buyer"]}');
  await page.getByLabel('Email', { exact: true }).fill('nora@example.com');
  await page.getByRole('button', { name: 'Save profile' }).click();
  await expect(page.locator('main [role=alert]')).toHaveCount(0);
  await expect(page.getByText('unsaved change')).toBeHidden();
  await page.reload();
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue('nora@example.com');
  await page.getByRole('link', { name: 'Security' }).click();
  await page.getByRole('button', { name: 'Create password link' }).click();
  await expect(page.locator('[role=status] code')).toHaveText(/\/setup\?token=/);
  await page.reload();
  await page.getByRole('link', { name: 'Disable…' }).click();
  await page.getByRole('button', { name: 'Disable user' }).dblclick();
  await page.getByRole('link', { name: 'Enable…' }).click();
  await page.getByRole('button', { name: 'Enable user' }).click();
  await expect(page.locator('[data-flash]')).toContainText('Enabled');
  await expect(page.getByRole('link', { name: 'Enable…' })).toBeHidden();
  await page.getByRole('link', { name: 'Security' }).click();
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

test('an owner gives a role, and the last owner cannot lose theirs (security #161)', async ({ page, server }) => {
  await openArea(page, `${server.issuer}/admin/users?q=the-owner`, 'owner');
  await page.goto(`${server.issuer}/admin/users?q=the-owner`);
  await page.getByRole('link', { name: 'the-owner' }).click();
  await page.getByRole('link', { name: 'Change role' }).click();
  await page.getByLabel('Editor').check();
  await page.getByRole('button', { name: 'Change role' }).click();
  await expect(page.locator('main [role=alert]')).toContainText('This is the last owner');
});

test('an auditor and an editor see owners but cannot change them', async ({ page, server }) => {
  await openArea(page, `${server.issuer}/admin/users`, 'editor');
  await page.goto(`${server.issuer}/admin/users?role=owner`);
  await page.getByRole('link', { name: 'the-owner' }).click();
  await expect(page.getByText('Only an owner can change this account.')).toBeVisible();
  await expect(page.locator('main').locator('form, input')).toHaveCount(0);
  for (const tab of tabs) {
    await page.getByRole('link', { name: tab }).click();
    await expect(page.locator('main form')).toHaveCount(0);
  }
});
