import { describe, expect, it } from 'vitest';
import { isSameResource } from './api';

const registered = 'https://mcp.example';

describe('two resource URIs (RFC 8707 §2)', () => {
  it.each<[string, string, string]>([
    ['equal text', registered, registered],
    ['with the slash of an empty path', registered, 'https://mcp.example/'],
    ['without the slash of an empty path', 'https://mcp.example/', registered],
    ['with scheme and host in upper case', registered, 'HTTPS://MCP.Example'],
    ['with a port', 'https://mcp.example:8443/mcp', 'https://MCP.example:8443/mcp'],
    ['names that are not a URI with a host', 'urn:example:api', 'urn:example:api'],
  ])('are the same: %s', (_, one, other) => {
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
  ])('are different: %s', (_, one, other) => {
    expect(isSameResource(one, other)).toBe(false);
  });
});
