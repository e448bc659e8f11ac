import { z } from 'zod';
import { entry, uniqueList } from '#lib/vocabulary/entry';
import { camelKeys } from '#lib/vocabulary/keys';
import type { Wire } from '#lib/vocabulary/wire-entry';

/** A host in the form of browsers, with a port or without. */
const domain = z
  .string()
  .max(260)
  .refine((text) => URL.canParse(`https://${text}/`) && new URL(`https://${text}/`).host === text, {
    error: 'expected a host in lower case such as app.example or app.example:8443',
    params: { code: 'domain' },
  });

const domains = uniqueList(domain, 500).default([]);

/** The group `agents` of the portal, in the file's order of keys: programs that nobody registered. */
export const agentFields = {
  /** Their documents may name redirect URIs of other hosts. With documents `trusted`, only theirs are used. */
  trusted_domains: domains,
  /** With their subdomains. */
  denied_domains: domains,
};

export const agents = entry(agentFields).transform(camelKeys).prefault({});

type Agents = { readonly [Key in keyof z.output<typeof agents>]: Readonly<z.output<typeof agents>[Key]> };

/** The group in the vocabulary of the file. */
export function wireAgents({ trustedDomains, deniedDomains }: Agents): Wire {
  return { trusted_domains: trustedDomains, denied_domains: deniedDomains };
}
