import { z } from 'zod';
import type { IdentityProvider } from '#lib/providers/provider';
import { isJsonObject, parseJson } from '#lib/vocabulary/json';

const part = z.string().max(100).nullish().catch(null);
const posted = z.object({ name: z.object({ firstName: part, lastName: part }) });

/** The claims about a name that Apple sends only once. */
export const nameClaims = ['name', 'given_name', 'family_name'] as const;

/** Whether a provider is Apple. No other one has a name beside the code, so there a person could write any. */
export function isApple({ teamId, responseMode }: Pick<IdentityProvider, 'teamId' | 'responseMode'>): boolean {
  return teamId !== null && responseMode === 'form_post';
}

/**
 * The name of a person at Apple, which comes beside the code at their first sign-in alone, in no token. Nobody signed it, so
 * nothing but the name is taken from there, never an address or a subject.
 * @param user the parameter `user` of the answer
 */
export function postedName(user: string | null): Partial<Record<(typeof nameClaims)[number], string>> {
  const parsed = user === null ? null : parseJson(user);
  if (parsed === null || !('value' in parsed) || !isJsonObject(parsed.value)) return {};
  const { data } = posted.safeParse(parsed.value);
  const { firstName, lastName } = data?.name ?? {};
  const name = [firstName, lastName].filter(Boolean).join(' ');
  return {
    ...(name !== '' && { name }),
    ...(firstName && { given_name: firstName }),
    ...(lastName && { family_name: lastName }),
  };
}
