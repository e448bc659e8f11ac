import { checkAcrNames } from './check-acr-names';
import { checkIdentifiers } from './check-identifiers';
import { checkPasswordLength } from './check-password-length';
import { checkReferences, checkRemovals } from './check-references';
import { checkSecurityProfile } from './check-security-profile';
import { checkTokenTypes } from './check-token-types';
import type { Change } from './diff';
import type { Problem } from './problem';
import type { Planned, SectionName } from './sections';

/** A rule across sections. */
type Rule = {
  /** The keys that the rule depends on. It is checked if one of them changes, or if an entry is created or deleted. */
  readonly keys: Partial<Readonly<Record<SectionName, readonly string[] | 'all'>>>;
  readonly find: (planned: Planned) => Promise<readonly Problem[]>;
};

const rules: readonly Rule[] = [
  { keys: { users: ['sub'], clients: [], identity_providers: ['domains'], tenants: [] }, find: checkIdentifiers },
  {
    keys: { scopes: ['type', 'resource', 'audience', 'access_token_typ'], clients: ['scope', 'access_token_typ'] },
    find: checkTokenTypes,
  },
  { keys: { clients: ['minimum_acr', 'default_acr_values'], portal: ['acr_aliases'] }, find: checkAcrNames },
  {
    keys: { tenants: ['second_factor'], portal: ['password_min_length', 'second_factor'] },
    find: checkPasswordLength,
  },
  {
    keys: { clients: 'all', scopes: ['introspection_signed_response_alg'], portal: ['security_profile'] },
    find: checkSecurityProfile,
  },
];

/** Finds the conflicts between a file and the rest of the configuration. */
export async function findProblems(planned: Planned): Promise<readonly Problem[]> {
  const { changes, isEdit } = planned;
  const problems = [...(await checkReferences(planned))];
  for (const { keys, find } of rules) {
    if (!isEdit || changes.some((change) => touches(change, keys))) problems.push(...(await find(planned)));
  }
  return [...problems, ...(await checkRemovals(planned))];
}

function touches({ section, kind, values }: Change, keys: Rule['keys']): boolean {
  const own = keys[section];
  return own !== undefined && (kind !== 'update' || own === 'all' || values.some(({ key }) => own.includes(key)));
}
