import { json } from '#lib/http/respond';
import { endpoint } from './endpoint';
import { manageClient } from './registration/manage-client';
import { registerClient } from './registration/register-client';

/**
 * Dynamic client registration (RFC 7591, RFC 7592, OpenID Connect Dynamic Client Registration). POST registers a
 * client. GET, PUT and DELETE with `client_id` in the query manage it. Without `dynamic_registration`, the endpoint
 * does not exist.
 */
export const handleRegistration = endpoint(async (request, context, report) => {
  if (context.snapshot.portal.dynamicRegistration === 'off') {
    return { ...json(404, { error: 'not_found' }), report: { outcome: 'not_found' } };
  }
  return request.method === 'POST' ? registerClient(request, context) : manageClient(request, context, report);
});
