import type { Handler } from '#lib/context';
import { refuseOrigin } from '#lib/http/problem';
import { isSameOrigin } from '#lib/sessions/csrf';

/**
 * Creates the handler of a form of the demo. Another site cannot send it, and so can neither replace nor remove the
 * cookie of the demo (security #100).
 */
export function demoForm(handle: Handler): Handler {
  return async (request, context) => {
    const { headers } = request;
    if (isSameOrigin(headers, context.settings.issuer)) return handle(request, context);
    const { explain } = context;
    return refuseOrigin({ audience: 'browser', explain, acceptLanguage: headers['accept-language'] });
  };
}
