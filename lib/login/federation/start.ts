import type { Context } from '#lib/context';
import { providerInPath } from '#lib/federation/provider-in-path';
import { parseParameters } from '#lib/http/form';
import type { HttpRequest, HttpResponse } from '#lib/http/types';
import { loadInteraction } from '../load-interaction';
import { respondProblem, toPage } from '../respond';
import { signInOptions } from '../sign-in-options';
import { goToProvider } from './go-to-provider';

/**
 * GET /federation/NAME/start: from the sign-in page straight on to the provider. Only the browser of the interaction gets
 * anywhere, and only to a provider that its client allows; anything else is back on the sign-in page.
 */
export async function handleFederationStart(request: HttpRequest, context: Context): Promise<HttpResponse> {
  const handle = parseParameters(request.query)?.values.get('interaction') ?? null;
  const open = await loadInteraction(handle, request.headers.cookie, context);
  if (open.page === 'problem') return respondProblem(open);
  const name = providerInPath(request.path);
  const provider = signInOptions(open, null, context).providers.find((one) => one.name === name);
  if (provider === undefined) return toPage('realm', open, context);
  return goToProvider(open, provider, open.loginHint, context);
}
