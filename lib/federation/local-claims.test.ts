import { describe, expect, it } from 'vitest';
import { proposeUsername } from './accounts';
import { mapClaims, mergeClaims } from './local-claims';

describe('mapClaims()', () => {
  const claimMapping = { name: 'displayName', email: 'email', role: 'groups' };
  const map = (sent: object) => mapClaims({ claimMapping }, sent);

  it('maps a claim of the provider to a claim here, and copies nothing else', () => {
    expect(map({ displayName: 'Ada', groups: ['a', 'b'], name: 'x', admin: true })).toEqual({
      name: 'Ada',
      role: ['a', 'b'],
    });
  });

  it.each([
    [true, true],
    [false, false],
    ['true', true],
    [1, false],
    [undefined, false],
  ])('reads email_verified %j as %j (security #115)', (sent, expected) => {
    expect(map({ email: 'a@x.example', email_verified: sent })).toEqual({
      email: 'a@x.example',
      email_verified: expected,
    });
  });

  it.each([
    ['a NUL', { displayName: 'A\u0000da' }],
    ['half a surrogate pair', { displayName: 'Ada\ud800' }],
    ['a direction override', { displayName: 'Ada\u202e' }],
    ['a soft hyphen', { displayName: 'A\u00adda' }],
    ['a Hangul filler', { displayName: 'Ada\u3164' }],
    ['a tag character', { displayName: 'Ada\u{e0041}' }],
    ['an address with a zero-width space', { email: 'alice\u200b@corp.test' }],
    ['an address with a Hangul filler', { email: 'alice\u3164@corp.test' }],
    ['an invalid address', { email: 'nobody' }],
    ['an address with a comment', { email: 'alice<!-- -->@corp.test' }],
    ['an address with a NUL', { email: 'alice\u0000@corp.test' }],
    ['an address with a direction mark', { email: 'alice\u202e@corp.test' }],
    ['an address of a megabyte', { email: `${'a'.repeat(1_000_000)}@corp.test` }],
    ['a list as address', { email: ['a@x.example'] }],
    ['null', { displayName: undefined }],
  ])('omits a value with %s (security #120)', (_, sent) => expect(map(sent)).toEqual({}));

  it.each<[string, Record<string, string>, object, object]>([
    [
      'another claim mapped to the address',
      { email: 'upn' },
      { upn: 'vic@corp.example', email: 'eve@x.example', email_verified: true },
      { email: 'vic@corp.example', email_verified: false },
    ],
    [
      'another claim, even one of the same value',
      { email: 'upn' },
      { upn: 'eve@x.example', email: 'eve@x.example', email_verified: true },
      { email: 'eve@x.example', email_verified: false },
    ],
    [
      'a list of mappings, one of them its own',
      { name: 'email', contact: 'email', email: 'contact_mail' },
      { email: 'eve@x.example', contact_mail: 'vic@corp.example', email_verified: true },
      { name: 'eve@x.example', contact: 'eve@x.example', email: 'vic@corp.example', email_verified: false },
    ],
    ['a list of addresses', { email: 'emails' }, { emails: ['vic@corp.example'], email_verified: true }, {}],
    [
      'a mapped email_verified',
      { email_verified: 'trusted', email: 'upn' },
      { trusted: true, upn: 'v@x.example' },
      { email: 'v@x.example', email_verified: false },
    ],
    ['a mapped email_verified without an address', { email_verified: 'trusted' }, { trusted: true }, {}],
    [
      'its own claim',
      { email: 'email' },
      { email: 'v@x.example', email_verified: true },
      { email: 'v@x.example', email_verified: true },
    ],
  ])('applies email_verified only to the claim email: %s (security #115)', (_, claimMapping, sent, expected) => {
    expect(mapClaims({ claimMapping }, sent)).toEqual(expected);
  });

  it('normalizes the @ of an address', () => {
    expect(map({ email: ' Ada\uff20x.example', email_verified: true })).toEqual({
      email: 'Ada@x.example',
      email_verified: true,
    });
  });

  it('never sets a claim that tokens define themselves (semantics §7.2)', () => {
    expect(
      mapClaims({ claimMapping: { sub: 'oid', iss: 'x', tenant: 'x', name: 'name' } }, { oid: '1', x: '2', name: 'N' }),
    ).toEqual({
      name: 'N',
    });
  });
});

const scopes = [{ claims: ['email', 'email_verified', 'groups'] }];
const from = (...owned: string[]) => ({ owned, scopes });
/** A value whose JSON text has this length. */
const long = (length: number) => 'x'.repeat(length - 2);

describe('mergeClaims()', () => {
  it('replaces and removes earlier values of the provider, and adds missing ones', () => {
    const current = { name: 'Old', role: ['admin'], nickname: 'mine' };
    expect(mergeClaims(current, { name: 'New', locale: 'de' }, from('name', 'role'))).toEqual({
      claims: { nickname: 'mine', name: 'New', locale: 'de' },
      owned: ['name', 'locale'],
      leftOut: [],
    });
  });

  it('keeps values from other sources', () => {
    expect(mergeClaims({ name: 'Mine' }, { name: 'Theirs' }, from())).toEqual({
      claims: { name: 'Mine' },
      owned: [],
      leftOut: [],
    });
  });

  it.each([
    [{ email: 'mine@x.example' }],
    [{ email: 'mine@x.example', email_verified: false }],
    [{ email_verified: false }],
  ])('never verifies the address of the account by the provider’s verification of its own: %j', (current) => {
    const delivered = { email: 'theirs@x.example', email_verified: true };
    expect(mergeClaims(current, delivered, from()).claims).toEqual(current);
  });

  it.each<[string, object, Record<string, string>, string[]]>([
    ['nothing that fits exactly', {}, { a: long(9994) }, []],
    ['one that is too long by a character', {}, { a: long(9995) }, ['a']],
    ['the largest', {}, { a: long(4000), b: long(5000), c: long(4500) }, ['b']],
    ['as many as it takes', {}, { a: long(9000), b: long(9500), c: long(100), d: long(9200) }, ['b', 'd']],
    [
      'the largest that no scope lists before a larger one',
      {},
      { groups: long(9000), a: long(900), b: long(950) },
      ['b'],
    ],
    ['one that has no room by itself, and no other one', {}, { groups: long(12_000), a: long(5) }, ['groups']],
    [
      'one that a scope lists, if nothing else is left',
      { mine: long(5000) },
      { groups: long(4900), email: long(4000), a: long(9) },
      ['a', 'groups'],
    ],
    ['nothing of the account itself', { mine: long(9900) }, { a: long(50), b: long(90) }, ['b']],
  ])('leaves out %s', (_, current, delivered, leftOut) => {
    const merged = mergeClaims({ ...current }, delivered, from());
    expect(merged.leftOut).toEqual(leftOut);
    const taken = Object.keys(delivered).filter((name) => !leftOut.includes(name));
    expect(merged.owned).toEqual(taken);
    expect(Object.keys(merged.claims)).toEqual([...Object.keys(current), ...taken]);
    expect(JSON.stringify(merged.claims).length).toBeLessThanOrEqual(10_000);
  });

  it('leaves an address out together with its verification', () => {
    const mine = { mine: long(9970) };
    const delivered = { email: 'ada@corp.example', email_verified: true };
    expect(mergeClaims(mine, delivered, from())).toEqual({ claims: mine, owned: [], leftOut: ['email'] });
  });

  it('removes a value of the provider that has no room any more, so that nobody keeps a group', () => {
    expect(mergeClaims({ groups: ['admin'] }, { groups: [long(10_000)] }, from('groups'))).toEqual({
      claims: {},
      owned: [],
      leftOut: ['groups'],
    });
  });
});

it.each([
  ['ada', {}, 'ada'],
  [' Ａda ', {}, 'Ada'],
  [undefined, {}, null],
  [7, { email: 'a@x.example', email_verified: true }, 'a@x.example'],
  [undefined, { email: 'a@x.example', email_verified: false }, null],
  ['a@x.example', { email: 'a@x.example', email_verified: true }, 'a@x.example'],
  ['a\uff20x.example', { email: 'a@x.example', email_verified: true }, 'a@x.example'],
  ['b@x.example', { email: 'a@x.example', email_verified: true }, 'a@x.example'],
  ['b\uff20x.example', {}, null],
  ['b@x.example', {}, null],
  ['b@x.example', { email: 'b@x.example', email_verified: false }, null],
  ['\u0000', {}, null],
  ['ad\u200da', {}, null],
  ['ada\u202e', {}, null],
  ['a'.repeat(101), {}, null],
])('for %j with %j the proposed username is %j (security #115)', (preferred, claims, expected) => {
  expect(proposeUsername(preferred, claims)).toBe(expected);
});
