import type { ClientRecord } from '#lib/clients/client-record';
import { type AcrAliases, acrOfLevel, levelOfAcr } from '#lib/vocabulary/acr-levels';
import { closest } from '#lib/vocabulary/closest';
import type { Path, Problem } from './problem';
import type { Planned } from './sections';

/**
 * Finds levels in client entries that do not exist: neither a name of ours nor an alias of the portal. Nobody could
 * ever reach such a minimum, and such a request would be ignored without notice.
 */
export async function checkAcrNames({ listed, plans, portal, changes }: Planned): Promise<Problem[]> {
  const aliases = portal.acrAliases;
  const places = new Map(listed.clients?.map(({ clientId }, index) => [clientId, index]));
  // A removed alias can affect any client.
  const isPortal = changes.some(({ section }) => section === 'portal');
  const clients = isPortal ? await plans.clients.after() : plans.clients.desired;
  return clients.flatMap((client) =>
    namedBy(client).flatMap(({ path, name }) => {
      if (levelOfAcr(name, aliases) !== null) return [];
      const index = places.get(client.clientId);
      if (index !== undefined) {
        const message = describe(name, aliases);
        return [{ path: ['clients', index, ...path], code: 'acr_unknown', message, facts: { name } }];
      }
      const message = `the client ${client.clientId} names ${name}, which would be no level any more`;
      return [
        { path: ['portal', 'acr_aliases'], code: 'acr_in_use', message, facts: { name, client: client.clientId } },
      ];
    }),
  );
}

function namedBy(client: ClientRecord): { path: Path; name: string }[] {
  const minimum = client.minimumAcr === null ? [] : [{ path: ['minimum_acr'], name: client.minimumAcr }];
  const wishes = client.defaultAcrValues.map((name, index) => ({ path: ['default_acr_values', index], name }));
  return [...minimum, ...wishes];
}

function describe(name: string, aliases: AcrAliases): string {
  const known = [...Object.values(acrOfLevel), ...Object.keys(aliases)];
  const near = closest(name, known);
  return near === null
    ? `there is no level ${name}; expected one of ${known.join(', ')}`
    : `there is no level ${name}; did you mean ${near}?`;
}
