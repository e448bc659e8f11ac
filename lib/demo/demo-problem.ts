import { z } from 'zod';

const oauthProblem = z.object({ error: z.string(), error_description: z.string().optional() });
const clientProblem = z.object({ code: z.string(), message: z.string() });

/** Describes an error of openid-client for a developer, by its fields. */
export function describeFailure(failure: unknown): { readonly error: string; readonly description: string } {
  const answered = oauthProblem.safeParse(failure);
  if (answered.success) return cut(answered.data.error, answered.data.error_description ?? '');
  const refused = clientProblem.safeParse(failure);
  if (refused.success) return cut(refused.data.code, refused.data.message);
  return { error: 'unexpected', description: 'The answer could not be used' };
}

function cut(error: string, description: string) {
  return { error: error.slice(0, 100), description: description.slice(0, 500) };
}
