import { buildEndSessionUrl } from 'openid-client';
import type { Context } from '#lib/context';
import { noPage } from '#lib/http/html';
import { seeOther } from '#lib/http/respond';
import { clearDemoState, readDemoState } from './demo-cookie';
import { demoForm } from './demo-form';
import { type DemoSession, findDemoSession, forgetDemoSession } from './demo-sessions';
import { discoverPortal, findDemoClient } from './relying-party';

/** POST /demo/sign-out: deletes the demo's own session, and then redirects to the portal to end that session too. */
export const handleDemoSignOut = demoForm(async (request, context) => {
  if (findDemoClient(context) === null) return noPage(context);
  const { settings, now } = context;
  const { session: id } = await readDemoState(request.headers.cookie, settings);
  const session = findDemoSession(id, now);
  if (id !== undefined) forgetDemoSession(id);
  return seeOther(await signOutAddress(session, context), { 'set-cookie': clearDemoState(settings) });
});

/**
 * The end session endpoint (OpenID Connect RP-Initiated Logout §2) if the portal announces one, otherwise the portal's
 * own page.
 */
async function signOutAddress(session: DemoSession | null, context: Context): Promise<string> {
  const { issuer } = context.settings;
  const config = await discoverPortal(context).catch(() => null);
  const endpoint = config?.serverMetadata().end_session_endpoint;
  if (session === null || config === null || endpoint === undefined) return `${issuer}/logout`;
  const parameters = { id_token_hint: session.idToken, post_logout_redirect_uri: `${issuer}/demo` };
  return buildEndSessionUrl(config, parameters).href;
}
