import type { Client } from '#lib/clients/client';
import type { Context } from '#lib/context';
import { subjectFor } from '#lib/tokens/subject-for';

/** A `sub` that no person has. */
const nobody = '';

/**
 * Finds the person of a hint among those who are signed in. A pairwise subject cannot be reversed, so the hint is
 * compared with the `sub` that the client gets for each of them (OpenID Connect Core §8).
 * @param hint the `sub` of an id_token_hint, or of the `claims` parameter
 * @returns the person's own `sub`, or a value that matches none of them. So a client that got somebody's `sub` from
 * elsewhere does not learn whether they are signed in
 */
export function hintedPerson(
  hint: string | null,
  client: Client,
  signedIn: readonly { readonly sub: string }[],
  { snapshot }: Pick<Context, 'snapshot'>,
): string | null {
  if (hint === null || client.subjectType === 'public') return hint;
  return signedIn.find(({ sub }) => subjectFor(client, sub, snapshot.pairwiseSalt) === hint)?.sub ?? nobody;
}
