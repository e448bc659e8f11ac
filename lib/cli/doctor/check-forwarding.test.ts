import { describe, expect, it } from 'vitest';
import { checkForwarding } from './check-forwarding';

const ask = (trustedProxies: readonly string[], secret?: string | null) => {
  const source = { kind: 'proxy', format: 'rfc9440', verifies: false, secret: secret ?? null } as const;
  const mtls = secret === undefined ? null : { origin: 'https://mtls.op.test', source };
  return [...checkForwarding({ trustedProxies, mtls })];
};

describe('doctor warns of a private network that is wider than /24', () => {
  it.each([
    '10.0.0.0/8',
    '10.1.0.0/16',
    '10.1.2.0/23',
    '172.16.0.0/12',
    '192.168.0.0/16',
    '0.0.0.0/0',
    '172.0.0.0/8',
    'fd00::/8',
    '::/0',
  ])('%s', (network) => {
    const [finding, ...others] = ask(['192.0.2.1', network]);
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ ok: true, subject: 'proxies', message: `SIGNET_TRUSTED_PROXIES has ${network}` });
    expect(finding?.advice).toContain('choose the address that limits count');
  });

  it.each([
    '10.0.0.5',
    '10.0.0.0/24',
    '10.0.0.4/30',
    '127.0.0.0/8',
    '104.16.0.0/13',
    'fd00:1:2:3::/64',
    '2606:4700::/32',
  ])('but not of %s', (network) => {
    expect(ask([network])).toEqual([]);
  });
});

describe('doctor warns of headers about certificates that no secret guards (security #194)', () => {
  it.each([
    ['without one', null, [{ ok: true, subject: 'mtls', advice: expect.stringContaining('Signet-Mtls-Secret') }]],
    ['but not with one', 's'.repeat(32), []],
    ['and not without mTLS', undefined, []],
  ])('%s', (_, secret, expected) => {
    expect(ask(['10.0.0.5'], secret)).toMatchObject(expected);
    expect(ask(['10.0.0.5'], secret)).toHaveLength(expected.length);
  });
});
