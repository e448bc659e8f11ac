import { describe, expect, it } from 'vitest';
import { checkTarget, isPublicAddress } from './check-target';
import { resolveTarget } from './resolve-target';

const policy = { issuer: 'https://op.example', outboundAllow: ['idp.lan'] };
const resolving = (url: string, addresses: readonly string[]) =>
  resolveTarget(checkTarget(url, policy), 'keys', async () => addresses);

describe('the addresses behind a name (security #124)', () => {
  it.each([
    ['one private address', ['127.0.0.1']],
    ['127.0.0.1.nip.io and its like', ['127.0.0.1']],
    ['a private one after a public one', ['93.184.215.14', '10.0.0.1']],
    ['a private one before a public one', ['169.254.169.254', '93.184.215.14']],
    ['a mapped one', ['::ffff:127.0.0.1']],
    ['a link-local one with a zone', ['fe80::1%eth0']],
  ])('refuse it for %s', async (_, addresses) => {
    await expect(resolving('https://rp.example/', addresses)).rejects.toMatchObject({ code: 'refused' });
  });

  it('are all kept when all are public', async () => {
    expect(await resolving('https://rp.example/', ['93.184.215.14', '2606:2800:21f:cb07::1'])).toEqual([
      { address: '93.184.215.14', family: 4 },
      { address: '2606:2800:21f:cb07::1', family: 6 },
    ]);
  });

  it('may be private for an allowed host', async () => {
    expect(await resolving('http://idp.lan/', ['10.0.0.1'])).toEqual([{ address: '10.0.0.1', family: 4 }]);
  });

  it.each([
    ['no address', []],
    ['something that is no address', ['not-an-address']],
  ])('%s is unresolved', async (_, addresses) => {
    await expect(resolving('https://rp.example/', addresses)).rejects.toMatchObject({ code: 'unresolved' });
  });

  it('a lookup that fails is unresolved', async () => {
    const failing = async () => {
      throw new Error('ENOTFOUND');
    };
    await expect(resolveTarget(checkTarget('https://rp.example/', policy), 'keys', failing)).rejects.toMatchObject({
      code: 'unresolved',
    });
  });

  it.each([
    ...['0.0.0.0', '0.1.2.3', '10.255.255.255', '100.64.0.1', '100.127.255.255', '127.255.255.254', '169.254.0.1'],
    ...['172.16.0.1', '172.31.255.255', '192.0.0.1', '192.0.2.1', '192.88.99.1', '192.168.0.1', '198.18.0.1'],
    ...['198.19.255.255', '198.51.100.1', '203.0.113.1', '224.0.0.1', '240.0.0.1', '255.255.255.255'],
    ...[
      '::',
      '::1',
      '::7f00:1',
      '::ffff:7f00:1',
      '::ffff:10.0.0.1',
      '::ffff:0:7f00:1',
      '64:ff9b::a00:1',
      '64:ff9b:1::1',
    ],
    ...['100::1', '2001::1', '2001:2::1', '2001:10::1', '2001:20::1', '2001:db8::1', '2002:7f00:1::', '3fff::1'],
    ...['4000::1', '5f00::1', 'fc00::1', 'fd00::1', 'fe80::1', 'febf::1', 'fec0::1', 'ff02::1', '', 'localhost'],
  ])('%j is not public (RFC 6890)', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each([
    ...['1.1.1.1', '9.255.255.255', '11.0.0.1', '100.63.255.255', '100.128.0.1', '126.255.255.255', '128.0.0.1'],
    ...['172.15.255.255', '172.32.0.1', '192.167.255.255', '192.169.0.1', '198.17.255.255', '198.20.0.1'],
    ...['223.255.255.255', '2001:4860:4860::8888', '2606:2800:21f:cb07::1', '2a00:1450::1'],
  ])('%s is public', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });
});
