import { createServer } from 'node:http';
import { expect, type Page } from 'playwright/test';
import { freePort, type RunningServer, startServer } from '#lib/testing/running-server';
import { password } from './fixtures';
import { test } from './test';

/** OpenID Connect Session Management §3.1: an application with its own frame and the provider's. */
type Parties = { readonly server: RunningServer; readonly origin: string };

async function startParties() {
  const ports = { server: await freePort(), app: await freePort() };
  const origin = `http://localhost:${ports.app}`;
  const server = await startServer({ port: ports.server, configuration: configuration(origin) });
  const app = await startApplication(ports.app, server.issuer);
  return {
    server,
    origin,
    close: async () => {
      await app.close();
      await server.stop();
    },
  };
}

let parties: Awaited<ReturnType<typeof startParties>>;

test.beforeAll(async () => {
  parties = await startParties();
});
test.afterAll(() => parties.close());

function configuration(origin: string): object {
  return {
    clients: [
      {
        client_id: 'app',
        token_endpoint_auth_method: 'none',
        redirect_uris: [`${origin}/callback`],
        grant_types: ['authorization_code'],
        scope: 'openid',
        require_consent: false,
      },
    ],
    users: [{ username: 'alice', password }],
  };
}

/**
 * The application in the example of the specification. Its page contains two frames: the provider's, and its own, which
 * asks the provider's. Under another host name the same pages have another origin.
 */
async function startApplication(port: number, issuer: string) {
  const outer = `<iframe id="op" name="op" src="${issuer}/connect/checksession"></iframe>
<iframe id="rp" name="rp"></iframe><script>
  document.getElementById('op').addEventListener('load', () => {
    document.getElementById('rp').src = new URLSearchParams(location.search).get('frame') ?? '/frame' + location.search;
  });
</script>`;
  const inner = `<p id="status"></p><script>
  const state = new URLSearchParams(location.search).get('session_state');
  addEventListener('message', ({ data, origin }) => {
    if (origin === '${issuer}') document.getElementById('status').textContent = data;
  });
  parent.frames.op.postMessage('app ' + state, '${issuer}');
</script>`;
  const server = createServer((request, response) => {
    const body = request.url?.startsWith('/frame') ? inner : outer;
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(`<!doctype html>${body}`);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function authorizeAt({ server, origin }: Parties): string {
  const parameters = {
    client_id: 'app',
    response_type: 'code',
    redirect_uri: `${origin}/callback`,
    scope: 'openid',
    nonce: 'n',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  };
  return `${server.issuer}/connect/authorize?${new URLSearchParams(parameters)}`;
}

/** @returns the session_state that the application received */
async function signIn(page: Page, parties: Parties): Promise<string> {
  await page.goto(authorizeAt(parties));
  await page.locator('input[name=username]').fill('alice');
  await page.locator('input[name=password]').fill(password);
  await page.locator('button[value=sign_in]').click();
  await page.waitForURL(`${parties.origin}/callback?**`);
  return new URL(page.url()).searchParams.get('session_state') ?? '';
}

const answerOf = (page: Page) => page.frameLocator('#rp').locator('#status');

test('the provider’s frame answers the application’s own frame (Session Management §3.1)', async ({ page }) => {
  const state = await signIn(page, parties);
  await expect(answerOf(page)).toHaveText('unchanged');
  await page.goto(`${parties.server.issuer}/logout`);
  await page.locator('button[value=sign_out]').click();
  await expect(page.locator('main[data-page=logged-out]')).toBeVisible();
  await page.goto(`${parties.origin}/?${new URLSearchParams({ session_state: state })}`);
  await expect(answerOf(page)).toHaveText('changed');
  await page.goto(`${parties.origin}/?session_state=nonsense`);
  await expect(answerOf(page)).toHaveText('error');
});

test('a session_state is valid only for its own origin (§3.2)', async ({ page }) => {
  const state = await signIn(page, parties);
  await expect(answerOf(page)).toHaveText('unchanged');
  const foreign = parties.origin.replace('localhost', '127.0.0.1');
  const frame = `${foreign}/frame?${new URLSearchParams({ session_state: state })}`;
  await page.goto(`${parties.origin}/?${new URLSearchParams({ frame })}`);
  await expect(answerOf(page)).toHaveText('changed');
});
