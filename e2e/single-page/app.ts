import { type User, UserManager, type UserManagerSettings, WebStorageStateStore } from 'oidc-client-ts';

/** A single-page application with oidc-client-ts: a public client with PKCE, whose page fetches the tokens. */
const settings: Pick<UserManagerSettings, 'authority' | 'client_id'> = await (await fetch('/settings.json')).json();

const manager = new UserManager({
  ...settings,
  redirect_uri: `${location.origin}/callback`,
  post_logout_redirect_uri: `${location.origin}/signed-out`,
  scope: 'openid profile orders',
  loadUserInfo: true,
  automaticSilentRenew: false,
  silentRequestTimeoutInSeconds: 10,
  userStore: new WebStorageStateStore({ store: sessionStorage }),
});

/** Shows the result of a step for the test to read. */
async function show(step: string, work: () => Promise<User | null | undefined>): Promise<void> {
  const outcome = await work().then(
    (user) => ({ step, profile: user?.profile, accessToken: user?.access_token }),
    (error: Error & { error?: string }) => ({ step, error: error.error ?? error.message }),
  );
  const result = document.querySelector('#result');
  if (result) result.textContent = JSON.stringify(outcome);
}

function onClick(id: string, action: () => Promise<void>): void {
  document.querySelector(`#${id}`)?.addEventListener('click', () => void action());
}

onClick('sign-in', () => manager.signinRedirect());
onClick('renew', () => show('renewed', () => manager.signinSilent()));
onClick('sign-out', () => manager.signoutRedirect());

// In the frame of a silent renewal this passes the answer to the outer page.
if (location.pathname === '/callback') await show('signed-in', () => manager.signinCallback());
if (location.pathname === '/signed-out') {
  await manager.signoutCallback();
  await show('signed-out', () => manager.getUser());
}
