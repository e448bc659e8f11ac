import type { HttpResponse } from '#lib/http/types';
import { noteProblem } from '#lib/interactions/store';
import type { Context } from '#lib/protocol/context';
import { goToProvider } from './federation/go-to-provider';
import type { OpenDevice, OpenInteraction } from './load-interaction';
import { toPage } from './respond';
import { choosing, signInOf, signInOptions } from './sign-in-options';

/**
 * The button of a provider was pressed, or the one for the password (`local`). A provider that may not be used (any more)
 * leads back to those that may.
 */
export async function submitProvider(
  open: OpenInteraction | OpenDevice,
  name: string,
  context: Context,
): Promise<HttpResponse> {
  const signIn = signInOf(open);
  const provider = signInOptions(signIn, null, context).providers.find((one) => one.name === name);
  if (provider !== undefined) {
    const hint = signIn.interaction.username || signIn.request.loginHint;
    return goToProvider(open, provider, hint, context);
  }
  await noteProblem(context.db, open.interaction.hash, { problem: choosing });
  return toPage('login', open, context);
}
