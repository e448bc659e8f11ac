import { expect, it } from 'vitest';
import { blankClient } from '../client-record';
import { agentHost } from './self-description';

it.each<[string, readonly string[], string]>([
  ['the host of its redirect URI', ['https://claude.test/cb'], 'claude.test'],
  [
    'every host, because it chooses which one comes first',
    ['https://claude.test/cb', 'https://evil.test:8443/cb', 'https://claude.test/other'],
    'claude.test, evil.test:8443',
  ],
  ['the scheme of a program', ['com.example.app:/cb', 'http://127.0.0.1/cb'], 'com.example.app, 127.0.0.1'],
  ['ASCII', ['https://bücher.test/cb'], 'xn--bcher-kva.test'],
  ['its ID, where there is no redirect URI', [], 'agent'],
])('an agent is called by %s', (_, redirectUris, name) => {
  expect(agentHost({ ...blankClient('agent'), selfRegistered: true, redirectUris })).toBe(name);
});
