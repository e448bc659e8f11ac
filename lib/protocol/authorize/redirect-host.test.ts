import { expect, it } from 'vitest';
import { testClient } from '#lib/testing/client';
import { redirectHost, strangerHost, strangerName } from './redirect-host';

const clientId = 'https://agent.example/client.json';

it.each([
  ['its document', { selfRegistered: true, documentHash: 'x' }, 'https://elsewhere.test/cb', 'agent.example'],
  ['the address of the answer', { selfRegistered: true }, 'https://elsewhere.test:8443/cb', 'elsewhere.test:8443'],
  ['its scheme, where that is not of the web', { selfRegistered: true }, 'com.example.app:/cb', 'com.example.app'],
  ['that address, where somebody vouches for it', { documentHash: 'x' }, 'https://elsewhere.test/cb', 'elsewhere.test'],
])('people identify a client by %s', (_, change, redirectUri, expected) => {
  expect(strangerHost(testClient({ clientId, ...change }), redirectUri)).toBe(expected);
});

it.each([
  ['http://127.0.0.1:33418/cb', 'Claude Code', '“Claude Code” (127.0.0.1)'],
  ['http://localhost:33418/cb', 'Claude\u202e Code', '“Claude Code” (localhost)'],
  ['http://127.0.0.1:33418/cb', null, '127.0.0.1:33418'],
  ['https://agent.example/cb', 'Claude Code', 'agent.example'],
  ['claude:/cb', 'Claude Code', 'claude'],
])('a mail calls a client with %s that calls itself %s: %s', (redirectUri, clientName, expected) => {
  expect(strangerName(testClient({ clientId: 'agent', selfRegistered: true, clientName }), redirectUri)).toBe(expected);
});

it.each([
  ['Claude Code (my-server)', '“Claude Code my-server” (127.0.0.1)'],
  ['Программа é2', '“Программа é2” (127.0.0.1)'],
  ['Claude” (claude.ai) of your “firm', '“Claude claude ai of your firm” (127.0.0.1)'],
  ['See https://evil.example/help', '“See https evil example help” (127.0.0.1)'],
  ['This is your own program. Nothing to do here', '“This is your own program Nothing…” (127.0.0.1)'],
  ['“”', '127.0.0.1:33418'],
])(
  'a mail takes no more than a short name from a client that calls itself %j: %s (security #197)',
  (name, expected) => {
    const client = testClient({ clientId: 'agent', selfRegistered: true, clientName: name });
    expect(strangerName(client, 'http://127.0.0.1:33418/cb')).toBe(expected);
  },
);

it.each([
  ['https://xn--bcher-kva.example/cb', 'xn--bcher-kva.example'],
  ['http://127.0.0.1:1234/cb', '127.0.0.1:1234'],
  ['cursor://host/cb', 'cursor'],
])('%s goes to %s', (redirectUri, expected) => {
  expect(redirectHost(redirectUri)).toBe(expected);
});
