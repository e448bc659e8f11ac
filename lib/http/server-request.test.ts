import { describe, expect, it } from 'vitest';
import { parseTrustedProxies } from './client-address';
import { isLocalCaller } from './server-request';

const own = parseTrustedProxies(['127.0.0.1', '10.0.0.0/8']);
const none = parseTrustedProxies([]);

const ask = (remoteAddress: string | undefined, headers: Record<string, string>, proxies = none) =>
  isLocalCaller({ socket: { remoteAddress }, headers }, proxies);

describe('a caller on this machine', () => {
  it.each([
    ['127.0.0.1', 'localhost:3000'],
    ['127.8.9.10', '127.0.0.1:3000'],
    ['::1', '[::1]:3000'],
    ['::ffff:127.0.0.1', 'LOCALHOST'],
  ])('%s asks for %s', (peer, host) => {
    expect(ask(peer, { host })).toBe(true);
  });

  it('may come through a trusted proxy that says so', () => {
    expect(ask('127.0.0.1', { host: 'localhost', 'x-forwarded-for': '127.0.0.1' }, own)).toBe(true);
    expect(ask('127.0.0.1', { host: 'localhost', 'x-forwarded-for': '[::1]:4711, 127.0.0.1' }, own)).toBe(true);
  });
});

describe('another machine is not this one, whatever it sends', () => {
  it.each(['192.0.2.1', '10.0.0.1', '0.0.0.0', '2001:db8::1', '::ffff:192.0.2.1', '::', undefined])('%s', (peer) => {
    for (const host of ['localhost', '127.0.0.1', '[::1]:3000']) {
      expect(ask(peer, { host }), host).toBe(false);
      expect(ask(peer, { host, 'x-forwarded-for': '127.0.0.1' }, own), host).toBe(false);
    }
  });
});

describe('a proxy on this machine is not the caller', () => {
  it.each([
    ['it passes the host on, and says nothing of the caller', { host: 'id.example.com' }, own],
    ['the name of another site leads here (DNS rebinding)', { host: 'evil.example:3000' }, none],
    ['a subdomain', { host: 'localhost.evil.example' }, none],
    ['the name has the dot of the root', { host: 'localhost.' }, none],
    ['there is no host', {}, none],
    ['the host is malformed', { host: 'localhost:x' }, none],
    ['it is not trusted', { host: 'localhost', 'x-forwarded-for': '127.0.0.1' }, none],
    ['it reports another machine', { host: 'localhost', 'x-forwarded-for': '192.0.2.1' }, own],
    [
      'it reports a machine that claims to forward for this one',
      { host: 'localhost', 'x-forwarded-for': '127.0.0.1, 10.0.0.5' },
      own,
    ],
    ['a hop is no address', { host: 'localhost', 'x-forwarded-for': 'unknown, 127.0.0.1' }, own],
    ['a hop is empty', { host: 'localhost', 'x-forwarded-for': '' }, own],
    ['it says so by Forwarded', { host: 'localhost', forwarded: 'for=127.0.0.1' }, own],
    ['it says so by X-Real-IP', { host: 'localhost', 'x-real-ip': '127.0.0.1' }, own],
    ['it says so by Via', { host: 'localhost', via: '1.1 proxy' }, own],
  ])('%s', (_, headers, proxies) => {
    expect(ask('127.0.0.1', { ...headers } as Record<string, string>, proxies)).toBe(false);
  });
});
