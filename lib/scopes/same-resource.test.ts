import { describe, expect, it } from 'vitest';
import { isSameResource } from './same-resource';

const registered = 'https://mcp.example';

describe('resource URIs are compared (RFC 8707 §2)', () => {
  it.each<[string, string, string]>([
    ['as they are', registered, registered],
    ['with the slash of an empty path', registered, 'https://mcp.example/'],
    ['without it', 'https://mcp.example/', registered],
    ['with scheme and host in upper case', registered, 'HTTPS://MCP.Example'],
    ['with a port', 'https://mcp.example:8443/mcp', 'https://MCP.example:8443/mcp'],
    ['as names that are no URI of a host', 'urn:example:api', 'urn:example:api'],
  ])('%s: the same', (_, one, other) => {
    expect(isSameResource(one, other)).toBe(true);
  });

  it.each<[string, string, string]>([
    ['a slash after a path', 'https://mcp.example/mcp', 'https://mcp.example/mcp/'],
    ['a path in another case', 'https://mcp.example/mcp', 'https://mcp.example/MCP'],
    ['two slashes', registered, 'https://mcp.example//'],
    ['a default port', registered, 'https://mcp.example:443'],
    ['a query', registered, 'https://mcp.example/?'],
    ['a user', 'https://a@mcp.example', 'https://A@mcp.example'],
    ['another host', registered, 'https://mcp.example.test'],
    ['a URN in another case', 'urn:example:api', 'URN:example:api'],
  ])('%s: another one', (_, one, other) => {
    expect(isSameResource(one, other)).toBe(false);
  });
});
