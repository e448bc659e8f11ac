import { genericGrantRequest, initiateDeviceAuthorization } from 'openid-client';
import type { Context } from '#lib/context';
import { noPage } from '#lib/http/html';
import { seeOther } from '#lib/http/respond';
import { demoForm, describeFailure } from '../demo-form';
import { forgetDemoSession, saveDemoSession } from '../demo-sessions';
import { readTokens } from '../read-tokens';
import {
  clearDeviceState,
  type DeviceState,
  discoverAsDevice,
  findDeviceClient,
  readDeviceState,
  writeDeviceState,
} from './device-cookie';

/**
 * POST /demo/device/start: asks the portal for a code to show. It names no scope, so the device gets everything that it
 * may have.
 */
export const handleDeviceStart = demoForm(async (_request, context) => {
  if (findDeviceClient(context) === null) return noPage(context);
  const { settings } = context;
  const state = await ask(context).catch((failure: unknown): DeviceState => ({ problem: describeFailure(failure) }));
  return seeOther(`${settings.issuer}/demo/device`, { 'set-cookie': await writeDeviceState(state, settings) });
});

async function ask(context: Context): Promise<DeviceState> {
  const answer = await initiateDeviceAuthorization(await discoverAsDevice(context), {});
  return {
    waiting: {
      deviceCode: answer.device_code,
      userCode: answer.user_code,
      verificationUri: answer.verification_uri,
      verificationUriComplete: answer.verification_uri_complete ?? answer.verification_uri,
      intervalSeconds: answer.interval ?? 5,
      expiresAt: context.now.getTime() + answer.expires_in * 1000,
    },
  };
}

/** POST /demo/device/reset: makes the device forget everything. */
export const handleDeviceReset = demoForm(async (request, context) => {
  if (findDeviceClient(context) === null) return noPage(context);
  const { settings } = context;
  const { session } = await readDeviceState(request.headers.cookie, settings);
  if (session !== undefined) forgetDemoSession(session);
  return seeOther(`${settings.issuer}/demo/device`, { 'set-cookie': clearDeviceState(settings) });
});

const deviceGrantType = 'urn:ietf:params:oauth:grant-type:device_code';

type Waiting = NonNullable<DeviceState['waiting']>;

/** POST /demo/device/check: polls once, as a device does every few seconds. */
export const handleDeviceCheck = demoForm(async (request, context) => {
  if (findDeviceClient(context) === null) return noPage(context);
  const { settings } = context;
  const page = `${settings.issuer}/demo/device`;
  const { waiting } = await readDeviceState(request.headers.cookie, settings);
  if (waiting === undefined) return seeOther(page);
  const state = await poll(waiting, context).catch((failure: unknown) => afterFailure(waiting, failure));
  return seeOther(page, { 'set-cookie': await writeDeviceState(state, settings) });
});

async function poll({ deviceCode }: Waiting, context: Context): Promise<DeviceState> {
  const config = await discoverAsDevice(context);
  const tokens = await genericGrantRequest(config, deviceGrantType, { device_code: deviceCode });
  return { session: saveDemoSession(await readTokens(config, tokens, context.now, null), context.now) };
}

/** RFC 8628 §3.5: with two of the errors the device continues to poll, with one of them more slowly. */
function afterFailure(waiting: Waiting, failure: unknown): DeviceState {
  const problem = describeFailure(failure);
  switch (problem.error) {
    case 'authorization_pending':
      return { waiting };
    case 'slow_down':
      return { waiting: { ...waiting, intervalSeconds: waiting.intervalSeconds + 5 } };
    default:
      return { problem };
  }
}
