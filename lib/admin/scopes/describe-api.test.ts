import { describe, expect, it } from 'vitest';
import { describeApi } from './read';

const api = { scopes: ['notes.read', 'notes.write'], issuer: 'https://op.test' };

describe('the metadata that an API serves (RFC 9728)', () => {
  it('is a document, and a challenge that names it', () => {
    const address = 'https://notes.test/.well-known/oauth-protected-resource/mcp';
    const { document, ...others } = describeApi({ ...api, resource: 'https://notes.test/mcp' });
    expect(others).toEqual({ address, challenge: `Bearer resource_metadata="${address}"` });
    expect(JSON.parse(document)).toEqual({
      resource: 'https://notes.test/mcp',
      authorization_servers: ['https://op.test'],
      scopes_supported: ['notes.read', 'notes.write'],
    });
  });

  it.each([
    ['https://notes.test', 'https://notes.test/.well-known/oauth-protected-resource'],
    ['https://notes.test/', 'https://notes.test/.well-known/oauth-protected-resource'],
    ['https://notes.test:8443/a?b=c', 'https://notes.test:8443/.well-known/oauth-protected-resource/a?b=c'],
    ['urn:example:notes', '/.well-known/oauth-protected-resource'],
  ])('of %s at %s', (resource, address) => {
    expect(describeApi({ ...api, resource }).address).toBe(address);
  });
});
