import { importedPassword } from '#lib/testing/imported-hashes';
import { parseResult, password } from './fixtures';
import { expect, test } from './test';

test.describe('a person signs in to a real client', () => {
  test('with consent, verified tokens, UserInfo, refresh and sign-out', async ({ page, server, relyingParty }) => {
    await page.goto(`${relyingParty.origin}/sign-in`);
    await expect(page.locator('main[data-page=login]')).toBeVisible();
    await page.getByLabel(/user ?name/i).fill('alice');
    await page.locator('input[name=password]').fill(password);
    await page.locator('button[name=decision][value=sign_in]').click();

    await expect(page.locator('main[data-page=consent]')).toBeVisible();
    await expect(page.locator('main')).toContainText('alice@example.com');
    await page.locator('button[name=decision][value=allow]').click();

    const signedIn = parseResult(await page.locator('#result').textContent());
    expect(signedIn.step).toBe('signed-in');
    expect(signedIn.idTokenClaims).toMatchObject({ iss: server.issuer, aud: 'web' });
    expect(signedIn.userinfo).toMatchObject({
      name: 'alice Example',
      email: 'alice@example.com',
      email_verified: true,
    });
    expect(signedIn.hasRefreshToken).toBe(true);

    await page.goto(`${relyingParty.origin}/refresh`);
    const refreshed = parseResult(await page.locator('#result').textContent());
    expect(refreshed.step).toBe('refreshed');
    expect(refreshed.idTokenClaims?.sub).toBe(signedIn.idTokenClaims?.sub);

    await page.goto(`${server.issuer}/logout`);
    await page.locator('button[name=decision][value=sign_out]').click();
    await expect(page.locator('main[data-page=logged-out]')).toBeVisible();
    await page.goto(`${relyingParty.origin}/sign-in?prompt=none`);
    expect(parseResult(await page.locator('#result').textContent())).toEqual({
      step: 'error',
      error: 'login_required',
    });
  });

  test('a claim requested by name has its own box, and a cleared one is not released', async ({
    page,
    relyingParty,
  }) => {
    const claims = JSON.stringify({ id_token: { email: null }, userinfo: { email: null, name: null } });
    const asked = { scope: 'openid orders', claims, login_hint: 'bob', prompt: 'consent' };
    const answer = async (clear: readonly string[]) => {
      const boxes = page.locator('input[name=claim]');
      await expect(boxes).toHaveCount(2);
      for (const box of await boxes.all()) await expect(box).toBeChecked();
      for (const name of clear) await page.getByRole('checkbox', { name, exact: true }).uncheck();
      await page.locator('button[name=decision][value=allow]').click();
      const { idTokenClaims, userinfo } = parseResult(await page.locator('#result').textContent());
      return { name: userinfo?.name, email: userinfo?.email, ofIdToken: idTokenClaims?.email };
    };

    await page.goto(`${relyingParty.origin}/sign-in?${new URLSearchParams(asked)}`);
    await page.locator('input[name=password]').fill(password);
    await page.locator('button[name=decision][value=sign_in]').click();
    await expect(page.locator('#claim-email-hint')).toContainText('bob@example.com');
    expect(await answer(['email', 'Remember this decision'])).toEqual({ name: 'bob Example' });

    await page.goto(`${relyingParty.origin}/sign-in?${new URLSearchParams(asked)}`);
    const email = 'bob@example.com';
    expect(await answer(['Remember this decision'])).toEqual({ name: 'bob Example', email, ofIdToken: email });
  });

  test('a wrong password and an unknown name get the same error, and the name stays', async ({
    page,
    relyingParty,
  }) => {
    await page.goto(`${relyingParty.origin}/sign-in`);
    for (const name of ['alice', 'nobody']) {
      await page.locator('input[name=username]').fill(name);
      await page.locator('input[name=password]').fill('wrong password');
      await page.locator('button[value=sign_in]').click();
      await expect(page.locator('[role=alert]').first()).toBeVisible();
      await expect(page.locator('input[name=username]')).toHaveValue(name);
      await expect(page.locator('input[name=password]')).toHaveValue('');
      await expect(page).toHaveTitle(/^Error: /);
    }
  });

  test('a person with an imported bcrypt hash signs in, and again with the renewed hash', async ({
    page,
    relyingParty,
  }) => {
    for (const typed of [`${importedPassword}!`, importedPassword, importedPassword]) {
      await page.goto(`${relyingParty.origin}/sign-in?login_hint=moved&prompt=login`);
      await page.locator('input[name=password]').fill(typed);
      await page.locator('button[value=sign_in]').click();
      if (typed === importedPassword) await expect(page.locator('main[data-page=consent]')).toBeVisible();
      else await expect(page.locator('[role=alert]').first()).toBeVisible();
    }
  });

  test('the Enter key signs in', async ({ page, relyingParty }) => {
    await page.goto(`${relyingParty.origin}/sign-in?login_hint=bob`);
    await expect(page.locator('input[name=username]')).toHaveValue('bob');
    await page.locator('input[name=password]').fill(password);
    await page.keyboard.press('Enter');
    await expect(page.locator('main[data-page=consent]')).toBeVisible();
  });

  test('cancel and deny return access_denied to the client', async ({ page, relyingParty }) => {
    await page.goto(`${relyingParty.origin}/sign-in`);
    await page.locator('button[name=decision][value=cancel]').click();
    expect(parseResult(await page.locator('#result').textContent()).error).toBe('access_denied');

    await page.goto(`${relyingParty.origin}/sign-in?login_hint=alice`);
    await page.locator('input[name=password]').fill(password);
    await page.locator('button[value=sign_in]').click();
    await page.locator('button[name=decision][value=deny]').click();
    expect(parseResult(await page.locator('#result').textContent()).error).toBe('access_denied');
  });

  test('form_post reaches the client through a page that also works without scripts', async ({
    page,
    relyingParty,
    javaScriptEnabled,
  }) => {
    await page.goto(`${relyingParty.origin}/sign-in?response_mode=form_post&login_hint=alice`);
    await page.locator('input[name=password]').fill(password);
    await page.locator('button[value=sign_in]').click();
    await page.locator('button[value=allow]').click();
    if (javaScriptEnabled === false) await page.getByRole('button', { name: 'Continue' }).click();
    expect(parseResult(await page.locator('#result').textContent()).step).toBe('signed-in');
  });

  test('a finished interaction says so and links to the application', async ({ page, relyingParty }) => {
    await page.goto(`${relyingParty.origin}/sign-in?login_hint=alice`);
    await page.locator('input[name=password]').fill(password);
    await page.locator('button[value=sign_in]').click();
    const consent = page.url();
    await page.locator('button[value=allow]').click();
    const response = await page.goto(consent);
    expect(response?.status()).toBe(409);
    await expect(page.getByRole('link', { name: /web shop/i })).toBeVisible();
  });

  test('an unregistered redirect URI gets an error page and no redirect', async ({ page, server }) => {
    const query = 'client_id=web&response_type=code&scope=openid&redirect_uri=https%3A%2F%2Fevil.example%2Fcb';
    const response = await page.goto(`${server.issuer}/connect/authorize?${query}`);
    expect(response?.status()).toBe(400);
    await expect(page.locator('main[data-page=error]')).toBeVisible();
    expect(await page.locator('a[href*=evil], script').count()).toBe(0);
  });
});

test('a tab notices that another one signed in, and reloads nothing by itself', async ({
  page,
  relyingParty,
  javaScriptEnabled,
}) => {
  await page.goto(`${relyingParty.origin}/sign-in`);
  await page.locator('input[name=username]').fill('half typed');
  const note = page.locator('[data-signed-in-elsewhere]');
  await expect(note).toBeHidden();
  const other = await page.context().newPage();
  await other.goto(`${relyingParty.origin}/sign-in`);
  await other.locator('input[name=username]').fill('alice');
  await other.locator('input[name=password]').fill(password);
  await other.locator('button[value=sign_in]').click();
  await expect(other.locator('main[data-page=consent]')).toBeVisible();
  await other.close();
  await expect(page.locator('input[name=username]')).toHaveValue('half typed');
  if (javaScriptEnabled === false) {
    await page.reload();
  } else {
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect(note).toBeVisible();
    await expect(page.locator('input[name=username]')).toHaveValue('half typed');
    await note.getByRole('link', { name: 'Continue' }).click();
  }
  await expect(page.locator('main[data-page=consent]')).toBeVisible();
});
