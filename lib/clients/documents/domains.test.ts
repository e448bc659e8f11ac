import { describe, expect, it } from 'vitest';
import { admitsDocument, isTrustedDomain } from './domains';

type Mode = 'off' | 'trusted' | 'approval' | 'open';
const rules = (mode: Mode, trustedDomains: string[] = [], deniedDomains: string[] = []) => ({
  clientIdMetadataDocuments: mode,
  agents: { trustedDomains, deniedDomains },
});
const url = 'https://app.example:8443/agent';

describe('the portal admits a document', () => {
  it.each([
    ['of any domain with open', rules('open'), true],
    ['of any domain with approval', rules('approval'), true],
    ['not of a denied host with approval', rules('approval', [], ['app.example']), false],
    ['never with off', rules('off', ['app.example']), false],
    ['of a trusted host at every port', rules('trusted', ['app.example']), true],
    ['of a trusted host at its port', rules('trusted', ['app.example:8443']), true],
    ['not of a trusted host at another port', rules('trusted', ['app.example:9000']), false],
    ['not of another host with trusted', rules('trusted', ['other.example']), false],
    ['not of the parent of a trusted host', rules('trusted', ['example']), false],
    ['not of a denied host', rules('open', [], ['app.example']), false],
    ['not of a subdomain of a denied host', rules('open', [], ['example']), false],
    ['of a host that only has the same ending', rules('open', [], ['pp.example']), true],
    ['not of a host that is trusted and denied', rules('trusted', ['app.example'], ['app.example']), false],
  ])('%s', (_, portal, expected) => {
    expect(admitsDocument(url, portal)).toBe(expected);
  });

  it('does not trust subdomains', () => {
    expect(isTrustedDomain('https://sub.app.example/x', rules('open', ['app.example']))).toBe(false);
  });
});
