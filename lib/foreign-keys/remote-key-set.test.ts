import { createServer } from 'node:http';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { remoteKeySet } from './remote-key-set';

const policy = { issuer: 'https://op.test', outboundAllow: ['127.0.0.1'] };
const start = new Date('2026-01-01T12:00:00Z');
const later = (seconds: number) => new Date(start.getTime() + seconds * 1000);

let keys: { a: JWK; b: JWK; private: JWK };
beforeAll(async () => {
  const [first, second] = await Promise.all([1, 2].map(() => generateKeyPair('ES256', { extractable: true })));
  if (first === undefined || second === undefined) throw new Error('no keys');
  keys = {
    a: { ...(await exportJWK(first.publicKey)), kid: 'a' },
    b: { ...(await exportJWK(second.publicKey)), kid: 'b' },
    private: { ...(await exportJWK(first.privateKey)), kid: 'a' },
  };
});

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

/** Publishes `site.answer`, and counts the requests. */
async function publish(answer: unknown) {
  const site = { answer, status: 200, requests: 0, uri: '' };
  const server = createServer((_, response) => {
    site.requests += 1;
    response.writeHead(site.status, { 'content-type': 'application/json' });
    response.end(typeof site.answer === 'string' ? site.answer : JSON.stringify(site.answer));
  });
  stops.push(() => server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  site.uri = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/jwks`;
  const find = async (kid: string, now: Date) => {
    const key = await remoteKeySet(
      site.uri,
      'keys',
      policy,
      now,
    )({ alg: 'ES256', kid }, { payload: '', signature: '' });
    return 'type' in key ? key.type : null;
  };
  return { site, find };
}

const isUnknown = { code: 'ERR_JWKS_NO_MATCHING_KEY' };
const isGone = { message: 'the keys of jwks_uri could not be fetched' };

describe('keys at jwks_uri (OpenID Connect Core §10.1.1, security #125)', () => {
  it('are fetched once and used for ten minutes', async () => {
    const { site, find } = await publish({ keys: [keys.a] });
    const found = await Promise.all([find('a', start), find('a', start), find('a', later(599))]);
    expect(found).toEqual(['public', 'public', 'public']);
    expect(site.requests).toBe(1);
    await find('a', later(600));
    expect(site.requests).toBe(2);
  });

  it('are fetched again for a new key, not for each unknown one', async () => {
    const { site, find } = await publish({ keys: [keys.a] });
    await find('a', start);
    site.answer = { keys: [keys.a, keys.b] };
    expect(await find('b', later(31))).toBe('public');
    expect(site.requests).toBe(2);
    for (let attempt = 0; attempt < 20; attempt += 1) {
      await expect(find(`bad-${attempt}`, later(40))).rejects.toMatchObject(isUnknown);
    }
    expect(site.requests, 'within the cool-down').toBe(2);
    await Promise.all(['x', 'y', 'z'].map((kid) => expect(find(kid, later(62))).rejects.toMatchObject(isUnknown)));
    expect(site.requests, 'after it').toBe(3);
  });

  it('outlive an outage of their address for a day', async () => {
    const { site, find } = await publish({ keys: [keys.a] });
    await find('a', start);
    site.status = 503;
    expect(await find('a', later(1200))).toBe('public');
    expect(await find('a', later(86_399))).toBe('public');
    await expect(find('a', later(86_401))).rejects.toMatchObject(isGone);
    site.status = 200;
    expect(await find('a', later(86_500))).toBe('public');
  });

  it('end with an answer without them', async () => {
    const { site, find } = await publish({ keys: [keys.a] });
    await find('a', start);
    site.answer = { keys: [keys.b] };
    await expect(find('a', later(601))).rejects.toMatchObject(isUnknown);
  });

  it('may come with keys of unknown types and symmetric ones, which verify nothing', async () => {
    const { find } = await publish({
      keys: [{ kty: 'AKP', kid: 'x' }, { kty: 'oct', k: 'c2VjcmV0', kid: 'o' }, 7, keys.a],
    });
    expect(await find('a', start)).toBe('public');
    await expect(find('o', later(31))).rejects.toMatchObject(isUnknown);
  });

  it.each<[string, () => unknown]>([
    ['a private key', () => ({ keys: [keys.private, keys.b] })],
    ['more than 50 keys', () => ({ keys: Array(51).fill(keys.a) })],
    ['no keys', () => ({})],
    ['an array', () => []],
    ['no JSON', () => '<html>'],
    ['JSON 100,000 levels deep', () => '['.repeat(100_000) + ']'.repeat(100_000)],
    [
      'a key that is 100,000 levels deep',
      () => `{"keys":[{"kty":"EC","x":${'['.repeat(60_000)}${']'.repeat(60_000)}}]}`,
    ],
    ['more than 256 KiB', () => ({ keys: [keys.a], filler: 'x'.repeat(300_000) })],
  ])('are refused when the answer contains %s, and the address is not asked for a while', async (_, answer) => {
    const { site, find } = await publish(answer());
    await expect(find('a', start)).rejects.toThrow();
    await expect(find('a', later(29))).rejects.toThrow();
    expect(site.requests).toBe(1);
    site.answer = { keys: [keys.a] };
    expect(await find('a', later(31))).toBe('public');
  });

  it('are never fetched at an address that the policy refuses (security #123)', async () => {
    const { site } = await publish({ keys: [keys.a] });
    const strict = { ...policy, outboundAllow: [] };
    const find = remoteKeySet(
      site.uri,
      'keys',
      strict,
      start,
    )({ alg: 'ES256', kid: 'a' }, { payload: '', signature: '' });
    await expect(find).rejects.toMatchObject({ ...isGone, cause: { code: 'refused' } });
    expect(site.requests).toBe(0);
  });
});
