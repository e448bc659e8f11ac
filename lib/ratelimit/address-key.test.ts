import { expect, it } from 'vitest';
import { addressKey, siteKey, turnKey } from './address-key';

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:cb00:7107', '203.0.113.7'],
  ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002:0000:0000:0000:0001', '2001:db8:1:2::/64'],
  ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
  ['fe80::1%eth0', 'fe80::/64'],
  ['::1', '::/64'],
  ['127.0.0.1', '127.0.0.1'],
  ['', ''],
  ['unknown', 'unknown'],
])('counts %s under %s (security #84)', (address, key) => {
  expect(addressKey(address)).toBe(key);
});

it('bounds the length of an invalid address', () => {
  expect(addressKey('x'.repeat(10_000))).toHaveLength(100);
});

it.each([
  ['203.0.113.7', null, '203.0.113.0/24'],
  ['::ffff:203.0.113.7', null, '203.0.113.0/24'],
  ['2001:db8:1:2::1', '2001:db8:1::/48', '2001:db8:1::/48'],
  ['2001:db8:1:ffff::1', '2001:db8:1::/48', '2001:db8:1::/48'],
  ['2001:db8:2:2::1', '2001:db8:2::/48', '2001:db8:2::/48'],
  ['unknown', null, ''],
])('counts %s in the wider network %s and lets %s take turns', (address, site, turn) => {
  expect([siteKey(address), turnKey(address)]).toEqual([site, turn]);
});
