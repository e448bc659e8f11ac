import { findObstacles } from '#lib/clients/security-profile/find-obstacles';
import { messageRules } from '#lib/clients/security-profile/message-rules';
import { profileNames } from '#lib/vocabulary/security-profile';
import type { Problem } from './problem';
import type { Planned } from './sections';

/** Further problems are listed once these are fixed. */
const maximumListed = 100;

/**
 * Finds the clients and APIs that contradict the portal's security profile, which is the minimum for all of them. Each
 * has one problem at its place in the file, or at the profile if the file does not list it.
 */
export async function checkSecurityProfile({ listed, plans, portal, changes }: Planned): Promise<Problem[]> {
  const { securityProfile } = portal;
  if (securityProfile === 'none') return [];
  const profile = profileNames[securityProfile];
  const at = (path: Problem['path'], requirement: string): Problem => ({
    path,
    code: 'security_profile',
    message: `${requirement} Required by the portal’s profile, ${profile}`,
    facts: { requirement, profile },
  });
  const isPortal = changes.some(({ section }) => section === 'portal');
  const clients = isPortal ? await plans.clients.after() : plans.clients.desired;
  const scopes = isPortal ? await plans.scopes.after() : plans.scopes.desired;
  const places = new Map(listed.clients?.map(({ clientId }, index) => [clientId, index]));
  const ofClients = clients.flatMap((client): Problem[] => {
    const [obstacle] = findObstacles(client, securityProfile);
    if (obstacle === undefined) return [];
    const { path, requirement } = obstacle;
    const index = places.get(client.clientId);
    if (index !== undefined) return [at(['clients', index, ...path], requirement)];
    return [contradiction({ name: client.clientId, key: String(path[0]), requirement })];
  });
  const { algs } = messageRules[securityProfile];
  const ofApis = scopes.flatMap(({ name, introspectionSignedResponseAlg: alg }): Problem[] => {
    if (alg === null || algs.includes(alg)) return [];
    const key = 'introspection_signed_response_alg';
    const requirement = `Signatures use ${algs.join(', ')}.`;
    const index = listed.scopes?.findIndex((scope) => scope.name === name) ?? -1;
    return [index === -1 ? contradiction({ name, key, requirement }) : at(['scopes', index, key], requirement)];
  });
  return [...ofClients, ...ofApis].slice(0, maximumListed);
}

function contradiction(facts: { name: string; key: string; requirement: string }): Problem {
  const message = `${facts.name} contradicts it with ${facts.key}: ${facts.requirement}`;
  return { path: ['portal', 'security_profile'], code: 'security_profile_contradicted', message, facts };
}
