import { refreshTokenGrant } from 'openid-client';
import type { Context } from '#lib/context';
import { noPage } from '#lib/http/html';
import { seeOther } from '#lib/http/respond';
import { type DemoState, readDemoState, writeDemoState } from './demo-cookie';
import { demoForm, describeFailure } from './demo-form';
import { type DemoSession, findDemoSession, saveDemoSession } from './demo-sessions';
import { readTokens } from './read-tokens';
import { discoverPortal, findDemoClient } from './relying-party';

/** POST /demo/refresh: redeems the refresh token and calls UserInfo again. */
export const handleDemoRefresh = demoForm(async (request, context) => {
  if (findDemoClient(context) === null) return noPage(context);
  const { settings, now } = context;
  const { session: id } = await readDemoState(request.headers.cookie, settings);
  const session = findDemoSession(id, now);
  if (id === undefined || session?.refreshToken == null) return seeOther(`${settings.issuer}/demo`);
  const state = await renew(session, session.refreshToken, context).then(
    (renewed): DemoState => ({ session: saveDemoSession(renewed, now, id) }),
    (failure: unknown): DemoState => ({ session: id, problem: describeFailure(failure) }),
  );
  return seeOther(`${settings.issuer}/demo`, { 'set-cookie': await writeDemoState(state, settings) });
});

async function renew(session: DemoSession, refreshToken: string, context: Context): Promise<DemoSession> {
  const config = await discoverPortal(context);
  return readTokens(config, await refreshTokenGrant(config, refreshToken), context.now, session);
}
