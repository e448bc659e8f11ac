import type { HttpResponse } from '#lib/http/types';
import type { Context } from '#lib/protocol/context';
import type { SessionWithUser } from '#lib/sessions/browser-state';
import { claimDevice } from '#lib/tokens/devices/store';
import { hashUserCode } from '#lib/tokens/devices/user-code';
import type { OpenDevice } from '../load-interaction';
import { toPage } from '../respond';
import { decideDevice } from './decide-device';

/**
 * After the code or the sign-in: on to the confirmation. The first person who gets there owns the request from then
 * on (RFC 8628 §5.5); the page tells anybody else that there is nothing to answer.
 */
export async function continueDevice(
  open: OpenDevice,
  session: SessionWithUser,
  context: Context,
): Promise<HttpResponse> {
  if (decideDevice(open, session, context).step === 'login') return toPage('login', open, context);
  const { userCode } = open.interaction;
  const claim = { code: hashUserCode(userCode, null), owned: hashUserCode(userCode, session.sub) };
  await claimDevice(context.db, open.request.deviceHash, claim, context.now);
  return toPage('device', open, context);
}
