import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright';

export const password = 'correct horse battery staple';

/** The application and the server for a failure. */
export type Scene = {
  /** Opens an authorization request. */
  readonly start: (page: Page, parameters: Record<string, string>) => Promise<unknown>;
  /** Disables an account. */
  readonly disable: (username: string) => Promise<void>;
};

export const provider = (page: Page, name: string) => page.locator(`button[name=provider][value=${name}]`);
export const decide = (page: Page, decision: string) => page.locator(`button[name=decision][value=${decision}]`);

export async function signInUpstream(page: Page, login: string): Promise<void> {
  await page.locator('input[name=login]').fill(login);
  await decide(page, 'sign_in').click();
}

/**
 * Signs in at the provider.
 * @returns the address of its answer, which no browser has opened yet
 */
export async function answerOf(page: Page, login: string): Promise<string> {
  await page.waitForSelector('input[name=login]');
  const form = { login, decision: 'sign_in' };
  const posted = await page.request.post(page.url(), { form, maxRedirects: 0 });
  const answered = await page.request.get(posted.headers().location ?? '', { maxRedirects: 0 });
  return answered.headers().location ?? '';
}

/** Causes each failure of a sign-in at a provider, by the code of its error page. */
export const failures: Readonly<Record<string, (page: Page, scene: Scene) => Promise<unknown>>> = {
  cancelled: async (page, { start }) => {
    await start(page, { acr_values: 'idp:corp' });
    await decide(page, 'cancel').click();
  },
  unavailable: (page, { start }) => start(page, { login_hint: 'x@gone.example' }),
  misconfigured: (page, { start }) => start(page, { acr_values: 'idp:wrong' }),
  response: async (page, { start }) => {
    await start(page, { acr_values: 'idp:corp' });
    const callback = new URL(await answerOf(page, 'ada'));
    callback.searchParams.set('iss', 'https://another.example');
    await page.goto(callback.href);
  },
  not_linked: async (page, { start }) => {
    await start(page, { acr_values: 'idp:invited' });
    await signInUpstream(page, 'stranger');
  },
  disabled: async (page, { start, disable }) => {
    const name = `gone-${randomUUID()}`;
    await start(page, { acr_values: 'idp:corp' });
    await signInUpstream(page, name);
    await page.locator('input[name=username]').fill(name);
    await decide(page, 'continue').click();
    await page.waitForURL(({ pathname }) => !pathname.startsWith('/federation'));
    await disable(name);
    await start(page, { acr_values: 'idp:corp', prompt: 'login' });
    await signInUpstream(page, name);
  },
  tenant: async (page, { start }) => {
    await start(page, { acr_values: 'idp:corp tenant:acme' });
    await signInUpstream(page, 'tess');
    await page.locator('input[name=username]').fill('tess');
    await page.locator('input[name=password]').fill(password);
    await decide(page, 'sign_in').click();
  },
};

/** The provider that works and those that the failures need. All are the same server upstream. */
export function providersOf(upstream: number, secret: string, names: Readonly<Record<string, string>> = {}) {
  const at = (name: string, issuer: string, more: object = {}) => ({
    name,
    display_name: names[name] ?? `The ${name}`,
    type: 'oidc',
    issuer,
    client_id: 'signet',
    client_secret: secret,
    ...more,
  });
  const issuer = `http://localhost:${upstream}`;
  return [
    at('corp', issuer, { domains: ['upstream.example'] }),
    at('gone', 'http://localhost:1', { button: 'domain', domains: ['gone.example'] }),
    at('invited', issuer, { create_users: false, button: 'hidden' }),
    // The same server under a host name that is not its issuer.
    at('wrong', `http://127.0.0.1:${upstream}`, { button: 'hidden' }),
  ];
}

/** Many more names for the provider that works. */
export const crowd = ['ash', 'beech', 'cedar', 'elm', 'fir', 'maple', 'oak'];

/** A user who has the address of an account at the provider and belongs to another tenant than the requested one. */
export const tenantPeople = {
  users: [{ username: 'tess', password, tenants: ['elsewhere'], claims: { email: 'tess@upstream.example' } }],
  tenants: [
    { name: 'acme', display_name: 'Acme' },
    { name: 'elsewhere', display_name: 'Elsewhere' },
  ],
};
