import { ageProofs } from '../expire';
import { expect, test } from '../test';
import { canary, openArea, openAs, password, signInHere } from './area';

test('a client is found by its redirect URI, in the list and from any page, and the list has pages', async ({
  page,
  area,
  javaScriptEnabled,
}) => {
  // Signing in leads back to the address that was opened.
  await openArea(page, area.issuer, '/admin/users?q=root');
  const everything = page.getByRole('searchbox', { name: 'Search everything' });
  await everything.fill('example');
  await everything.press('Enter');
  await expect(page).toHaveURL(`${area.issuer}/admin/search?q=example`);
  await expect(everything).toHaveValue('example');
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([
    'Clients (31)',
    'Users (1)',
    'Identity providers (1)',
    'Settings (5)',
    'Documentation',
  ]);
  await page.getByRole('link', { name: 'All in Clients' }).click();
  await expect(page.getByText('1–25 of 31')).toBeVisible();
  if (javaScriptEnabled) {
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Search and actions' });
    await expect(palette.getByRole('group', { name: 'Go to' }).getByRole('option')).not.toHaveCount(0);
    await page.keyboard.type('rotate');
    await expect(palette.getByRole('option', { selected: true })).toHaveText('Rotate keys');
    await page.keyboard.press('Control+k');
    // Enter waits for the results of the typed text.
    await page.keyboard.type('lan');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Lantern Books');
    await page.keyboard.press('Control+k');
    await expect(palette.getByRole('group', { name: 'Recent' }).getByRole('option').first()).toHaveText(
      'Lantern Books',
    );
    await page.keyboard.press('Escape');
    await expect(palette).toBeHidden();
  }
  await page.goto(`${area.issuer}/admin/search?q=qzxv-wjkp`);
  await expect(page.getByText('Nothing is called')).toBeVisible();
  await page.goto(`${area.issuer}/admin/clients`);
  await expect(page.getByText('1–25 of')).toBeVisible();
  await page.getByRole('link', { name: 'Next', exact: true }).click();
  await expect(page.getByText('26–')).toBeVisible();
  // The order and the filters are in the address, and each filter can be removed.
  await page.getByRole('link', { name: 'Name', exact: true }).click();
  await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'descending');
  await page.getByRole('button', { name: 'Filter' }).click();
  const filters = page.getByRole('region', { name: 'Filters' });
  await filters.getByLabel('Kind').selectOption('spa');
  if (!javaScriptEnabled) await filters.getByRole('button', { name: 'Apply' }).click();
  await expect(page).toHaveURL(/sort=-name.*kind=spa|kind=spa.*sort=-name/);
  await page.getByRole('link', { name: 'Remove filter: Kind' }).click();
  await expect(page).toHaveURL(`${area.issuer}/admin/clients?sort=-name`);
  // A bulk action on a filtered list leads back to that list.
  await page.goto(`${area.issuer}/admin/clients?q=app-2&state=enabled`);
  for (const name of ['Application 28', 'Application 29']) await page.getByLabel(`Select ${name}`).check();
  if (javaScriptEnabled) await expect(page.getByText('2 selected')).toBeVisible();
  const selection = page.getByRole('form', { name: 'Selected rows' });
  await selection.getByRole('button', { name: 'Disable' }).click();
  await expect(page.getByRole('heading', { name: 'Disable 2 clients?' })).toBeVisible();
  await page.getByRole('button', { name: 'Disable clients' }).click();
  await expect(page.locator('[data-flash]')).toContainText('2 disabled.');
  await expect(page).toHaveURL(`${area.issuer}/admin/clients?q=app-2&state=enabled`);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.locator('[data-flash]')).toContainText(/^Undid revision/);
  // A page lists what was skipped, and still does after a reload.
  await page.goto(`${area.issuer}/admin/clients/bulk?action=disable&id.app-28=1&id.nobody=1`);
  await page.getByRole('button', { name: 'Disable', exact: true }).click();
  await expect(page.locator('[data-flash]')).toContainText('Application 28 is disabled.');
  await page.reload();
  await expect(page.getByRole('heading', { name: '1 disabled, 1 skipped' })).toBeVisible();
  await expect(page.getByRole('row', { name: 'nobody' })).toContainText('Deleted in the meantime');
  await page.goto(`${area.issuer}/admin/clients/bulk?action=enable&id.app-28=1`);
  await expect(page.getByRole('heading', { name: 'Enable Application 28?' })).toBeVisible();
  await page.getByRole('button', { name: 'Enable', exact: true }).click();
  await expect(page.locator('[data-flash]')).toContainText('Application 28 is enabled.');
  // The page of a client has a link back to the same filtered list.
  await page.goto(`${area.issuer}/admin/clients?q=app-2&state=enabled`);
  await page.getByRole('link', { name: 'Application 28' }).click();
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Clients' }).click();
  await expect(page).toHaveURL(`${area.issuer}/admin/clients?q=app-2&state=enabled`);
  const list = page.getByRole('main').getByRole('searchbox');
  await list.fill('shop.example/call');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(page.getByText('uses https://shop.example/callback')).toBeVisible();
  await list.fill('nobody has this');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('No clients match “nobody has this”')).toBeVisible();
});

test('a client is created in two screens and four clicks, and its page has what the application needs', async ({
  page,
  context,
  area,
  javaScriptEnabled,
}) => {
  await openArea(page, area.issuer, '/admin');
  await page.getByRole('navigation').getByRole('link', { name: 'Clients' }).first().click();
  await page.getByRole('link', { name: 'New client' }).click();
  await page.getByRole('link', { name: /^Web application/ }).click();
  const name = `Made here ${Date.now()}`;
  await page.locator('[name=redirect_uris]').fill('https://made.example/callback\nhttps://made.example/*');
  await page.getByRole('button', { name: 'Create client' }).click();
  // The errors are at their fields, and the form keeps what was typed.
  await expect(page.locator('#field-client_name')).toHaveAttribute('aria-invalid', 'true');
  await page.locator('[name=client_name]').fill(name);
  await page.getByRole('button', { name: 'Create client' }).click();
  await expect(page.getByRole('alert').first()).toContainText('Redirect URIs, line 2: enter each URI in full.');
  await expect(page.locator('[name=client_name]')).toHaveValue(name);
  if (javaScriptEnabled !== false) {
    // The draft is in the address, so it survives a reload.
    await page.locator('[name=redirect_uris]').fill('https://made.example/callback');
    await page.waitForURL(/redirect_uris=https%3A%2F%2Fmade.example%2Fcallback&/);
    await page.reload();
    await expect(page.locator('[name=client_name]')).toHaveValue(name);
  }
  await page.locator('[name=redirect_uris]').fill('https://made.example/callback');
  await page.getByRole('button', { name: 'Create client' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${name} is ready`);
  const secret = (await page.locator('[data-value="Client secret"]').textContent()) ?? '';
  const id = (await page.locator('[data-value="Client ID"]').textContent()) ?? '';
  expect(secret).toHaveLength(43);
  await expect(page.getByRole('region', { name: /route\.ts$/ })).toContainText(`clientId: "${id}"`);
  await expect(page.getByRole('region', { name: '.env.local' })).toContainText(`CLIENT_SECRET=${secret}`);
  await expect(page.getByRole('link', { name: 'Download: .env.local' })).toBeVisible();
  const answer = await fetch(`${area.issuer}/connect/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: 'x',
      redirect_uri: 'https://made.example/callback',
    }),
  });
  expect((await answer.json()).error).toBe('invalid_grant');
  await expect(page.getByRole('link', { name: 'Try sign-in' })).toHaveAttribute(
    'href',
    `/admin/debug/simulator?client=${id}`,
  );
  await page.locator('input[name=guide][value=express]').check();
  await expect(page.getByRole('region', { name: '.env.local' })).toBeHidden();
  await page.locator('input[name=guide][value=next]').check();
  await expect(page.getByText('This guide expects /api/auth/callback/signet.').first()).toBeVisible();
  const opened = context.waitForEvent('page');
  await page.getByRole('button', { name: 'Add redirect URI' }).first().click();
  // The link opens a new tab, so the page with the secret stays open.
  const beside = await opened;
  await expect(beside.locator('[data-flash]')).toContainText('redirect URIs');
  await expect(beside.getByText('This guide expects /api/auth/callback/signet.')).toHaveCount(0);
  await expect(page.locator('[data-value="Client secret"]')).toHaveText(secret);
  await beside.goto(`${area.issuer}/admin/clients/${id}/credentials`);
  await expect(beside.getByRole('heading', { name })).toBeVisible();
  expect(await beside.content()).not.toContain(secret);
  // The trial sign-in shows the pages that users see, then the data that the app would get.
  await beside.getByRole('link', { name: 'Try sign-in' }).click();
  await beside.getByRole('button', { name: 'Start' }).click();
  await expect(beside).toHaveURL(/\/consent\?/);
  await expect(beside.getByRole('heading', { level: 1 })).toContainText(name);
  await beside.locator('button[value=allow]').click();
  await expect(beside.getByText('Sign-in works')).toBeVisible();
  await expect(beside.locator('pre').first()).toContainText(`"aud": "${id}"`);
  await beside.getByRole('button', { name: 'Start' }).click();
  await beside.locator('button[value=deny]').click();
  await expect(beside.getByText('access_denied')).toBeVisible();
});

test('a form keeps what was typed when the session ends', async ({ page, area }) => {
  const path = '/admin/clients/app-12/settings';
  await openArea(page, area.issuer, path);
  await page.locator('[name=client_name]').fill('Typed before');
  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await signInHere(page);
  await expect(page.getByRole('status').first()).toContainText('You’re signed in');
  await expect(page.locator('[name=client_name]')).toHaveValue('Typed before');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.locator('[data-flash]')).toContainText(
    /^(Added|Changed|Created|Deleted|Disabled|Enabled|Replaced|Saved) /,
  );
  await expect(page.locator('[name=client_name]')).toHaveValue('Typed before');
});

test('a client that two administrators edit at once keeps both changes and overwrites none unseen', async ({
  page,
  browser,
  area,
}) => {
  const path = '/admin/clients/app-7/tokens';
  await openArea(page, area.issuer, path);
  const context = await browser.newContext();
  const other = await openAs(context, area.issuer, path, 'bo');
  await other.locator('[name=access_token_lifetime_seconds]').fill('20 minutes');
  await other.getByRole('button', { name: 'Save changes' }).click();
  await expect(other.locator('[data-flash]')).toContainText(
    /^(Added|Changed|Created|Deleted|Disabled|Enabled|Replaced|Saved) /,
  );
  await page.locator('[name=access_token_lifetime_seconds]').fill('10 minutes');
  await page.locator('[name=access_token_format]').selectOption('reference');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('bo changed this')).toBeVisible();
  await expect(page.locator('[name=access_token_lifetime_seconds]')).toHaveValue('10 minutes');
  await expect(page.locator('[name=access_token_format]')).toHaveValue('reference');
  await expect(page.locator('[data-theirs]').filter({ hasText: '20 minutes' })).toBeVisible();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.locator('[data-flash]')).toContainText(
    /^(Added|Changed|Created|Deleted|Disabled|Enabled|Replaced|Saved) /,
  );
  await expect(page.locator('[name=access_token_lifetime_seconds]')).toHaveValue('10');
  await expect(page.locator('[name=access_token_lifetime_seconds_unit]')).toHaveValue('minutes');
  await expect(page.locator('[name=access_token_format]')).toHaveValue('reference');
  await page.goto(`${area.issuer}/admin/clients/app-7/activity`);
  await expect(page.getByRole('rowheader', { name: /^bo changed / }).first()).toBeVisible();
  await context.close();
});

test('a form that needs a recent proof asks for it in place and keeps what was typed', async ({
  page,
  area,
  javaScriptEnabled,
}) => {
  await openArea(page, area.issuer, '/admin/clients/shop/secret');
  ageProofs(area.folder);
  await page.reload();
  const create = page.getByRole('button', { name: 'Create secret' });
  const answer = page.getByLabel('Password for root');
  await page.locator('[name=description]').fill('in place');
  // With scripts the question opens in a dialog when the form is sent.
  if (javaScriptEnabled !== false) {
    await expect(answer).toBeHidden();
    await create.click();
    await expect(answer).toBeFocused();
  }
  await answer.fill('wrong');
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('Wrong password');
  await expect(page.locator('[name=description]')).toHaveValue('in place');
  await answer.fill(password);
  await answer.press('Enter');
  await expect(page.locator('[data-value="Client secret"]')).toHaveText(/^[\w-]{43}$/);
  ageProofs(area.folder);
  await page.goto(`${area.issuer}/admin/clients/shop/secret`);
  await page.locator('[name=description]').fill('elsewhere');
  if (javaScriptEnabled !== false) await create.click();
  await page.getByRole('button', { name: 'Use another sign-in method' }).click();
  await page.locator('input[name=password]').fill(password);
  await page.locator('button[value=sign_in]').click();
  await expect(page.getByRole('status').first()).toContainText('You’re signed in');
  await expect(page.locator('[name=description]')).toHaveValue('elsewhere');
  await create.click();
  await expect(page.locator('[data-value="Client secret"]')).toHaveText(/^[\w-]{43}$/);
});

test('a secret is created, shown once and deleted, and no other page shows it', async ({ page, area }) => {
  await openArea(page, area.issuer, '/admin/clients/shop/credentials');
  await page.getByRole('link', { name: 'New secret' }).click();
  await page.locator('[name=description]').fill('staging');
  await page.getByRole('button', { name: 'Create secret' }).click();
  await expect(page.locator('[data-value="Client secret"]')).toHaveText(/^[\w-]{43}$/);
  await page.getByRole('link', { name: 'Back to credentials' }).click();
  const row = page.getByRole('row').filter({ hasText: 'staging' });
  await row.getByRole('link', { name: 'Delete…' }).click();
  await page.getByRole('button', { name: 'Delete secret' }).click();
  await expect(page.locator('[data-flash]')).toContainText(
    /^(Added|Changed|Created|Deleted|Disabled|Enabled|Replaced|Saved) /,
  );
  await expect(page.getByRole('row').filter({ hasText: 'staging' })).toHaveCount(0);
  for (const tab of ['', '/settings', '/access', '/credentials', '/json', '/quickstart', '/activity']) {
    const answer = await page.goto(`${area.issuer}/admin/clients/shop${tab}`);
    expect(await answer?.text()).not.toContain(canary);
    expect(await page.content()).not.toContain('sha256:');
  }
});

test('a client is edited as JSON after a review of the changes, and a copy gets its own secret', async ({
  page,
  area,
}) => {
  await openArea(page, area.issuer, '/admin/clients/shop/json');
  const text = page.locator('[name=json]');
  // The existing URI stays, because other tests sign in with it.
  const present = '"https://shop.example/callback"';
  await text.fill((await text.inputValue()).replace(present, `${present}, "https://shop.example/*"`));
  await page.getByRole('button', { name: 'Review changes' }).click();
  await expect(page.getByRole('alert').first()).toContainText('Redirect URIs, item 2: enter each URI in full.');
  await text.fill((await text.inputValue()).replace('shop.example/*', 'shop.example/back'));
  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Review changes' }).click();
  await signInHere(page);
  await page.getByRole('button', { name: 'Review changes' }).click();
  const row = page.getByRole('row', { name: /^Redirect URIs/ });
  await expect(row).toContainText('https://shop.example/back');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.locator('[data-flash]')).toContainText(
    /^(Added|Changed|Created|Deleted|Disabled|Enabled|Replaced|Saved) /,
  );
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('link', { name: 'Duplicate' }).click();
  await page.getByRole('button', { name: 'Review changes' }).click();
  await expect(page.getByRole('row', { name: /^Name/ })).toContainText('Lantern Books (copy)');
  await page.getByRole('button', { name: 'Create client' }).click();
  await expect(page.locator('[data-value="Client secret"]')).toHaveText(/^[\w-]{43}$/);
});

test('a client can be deleted only when it is disabled and its ID is typed', async ({ page, area }) => {
  await openArea(page, area.issuer, '/admin/clients/app-9/settings');
  await page.getByRole('link', { name: 'Disable…' }).click();
  // Pressing Enter twice does not confirm.
  await expect(page.getByRole('link', { name: 'Cancel' })).toBeFocused();
  await page.getByRole('button', { name: 'Disable client' }).dblclick();
  // Without scripts both clicks can be sent. The second one then has nothing to change.
  await expect(page.locator('[data-flash]')).toContainText(/Disabled|There was nothing to change/);
  await page.getByRole('button', { name: 'More actions' }).click();
  await expect(page.getByRole('link', { name: 'Enable…' })).toBeVisible();
  await page.getByRole('link', { name: 'Delete…' }).click();
  await page.locator('[name=typed]').fill('app-8');
  await page.getByRole('button', { name: 'Delete client' }).click();
  await expect(page.getByRole('alert').first()).toContainText('app-9');
  await page.locator('[name=typed]').fill('app-9');
  await page.getByRole('button', { name: 'Delete client' }).click();
  await expect(page.locator('[data-flash]')).toContainText('Deleted client');
  const gone = await page.goto(`${area.issuer}/admin/clients/app-9`);
  expect(gone?.status()).toBe(404);
});

test('a redirect URI is added with at most five clicks from the overview, and Undo removes it', async ({
  page,
  area,
  javaScriptEnabled,
}) => {
  await openArea(page, area.issuer, '/admin');
  let clicks = 0;
  const press = async (target: ReturnType<typeof page.locator>) => {
    clicks += 1;
    await target.click();
  };
  await press(page.getByRole('navigation').getByRole('link', { name: 'Clients', exact: true }));
  await press(page.getByRole('link', { name: 'Application 3', exact: true }));
  await press(page.getByRole('main').getByRole('link', { name: 'Settings', exact: true }));
  const present = 'https://app-3.example/callback';
  const added = 'http://app-3.example/other';
  const area3 = page.locator('[name=redirect_uris]');
  const bar = page.locator('[data-save-bar]');
  const save = page.getByRole('button', { name: 'Save changes' });
  if (javaScriptEnabled === false) {
    await area3.fill(`${present}\n${added}`);
    await save.click();
  } else {
    await expect(bar).toBeHidden();
    await press(page.getByRole('button', { name: 'Add URI' }).first());
    await page.keyboard.type(added);
    await expect(bar).toContainText('1 unsaved change: Redirect URIs');
    // The bar is in view at every scroll position, and leaving the page asks first.
    for (const top of [0, 100_000]) {
      await page.evaluate((to) => window.scrollTo(0, to), top);
      await expect(save).toBeInViewport();
    }
    const asked = page.waitForEvent('dialog');
    const leaving = page.goto(`${area.issuer}/admin/keys`).catch(() => null);
    await (await asked).dismiss();
    await leaving;
    await page.keyboard.press('Control+s');
  }
  await expect(page.getByRole('alert').first()).toContainText('Fix 1 problem to save');
  await expect(page.getByRole('alert').first()).toContainText('Redirect URIs, line 2: use https.');
  await expect(page.locator('#field-redirect_uris-problem')).toContainText(
    'Line 2: use https. Plain http only works for localhost, and in a private network for clients that you register.',
  );
  await expect(page.locator('body')).not.toContainText(/redirect_uris[[.]\d/);
  if (javaScriptEnabled === false) await area3.fill(`${present}\n${added.replace('http:', 'https:')}`);
  else await page.getByLabel('Redirect URIs, line 2').fill(added.replace('http:', 'https:'));
  await press(save);
  expect(clicks).toBeLessThanOrEqual(javaScriptEnabled === false ? 4 : 5);
  const flash = page.locator('[data-flash]');
  await expect(flash).toContainText('redirect URIs of Application 3');
  await expect(area3).toHaveValue(`${present}\n${added.replace('http:', 'https:')}`);
  if (javaScriptEnabled !== false) await expect(page).toHaveURL(/#redirects$/);
  await flash.getByRole('button', { name: 'Undo' }).click();
  await expect(flash).toContainText('Undid revision');
  await expect(area3).toHaveValue(present);
});

test('a client shows only the settings that apply to it and keeps the others', async ({ page, area }) => {
  await openArea(page, area.issuer, '/admin/clients/shop/settings');
  await expect(page.locator('[name=user_code]')).toBeHidden();
  await expect(page.locator('[name=claims]')).toBeHidden();
  await page.getByRole('link', { name: 'Show all settings' }).click();
  await expect(page.locator('[name=user_code]')).toBeVisible();
  await page.locator('[name=user_code]').selectOption('numeric');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.locator('[data-flash]')).toContainText('user code format of Lantern Books');
  await expect(page).toHaveURL(/\?all=1/);
  await page.getByRole('link', { name: 'Show fewer settings' }).click();
  await page.locator('[name=tos_uri]').fill('https://shop.example/terms');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.locator('[data-flash]')).toContainText('Changed terms of service');
  await page.goto(`${area.issuer}/admin/clients/shop/settings?all=1`);
  await expect(page.locator('[name=user_code]')).toHaveValue('numeric');
});

test('an auditor can read a client but not change it', async ({ page, area }) => {
  await openArea(page, area.issuer, '/admin/clients/shop/settings', 'au');
  await expect(page.locator('#field-redirect_uris')).toContainText('https://shop.example/callback');
  await expect(page.locator('[name=redirect_uris]')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Save changes' })).toHaveCount(0);
  const refused = await page.goto(`${area.issuer}/admin/clients/new`);
  expect(refused?.status()).toBe(403);
});

test('the button of the filters is there while one of them waits, and without scripts always', async ({
  page,
  area,
  javaScriptEnabled,
}) => {
  await openArea(page, area.issuer, '/admin/clients');
  const apply = page.getByRole('button', { name: 'Apply', exact: true });
  await expect(apply).toBeVisible({ visible: !javaScriptEnabled });
  const search = page.locator('form[data-submit-on-change] input[name=q]');
  await search.fill('Application 17');
  await expect(apply).toBeVisible();
  await apply.click();
  await expect(page).toHaveURL(/[?&]q=Application[+]17/);
  await expect(apply).toBeVisible({ visible: !javaScriptEnabled });
  await expect(page.locator('main tbody tr')).toHaveCount(1);
});
