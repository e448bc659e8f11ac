import type { Context } from '#lib/context';
import { providerInPath } from '#lib/federation/callback-uri';
import { parseParameters } from '#lib/http/form';
import type { HttpRequest, HttpResponse } from '#lib/http/types';
import { loadInteraction } from '../load-interaction';
import { respondProblem, toPage } from '../respond';
import { signInOptions } from '../sign-in-options';
import { goToProvider } from './go-to-provider';

/**
 * GET /federation/NAME/start: goes from the sign-in page directly to the provider. It works only in the browser of the
 * interaction, and only for a provider that the client allows. For any other provider, it returns to /realm.
 */
export async function handleFederationStart(request: HttpRequest, context: Context): Promise<HttpResponse> {
  const handle = parseParameters(request.query)?.values.get('interaction') ?? null;
  const open = await loadInteraction(handle, request.headers.cookie, context);
  if (open.page === 'problem') return respondProblem(open);
  const name = providerInPath(request.path);
  const provider = signInOptions(open, null, context).providers.find((one) => one.name === name);
  if (provider === undefined) return toPage('realm', open, context);
  return goToProvider({ open, cookieHeader: request.headers.cookie }, provider, open.loginHint, context);
}
