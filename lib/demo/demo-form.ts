import { z } from 'zod';
import type { Handler } from '#lib/context';
import { refuseOrigin } from '#lib/http/problem';
import { isSameOrigin } from '#lib/sessions/csrf';
import { wholeFrame } from '#lib/theme/brand';

/**
 * Creates the handler of a form of the demo. Another site cannot send it, and so can neither replace nor remove the
 * cookie of the demo (security #100).
 */
export function demoForm(handle: Handler): Handler {
  return async (request, context) => {
    const { headers } = request;
    if (isSameOrigin(headers, context.settings.issuer)) return handle(request, context);
    const { explain, snapshot } = context;
    return refuseOrigin({
      audience: 'browser',
      explain,
      frame: wholeFrame(snapshot.brand),
      acceptLanguage: headers['accept-language'],
    });
  };
}

const oauthProblem = z.object({ error: z.string(), error_description: z.string().optional() });
const clientProblem = z.object({ code: z.string(), message: z.string() });

/** Describes an error of openid-client for a developer, by its fields. */
export function describeFailure(failure: unknown): { readonly error: string; readonly description: string } {
  const answered = oauthProblem.safeParse(failure);
  if (answered.success) return cut(answered.data.error, answered.data.error_description ?? '');
  const refused = clientProblem.safeParse(failure);
  if (refused.success) return cut(refused.data.code, refused.data.message);
  return { error: 'unexpected', description: 'The response is not valid' };
}

function cut(error: string, description: string) {
  return { error: error.slice(0, 100), description: description.slice(0, 500) };
}

export type NamedValue = { readonly name: string; readonly value: string };

/** The members of an object in readable form: text unchanged, anything else as JSON. */
export function namedValues(values: object): readonly NamedValue[] {
  return Object.entries(values).map(([name, value]) => ({
    name,
    value: typeof value === 'string' ? value : JSON.stringify(value),
  }));
}
