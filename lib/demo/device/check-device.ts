import { genericGrantRequest } from 'openid-client';
import type { Context } from '#lib/context';
import { noPage } from '#lib/http/html';
import { seeOther } from '#lib/http/respond';
import { demoForm } from '../demo-form';
import { describeFailure } from '../demo-problem';
import { keepDemoSession } from '../demo-sessions';
import { readTokens } from '../read-tokens';
import { discoverAsDevice, findDeviceClient } from './device-client';
import { type DeviceState, readDeviceState, writeDeviceState } from './device-cookie';

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
  return { session: keepDemoSession(await readTokens(config, tokens, context.now, null), context.now) };
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
