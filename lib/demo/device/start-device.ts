import { initiateDeviceAuthorization } from 'openid-client';
import type { Context } from '#lib/context';
import { noPage } from '#lib/http/html';
import { seeOther } from '#lib/http/respond';
import { demoForm } from '../demo-form';
import { describeFailure } from '../demo-problem';
import { discoverAsDevice, findDeviceClient } from './device-client';
import { type DeviceState, writeDeviceState } from './device-cookie';

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
