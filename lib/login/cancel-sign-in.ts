import type { HttpResponse } from '#lib/http/types';
import type { Context } from '#lib/protocol/context';
import { accessDenied } from '#lib/protocol/oauth-error';
import { readSessions } from './current-session';
import { cancelDevice } from './device/cancel-device';
import type { OpenDevice, OpenInteraction } from './load-interaction';
import type { PostedForm } from './read-form';
import { refuseInteraction } from './refuse';

/** Back to the application with access_denied; a device's request stays as it was. */
export async function cancelSignIn(
  open: OpenInteraction | OpenDevice,
  form: PostedForm,
  context: Context,
): Promise<HttpResponse> {
  if (open.kind === 'device') return cancelDevice(open, context);
  const { current } = await readSessions(form.cookieHeader, context);
  return refuseInteraction(open, { error: accessDenied('person_cancelled'), sid: current?.sid }, context);
}
