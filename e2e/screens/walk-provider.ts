import { decide, failures, provider, type Scene, signInUpstream } from '../provider-failures';
import { authorizeUrl, type Walk } from './walks';

/** Signing in through a provider: the choice of the provider, the questions it may ask, and each way it can fail. */
export async function walkProvider({ page, issuer, take }: Walk, disable: Scene['disable']): Promise<void> {
  const start: Scene['start'] = (_, parameters) => page.goto(pressUrl(issuer, parameters));
  await start(page, {});
  await take('sign-in-providers');
  await page.locator('a[href^="/realm"]').click();
  await page.waitForSelector('main[data-page=realm]');
  await take('realm');
  await page.locator('input[name=username]').fill('nobody.example');
  await decide(page, 'continue').click();
  await page.waitForSelector('[data-problem]');
  await take('realm-error');
  const mall = { client_id: 'mall', scope: 'openid', prompt: 'select_account', login_hint: 'ana@upstream.example' };
  await start(page, mall);
  await page.locator('a[href^="/realm"]').click();
  await page.waitForSelector('main[data-page=realm]');
  await take('realm-many');
  await page.getByRole('searchbox').fill('Riverside');
  await page.keyboard.press('Enter');
  await page.waitForSelector('search p');
  await take('realm-nothing');
  for (const [login, question, answer] of [
    ['bob', 'complete', 'continue'],
    ['eve', 'link', 'sign_in'],
  ] as const) {
    await page.context().clearCookies({ name: /_session|_interaction/ });
    await start(page, {});
    await provider(page, 'corp').click();
    await signInUpstream(page, login);
    await page.waitForSelector(`main[data-page=${question}]`);
    await take(question);
    await decide(page, answer).click();
    await page.waitForSelector('[data-problem]');
    await take(`${question}-error`);
  }
  for (const [problem, fail] of Object.entries(failures)) {
    await page.context().clearCookies();
    await fail(page, { start, disable });
    await page.waitForSelector(`form[data-problem=${problem}]`);
    await take(`provider-${problem.replace('_', '-')}`);
  }
}

function pressUrl(issuer: string, parameters: Record<string, string>): string {
  const press = { client_id: 'press', redirect_uri: 'https://press.example/callback', scope: 'openid profile email' };
  return authorizeUrl(issuer, { ...press, ...parameters });
}
