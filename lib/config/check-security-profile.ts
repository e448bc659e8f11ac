import { findObstacles } from '#lib/clients/security-profile/find-obstacles';
import { messageRules } from '#lib/clients/security-profile/message-rules';
import type { Portal } from '#lib/tenants/tenant';
import { profileNames } from '#lib/vocabulary/security-profile';
import type { Problem } from './problem';
import type { After, Sections } from './sections';

/** So many are listed; the rest shows once these are repaired. */
const maximumListed = 100;

/**
 * Finds the clients and APIs that contradict the portal's security profile, which is the minimum for all of them. Each is
 * listed once, where it is in the file, else at the profile.
 * @param after the configuration once the file is applied
 * @param portal the portal once the file is applied
 */
export function checkSecurityProfile({ clients = [], scopes = [] }: Sections, after: After, portal: Portal): Problem[] {
  const { securityProfile } = portal;
  if (securityProfile === 'none') return [];
  const profile = profileNames[securityProfile];
  const at = (path: Problem['path'], requirement: string): Problem => ({
    path,
    code: 'security_profile',
    message: `${requirement} Required by the portal’s profile, ${profile}`,
    facts: { requirement, profile },
  });
  const places = new Map(clients.map(({ clientId }, index) => [clientId, index]));
  const ofClients = after.clients.after.flatMap((client): Problem[] => {
    const [obstacle] = findObstacles(client, securityProfile);
    if (obstacle === undefined) return [];
    const { path, requirement } = obstacle;
    const index = places.get(client.clientId);
    if (index !== undefined) return [at(['clients', index, ...path], requirement)];
    return [contradiction({ name: client.clientId, key: String(path[0]), requirement })];
  });
  const { algs } = messageRules[securityProfile];
  const ofApis = after.scopes.after.flatMap(({ name, introspectionSignedResponseAlg: alg }): Problem[] => {
    if (alg === null || algs.includes(alg)) return [];
    const key = 'introspection_signed_response_alg';
    const requirement = `Signatures use ${algs.join(', ')}.`;
    const index = scopes.findIndex((scope) => scope.name === name);
    return [index === -1 ? contradiction({ name, key, requirement }) : at(['scopes', index, key], requirement)];
  });
  return [...ofClients, ...ofApis].slice(0, maximumListed);
}

function contradiction(facts: { name: string; key: string; requirement: string }): Problem {
  const message = `${facts.name} contradicts it with ${facts.key}: ${facts.requirement}`;
  return { path: ['portal', 'security_profile'], code: 'security_profile_contradicted', message, facts };
}
