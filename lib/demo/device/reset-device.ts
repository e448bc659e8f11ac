import { noPage } from '#lib/http/html';
import { seeOther } from '#lib/http/respond';
import { demoForm } from '../demo-form';
import { forgetDemoSession } from '../demo-sessions';
import { findDeviceClient } from './device-client';
import { clearDeviceState, readDeviceState } from './device-cookie';

/** POST /demo/device/reset: makes the device forget everything. */
export const handleDeviceReset = demoForm(async (request, context) => {
  if (findDeviceClient(context) === null) return noPage(context);
  const { settings } = context;
  const { session } = await readDeviceState(request.headers.cookie, settings);
  if (session !== undefined) forgetDemoSession(session);
  return seeOther(`${settings.issuer}/demo/device`, { 'set-cookie': clearDeviceState(settings) });
});
