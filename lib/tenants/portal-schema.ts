import type { z } from 'zod';
import { readableDomains } from '#lib/vocabulary/domain';
import { entry } from '#lib/vocabulary/entry';
import type { Frozen } from '#lib/vocabulary/frozen';
import { camelKeys } from '#lib/vocabulary/keys';
import { schemasOf } from '#lib/vocabulary/setting';
import { type Wire, wireEntry } from '#lib/vocabulary/wire-entry';
import { linksSettings, themeSettings } from './look-settings';
import { agentSettings, portalSettings } from './portal-settings';

/** The section `portal`, with its keys in the file's order. */
export const portalFields = schemasOf(portalSettings);

/** The keys of its group `agents`. */
export const agentFields = schemasOf(agentSettings);

/** Those of its groups `theme` and `links`. */
export const themeFields = schemasOf(themeSettings);
export const linksFields = schemasOf(linksSettings);

export const portalSchema = entry(portalFields).transform(camelKeys);

export type PortalEntry = z.output<typeof portalSchema>;

/** The default portal. */
export const defaultPortal: PortalEntry = portalSchema.parse({});

type Groups = Pick<Frozen<PortalEntry>, 'agents' | 'theme' | 'links'>;

/** The groups as in the file. */
export function wireGroups({ agents, theme, links }: Groups): Wire {
  return {
    theme: wireEntry(themeFields, theme, {}),
    links: wireEntry(linksFields, links, {}),
    agents: wireEntry(agentFields, agents, {
      trusted_domains: agents.trustedDomains.map(readableDomains),
      denied_domains: agents.deniedDomains.map(readableDomains),
    }),
  };
}
