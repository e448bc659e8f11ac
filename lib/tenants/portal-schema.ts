import type { z } from 'zod';
import { readableDomains } from '#lib/vocabulary/domain';
import { entry } from '#lib/vocabulary/entry';
import { camelKeys } from '#lib/vocabulary/keys';
import { schemasOf } from '#lib/vocabulary/setting';
import { type Wire, wireEntry } from '#lib/vocabulary/wire-entry';
import { agentSettings, portalSettings } from './portal-settings';

/** The section `portal`, with its keys in the file's order. */
export const portalFields = schemasOf(portalSettings);

/** The keys of its group `agents`. */
export const agentFields = schemasOf(agentSettings);

export const portalSchema = entry(portalFields).transform(camelKeys);

export type PortalEntry = z.output<typeof portalSchema>;

/** The default portal. */
export const defaultPortal: PortalEntry = portalSchema.parse({});

type Agents = { readonly [Key in keyof PortalEntry['agents']]: Readonly<PortalEntry['agents'][Key]> };

/** The group as in the file. */
export function wireAgents(agents: Agents): Wire {
  return wireEntry(agentFields, agents, {
    trusted_domains: agents.trustedDomains.map(readableDomains),
    denied_domains: agents.deniedDomains.map(readableDomains),
  });
}
