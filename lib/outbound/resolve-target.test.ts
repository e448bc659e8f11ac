import { describe, expect, it } from 'vitest';
import { checkTarget } from './check-target';
import { isPublicAddress } from './is-public-address';
import { resolveTarget } from './resolve-target';

const policy = { issuer: 'https://op.example', outboundAllow: ['idp.lan'] };
const resolving = (url: string, addresses: readonly string[]) =>
  resolveTarget(checkTarget(url, policy), async () => addresses);

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
    await expect(resolveTarget(checkTarget('https://rp.example/', policy), failing)).rejects.toMatchObject({
      code: 'unresolved',
    });
  });

  it.each(['4000::1', '::1', '192.0.2.1', '198.18.0.1', '224.0.0.1', '2001:db8::1', '2001::1', '', 'localhost'])(
    '%s is not public (RFC 6890)',
    (address) => {
      expect(isPublicAddress(address)).toBe(false);
    },
  );
});
