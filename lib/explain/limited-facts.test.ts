import { describe, expect, it } from 'vitest';
import { networkOf } from '#lib/vocabulary/ip-address';
import { limitFacts, readFacts, writeFacts } from './limited-facts';

describe('limitFacts', () => {
  it.each([
    ['https://me:hunter2@rp.test/cb', 'https://***@rp.test/cb'],
    [
      'https://rp.test/cb?code=abc&x=1&STATE=s#access_token=t',
      'https://rp.test/cb?code=***&x=1&STATE=***#access_token=***',
    ],
    ['https://rp.test/cb?zip_code=1', 'https://rp.test/cb?zip_code=1'],
  ])('keeps %s as %s', (received, kept) => {
    expect(limitFacts({ received }).received).toBe(kept);
  });

  it('puts the registered value that is closest first, and keeps at most 20', () => {
    const registered = [...Array.from({ length: 30 }, (_, index) => `https://${index}.test/`), 'https://rp.test/cb'];
    const kept = limitFacts({ received: 'https://rp.test/cb/', registered }).registered;
    expect(kept).toHaveLength(20);
    expect(kept?.[0]).toBe('https://rp.test/cb');
  });

  it('truncates every value, and leaves the client to its own column', () => {
    const long = 'x'.repeat(10_000);
    const kept = limitFacts({ name: long, received: long, registered: [long], reason: long, clientId: 'web' });
    expect([kept.name, kept.received, kept.registered?.[0], kept.reason].map((value) => value?.length)).toEqual([
      100, 500, 400, 300,
    ]);
    expect(kept).not.toHaveProperty('clientId');
  });

  it('fits into 8,000 characters, and drops only registered values for it', () => {
    const registered = Array.from({ length: 20 }, () => '\u0001'.repeat(400));
    const text = writeFacts(limitFacts({ received: 'https://rp.test/', registered, reason: 'r' }));
    expect(text.length).toBeLessThanOrEqual(8_000);
    expect(readFacts(text)).toMatchObject({ received: 'https://rp.test/', reason: 'r' });
    expect(readFacts(text).registered?.length).toBeGreaterThan(0);
  });
});

describe('networkOf', () => {
  it.each([
    ['192.0.2.77', '192.0.2.0/24'],
    ['::ffff:192.0.2.77', '192.0.2.0/24'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
    ['::1', '::/48'],
    ['', 'unknown'],
    ['not an address', 'unknown'],
  ])('%s is in %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});
