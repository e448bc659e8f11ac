import { describe, expect, it } from 'vitest';
import type { Client } from '#lib/clients/client';
import { testClient } from '#lib/testing/client';
import { hostileRedirectUris } from '#lib/testing/hostile-redirect-uris';
import { matchesRedirectUri } from './match-redirect-uri';

const portal = { agents: { customSchemes: ['cursor'] } };
const matches = (client: Client, uri: string) => matchesRedirectUri(client, uri, portal);
const web = testClient({ redirectUris: ['https://rp.test/cb'] });
const native = testClient({
  applicationType: 'native',
  redirectUris: ['http://127.0.0.1/cb', 'http://[::1]/cb', 'http://localhost/cb', 'com.example.app:/cb'],
});

describe('redirect URIs are compared byte for byte (RFC 9700 §2.1)', () => {
  it.each(hostileRedirectUris)('refuses %j', (uri) => expect(matches(web, uri)).toBe(false));

  it('accepts the registered one', () => expect(matches(web, 'https://rp.test/cb')).toBe(true));
});

describe('the port of this machine is free for native clients (RFC 8252 §7.3)', () => {
  it.each([
    'http://127.0.0.1:51004/cb',
    'http://127.0.0.1:65535/cb',
    'http://[::1]:51004/cb',
    'http://localhost:57470/cb',
    'http://127.0.0.1/cb',
    'com.example.app:/cb',
  ])('accepts %s', (uri) => expect(matches(native, uri)).toBe(true));

  it.each([
    'http://127.0.0.1:51004/other',
    'http://127.0.0.1.evil.test/cb',
    'http://localhost.evil.test/cb',
    'http://localhost:57470@evil.test/cb',
    'https://localhost:57470/cb',
    'http://127.0.0.2/cb',
    'http://0.0.0.0/cb',
    'http://2130706433/cb',
    'http://0x7f.1/cb',
    'http://127.0.0.1:65536/cb',
    'http://127.0.0.1:99999/cb',
    'http://127.0.0.1:/cb',
    'http://127.0.0.1:80@evil.test/cb',
    'https://127.0.0.1:51004/cb',
    'com.example.app://cb',
  ])('refuses %s', (uri) => expect(matches(native, uri)).toBe(false));

  it('is not free for web clients of an operator', () => {
    const client = testClient({ redirectUris: ['http://127.0.0.1/cb'] });
    expect(matches(client, 'http://127.0.0.1:51004/cb')).toBe(false);
    expect(matches({ ...client, selfRegistered: true }, 'http://127.0.0.1:51004/cb')).toBe(true);
  });
});

describe('an address that could not be registered today is refused, even if it is stored (security #3, #6)', () => {
  const uris = [
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    '\tjavascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'blob:https://rp.test/x',
    'file:///etc/passwd',
    'about:blank',
    'intent:x',
    'ws://rp.test/cb',
    'http://rp.test/cb',
    'https://rp.test/cb#f',
    'https://rp.test/cb?code=x',
    'https://user@rp.test/cb',
  ];
  it.each(uris)('%j', (uri) => {
    for (const applicationType of ['web', 'native'] as const) {
      expect(matches(testClient({ applicationType, redirectUris: [uri] }), uri)).toBe(false);
    }
  });

  it('a scheme of its own, once a client that registered itself is a web client', () => {
    const client = { redirectUris: ['com.example.app:/cb'] };
    expect(matches(testClient({ ...client, selfRegistered: true }), 'com.example.app:/cb')).toBe(false);
    expect(matches(testClient(client), 'com.example.app:/cb')).toBe(true);
  });
});

describe('a scheme without a dot', () => {
  const uri = 'cursor://anysphere.cursor-mcp/oauth/callback';
  const program = { selfRegistered: true, applicationType: 'native', redirectUris: [uri] } as const;

  it('is accepted for a self-registered client, byte for byte', () => {
    expect(matches(testClient(program), uri)).toBe(true);
    for (const other of [`${uri}/`, 'cursor://anysphere.cursor-mcp/oauth', 'cursor:/oauth/callback']) {
      expect(matches(testClient(program), other), other).toBe(false);
    }
  });

  it('needs the portal’s list, unless an administrator registered it', () => {
    expect(matches(testClient({ ...program, selfRegistered: false }), uri)).toBe(true);
    expect(matchesRedirectUri(testClient(program), uri, { agents: { customSchemes: [] } })).toBe(false);
  });
});
