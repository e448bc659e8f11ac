/** The rules of the portal for documents and their domains. */
export type DocumentRules = {
  readonly clientIdMetadataDocuments: 'off' | 'trusted' | 'approval' | 'open';
  readonly agents: { readonly trustedDomains: readonly string[]; readonly deniedDomains: readonly string[] };
};

/** The host of a document's address, with its port if there is one: all that a person can go by. */
export function documentHost(clientId: string): string {
  return new URL(clientId).host;
}

/** True for a host that the portal lists as trusted: exactly this one; without a port, every port of it. */
export function isTrustedDomain(clientId: string, { agents }: DocumentRules): boolean {
  const { host, hostname } = new URL(clientId);
  return agents.trustedDomains.some((domain) => domain === host || domain === hostname);
}

/** Whether the portal lets this document describe a client. A denied domain includes its subdomains. */
export function admitsDocument(clientId: string, rules: DocumentRules): boolean {
  const { host, hostname } = new URL(clientId);
  const isDenied = rules.agents.deniedDomains.some((domain) =>
    [host, hostname].some((name) => name === domain || name.endsWith(`.${domain}`)),
  );
  if (isDenied || rules.clientIdMetadataDocuments === 'off') return false;
  return rules.clientIdMetadataDocuments !== 'trusted' || isTrustedDomain(clientId, rules);
}
