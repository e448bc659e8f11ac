/** The rules of the portal for documents and their domains. */
export type DocumentRules = {
  readonly clientIdMetadataDocuments: 'off' | 'trusted' | 'approval' | 'open';
  readonly agents: { readonly trustedDomains: readonly string[]; readonly deniedDomains: readonly string[] };
};

/** The host of a document's address, with its port if there is one. It is the only part that people can rely on. */
export function documentHost(clientId: string): string {
  return new URL(clientId).host;
}

/**
 * Whether the portal lists the host as trusted. Subdomains are not included. An entry without a port includes all
 * ports.
 */
export function isTrustedDomain(clientId: string, { agents }: DocumentRules): boolean {
  const { host, hostname } = new URL(clientId);
  return agents.trustedDomains.some((domain) => domain === host || domain === hostname);
}

/** Whether the portal allows this document to describe a client. A denied domain includes its subdomains. */
export function admitsDocument(clientId: string, rules: DocumentRules): boolean {
  const { host, hostname } = new URL(clientId);
  const isDenied = rules.agents.deniedDomains.some((domain) =>
    [host, hostname].some((name) => name === domain || name.endsWith(`.${domain}`)),
  );
  if (isDenied || rules.clientIdMetadataDocuments === 'off') return false;
  return rules.clientIdMetadataDocuments !== 'trusted' || isTrustedDomain(clientId, rules);
}
