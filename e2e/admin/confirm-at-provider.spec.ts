import { randomUUID } from 'node:crypto';
import { applyConfiguration } from '#lib/testing/apply-configuration';
import { ageProofs } from '../expire';
import { decide, signInUpstream } from '../provider-failures';
import { expect, test } from '../test';

test('an administrator who signed in at a provider confirms there and returns to the filled form', async ({
  page,
  parties: { server, shop, scene },
}) => {
  const name = `admin-${randomUUID()}`;
  const atShop = ({ origin, searchParams }: URL) => origin === shop.origin && !searchParams.has('acr_values');
  await scene.start(page, { acr_values: 'idp:corp' });
  await signInUpstream(page, name);
  await page.locator('input[name=username]').fill(name);
  await decide(page, 'continue').click();
  await page.waitForURL(atShop);
  await applyConfiguration(server, { users: [{ username: name, admin: 'owner' }] });
  // The new role ended the session here, but not the one at the provider.
  await scene.start(page, { acr_values: 'idp:corp' });
  await page.waitForURL(atShop);
  ageProofs(server.folder);

  await page.goto(`${server.issuer}/admin/users/new`);
  await page.getByLabel('Email an invitation').uncheck();
  await page.getByText('More options').click();
  await page.getByLabel('Username').fill(`${name}-two`);
  await page.getByLabel('Generated password').check();
  const create = page.getByRole('button', { name: 'Create user' });
  const confirm = page.getByRole('button', { name: 'Continue with The corp' });
  // With scripts the question opens in a dialog when the form is sent. Without scripts it is at the end of the form.
  if (!(await confirm.isVisible())) await create.click();
  await expect(page.getByText('Sign in at The corp again, then come back to this page.')).toBeVisible();
  const visited: URL[] = [];
  page.on('framenavigated', (frame) => visited.push(new URL(frame.url())));
  const asked = page.waitForRequest((request) => new URL(request.url()).searchParams.has('code_challenge'));
  await confirm.click();
  expect(new URL((await asked).url()).searchParams.get('prompt')).toBe('login');
  await signInUpstream(page, name);

  await expect(page.getByText('You’re signed in. Check what you typed, then submit it.')).toBeVisible();
  expect(visited.map(({ pathname }) => pathname)).not.toContain('/login');
  await expect(page.getByLabel('Username')).toHaveValue(`${name}-two`);
  await create.click();
  await expect(page.getByRole('link', { name: 'Open user' })).toBeVisible();
});
