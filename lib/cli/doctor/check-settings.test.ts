import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RangeService, startRangeService } from '#lib/testing/range-service';
import { checkBreachService, checkForwarding, checkPasskeys } from './check-settings';

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
    expect(finding?.advice).toContain('choose the IP address that limits are counted for');
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

it.each(['192.0.2.1', '[2001:db8::1]', '127.0.0.1'])(
  'reports that there are no passkeys at %s (Web Authentication §5.1.2)',
  (issuerHost) => {
    const findings = [...checkPasskeys({ issuerHost })];
    expect(findings).toMatchObject([
      { subject: 'passkeys', ok: true, advice: expect.stringContaining('SIGNET_ISSUER') },
    ]);
  },
);

it.each(['id.example', 'localhost', '1.2.3.4.example'])('does not report %s', (issuerHost) => {
  expect([...checkPasskeys({ issuerHost })]).toEqual([]);
});

describe('doctor asks the breach service', () => {
  let service: RangeService;
  beforeAll(async () => {
    service = await startRangeService('password');
  });
  afterAll(() => service.close());

  async function check(breachCheck: string | null) {
    const findings = [];
    const settings = { issuer: 'https://id.example.com', outboundAllow: ['127.0.0.1'], breachCheck };
    for await (const finding of checkBreachService(settings)) findings.push(finding);
    return findings;
  }

  it('reports whether the service of SIGNET_BREACH_CHECK answers, and whether it knows passwords', async () => {
    expect(await check(service.address)).toMatchObject([{ ok: true }]);
    service.answer = (response) => response.end('welcome');
    expect(await check(service.address)).toMatchObject([{ ok: false }]);
    service.answer = (response) => response.writeHead(500).end();
    expect(await check(service.address)).toMatchObject([{ ok: false }]);
  });

  it('says nothing when it is not configured', async () => {
    expect(await check(null)).toEqual([]);
  });
});
