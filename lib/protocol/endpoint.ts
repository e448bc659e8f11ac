import { json } from '#lib/http/respond';
import type { HttpResponse } from '#lib/http/types';
import type { Handler } from './context';
import { isOAuthError, type OAuthError } from './oauth-error';

/**
 * Makes an endpoint of a handler that throws: the one catch for protocol failures at JSON endpoints. Anything else
 * passes on to the adapter, which answers 503 or 500.
 */
export function endpoint(handle: Handler): Handler {
  return async (request, context) => {
    try {
      return await handle(request, context);
    } catch (error) {
      if (!isOAuthError(error)) throw error;
      context.log.info({ error: error.code, description: error.description, detail: error.detail }, 'refused');
      return errorResponse(error);
    }
  };
}

/** RFC 6749 §5.2: 400 with a JSON body, 401 with a challenge for a client that could not be authenticated. */
function errorResponse(error: OAuthError): HttpResponse {
  const body = { error: error.code, error_description: error.description };
  if (error.code !== 'invalid_client') return json(400, body);
  return json(401, body, { 'www-authenticate': 'Basic realm="signet", charset="UTF-8"' });
}
