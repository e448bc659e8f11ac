import { describe, expect, it } from 'vitest';
import { blankClient } from '../client-record';
import { ownAddress } from './self-description';

const registered = (...redirectUris: string[]) => ({ ...blankClient('c'), selfRegistered: true, redirectUris });
const byDocument = {
  ...registered('http://127.0.0.1/cb', 'https://agent.example/cb'),
  clientId: 'https://agent.example/client.json',
  documentHash: 'hash',
};

describe('an address of a client that nobody vouches for (decision 013)', () => {
  it.each([
    ['at the host of its redirect URI', registered('https://app.example/cb'), 'https://app.example/about', true],
    [
      'at the host of all its redirect URIs',
      registered('https://a.test/1', 'https://a.test/2'),
      'https://a.test',
      true,
    ],
    ['at another host', registered('https://app.example/cb'), 'https://github.com/', false],
    ['at one of several hosts', registered('https://evil.test/', 'https://github.com/x'), 'https://github.com/', false],
    ['beside a program', registered('http://127.0.0.1/cb', 'https://github.com/x'), 'https://github.com/', false],
    ['of a program alone', registered('com.example.app:/cb'), 'https://example.com/', false],
    ['on its own computer', registered('http://127.0.0.1/cb'), 'http://127.0.0.1/', false],
    ['at a subdomain', registered('https://app.example/cb'), 'https://docs.app.example/', false],
    ['at another port', registered('https://app.example/cb'), 'https://app.example:8443/', false],
    ['without TLS', registered('https://app.example/cb'), 'http://app.example/', false],
    ['with a host that only looks the same', registered('https://app.example/cb'), 'https://аpp.example/', false],
    ['with a user name like the host', registered('https://app.example/cb'), 'https://app.example@evil.test/', false],
    ['that cannot be read', registered('https://app.example/cb'), 'https://', false],
    ['of a client without redirect URIs', registered(), 'https://github.com/', false],
    ['at the host of its document', byDocument, 'https://agent.example/terms', true],
    ['at another host than its document', byDocument, 'https://github.com/', false],
  ])('%s', (_, client, uri, isShown) => {
    expect(ownAddress(client, uri)).toBe(isShown ? uri : null);
    // An administrator vouches for every other client.
    expect(ownAddress({ ...client, selfRegistered: false }, uri)).toBe(uri);
  });
});
