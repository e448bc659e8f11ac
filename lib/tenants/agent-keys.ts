import { z } from 'zod';
import { asciiDomain, readableDomains } from '#lib/vocabulary/domain';
import { group, uniqueList } from '#lib/vocabulary/entry';
import { boundedText, seconds } from '#lib/vocabulary/text';
import { isCustomScheme } from '#lib/vocabulary/uri';
import type { Wire } from '#lib/vocabulary/wire-entry';

const maximumHost = 260;

/** A host in the form of browsers, with or without a port. It may be written in Unicode; the output is in ASCII. */
const domain = boundedText(
  maximumHost,
  z.refine((text) => readHost(text) !== null, {
    error: 'expected a host in lower case such as app.example or app.example:8443',
    params: { code: 'domain' },
  }),
).transform((text) => readHost(text) ?? text);

function readHost(text: string): string | null {
  const [name = '', port] = text.normalize('NFKC').split(':', 2);
  const ascii = /^[\x21-\x7e]*$/.test(text) ? name : asciiDomain(name);
  const host = port === undefined ? ascii : `${ascii}:${port}`;
  return URL.canParse(`https://${host}/`) && new URL(`https://${host}/`).host === host ? host : null;
}

const scheme = boundedText(
  31,
  z.refine(isCustomScheme, {
    error: 'expected a scheme of 2 to 31 letters, digits, + and - that no browser or system uses itself',
    params: { code: 'custom_scheme' },
  }),
);

const domains = uniqueList(domain, 500).default([]);

/**
 * The group `agents` of the portal, with its keys in the file's order. Agents are programs that no operator registered.
 */
export const agentFields = {
  /**
   * Documents of these domains may name redirect URIs of other hosts. If documents are `trusted`, only those of these
   * domains are used.
   */
  trusted_domains: domains,
  /** Including their subdomains. */
  denied_domains: domains,
  /** An agent that was not used for this many days is deleted. If null, none is. */
  unused_days: z.int().min(1).max(3650).nullable().default(90),
  /** How long an agent may act for a person after a single consent. A limit for its refresh tokens, in days. */
  grant_days: z.int().min(1).max(3650).default(30),
  /** A limit for its access tokens. */
  access_token_seconds: seconds(1).default(3600),
  /** The schemes that self-registered programs may use in redirect URIs, in addition to reverse domain names. */
  custom_schemes: uniqueList(scheme, 50).default(['cursor']),
};

export const agents = group(agentFields).prefault({});

type Agents = { readonly [Key in keyof z.output<typeof agents>]: Readonly<z.output<typeof agents>[Key]> };

/** The group as in the file. */
export function wireAgents(agents: Agents): Wire {
  const { trustedDomains, deniedDomains, unusedDays, grantDays, accessTokenSeconds, customSchemes } = agents;
  return {
    trusted_domains: trustedDomains.map(readableDomains),
    denied_domains: deniedDomains.map(readableDomains),
    unused_days: unusedDays,
    grant_days: grantDays,
    access_token_seconds: accessTokenSeconds,
    custom_schemes: customSchemes,
  };
}
