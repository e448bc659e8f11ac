import type { Context } from '#lib/context';
import { hashHandle } from '#lib/crypto/hash';
import { isSealError, open, seal, sealingKey } from '#lib/crypto/seal';
import { callbackUri, providerInPath } from '#lib/federation/upstreams';
import { hasFormBody, parseParameters } from '#lib/http/form';
import { seeOther } from '#lib/http/respond';
import type { HttpRequest, HttpResponse } from '#lib/http/types';
import type { IdentityProvider } from '#lib/providers/provider';
import { problemPage } from '../problem-page';
import { respondProblem } from '../respond';

/** Longer than any of our states. */
export const maximumState = 100;

/** In characters. Every server must take an address of 8000 (RFC 9110 §4.1), and sealing adds a third. */
const maximumLength = 5000;

/**
 * POST /federation/NAME/callback: the answer of a provider with `response_mode: form_post` (OAuth 2.0 Form Post Response
 * Mode §2). A browser sends none of our cookies with a form of another site, so nothing is decided here: the answer goes
 * on as a GET of this same address, which has them, sealed and bound to its state. Nothing is stored.
 */
export function redirectPostedAnswer(request: HttpRequest, context: Context): HttpResponse {
  const provider = findPoster(request, context);
  const parameters = hasFormBody(request) ? parseParameters(request.body) : null;
  const state = parameters?.values.get('state') ?? '';
  if (
    provider === null ||
    parameters === null ||
    parameters.repeated.size > 0 ||
    state === '' ||
    state.length > maximumState ||
    request.body.length > maximumLength
  ) {
    return respondProblem(problemPage(400, 'invalid_request', context));
  }
  const answer = seal(sealingKey(context.settings.secret), request.body, placeOf(provider.name, state));
  return seeOther(`${callbackUri(provider.name, context.settings)}?${new URLSearchParams({ state, answer })}`);
}

/**
 * The request with the answer that was posted, as if it had come in the query.
 * @returns null if the answer was not sealed by us for this state and provider
 */
export function withPostedAnswer(request: HttpRequest, context: Context): HttpRequest | null {
  const provider = findPoster(request, context);
  const values = parseParameters(request.query)?.values;
  const answer = values?.get('answer');
  // RFC 6749 §4.1.2: another provider may send a parameter of this name, which is ignored.
  if (provider === null || answer === undefined) return request;
  try {
    const place = placeOf(provider.name, values?.get('state') ?? '');
    return { ...request, query: open(sealingKey(context.settings.secret), answer, place).toString('utf8') };
  } catch (error) {
    if (isSealError(error)) return null;
    throw error;
  }
}

/** The provider in the path, if it posts its answers. An administrator may test one that is disabled. */
function findPoster({ path }: HttpRequest, { snapshot }: Context): IdentityProvider | null {
  const provider = snapshot.providers.get(providerInPath(path));
  return provider?.responseMode === 'form_post' ? provider : null;
}

function placeOf(provider: string, state: string): string {
  return `posted answer:${provider}:${hashHandle(state)}`;
}
