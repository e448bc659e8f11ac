import { describe, expect, it } from 'vitest';
import type { Proof } from '#lib/factors/proof';
import { testClient } from '#lib/testing/client';
import { acrOf, askedLevel } from './asked-level';

const portal = { acrAliases: { silver: 2, gold: 3 } } as const;
const at = new Date('2026-01-01T12:00:00Z');

const claimed = (values: readonly string[], essential: boolean) => ({ acr: { values, essential } });

describe('the level that a request asks for (OpenID Connect Core §3.1.2.1, §5.5.1.1)', () => {
  it.each<[string, Parameters<typeof askedLevel>[0], Partial<Parameters<typeof askedLevel>[1]>, number, number[]]>([
    ['is none without a word', { acrValues: null }, {}, 0, []],
    ['is wished for by acr_values, in their order', { acrValues: 'gold urn:signet:acr:1' }, {}, 0, [3, 1]],
    ['is no name that nobody knows', { acrValues: 'platinum' }, {}, 0, []],
    ['is no provider', { acrValues: 'idp:silver' }, { defaultAcrValues: ['gold'] }, 0, [3]],
    [
      'is wished for by default_acr_values where the request is silent',
      { acrValues: null },
      { defaultAcrValues: ['gold'] },
      0,
      [3],
    ],
    [
      'is that of acr_values before default_acr_values',
      { acrValues: 'silver' },
      { defaultAcrValues: ['gold'] },
      0,
      [2],
    ],
    [
      'is that of the claims parameter before acr_values',
      { acrValues: 'silver', claims: claimed(['gold'], false) },
      {},
      0,
      [3],
    ],
    [
      'is that of acr_values where the claim has no value',
      { acrValues: 'silver', claims: claimed([], false) },
      {},
      0,
      [2],
    ],
    [
      'is a must as an essential claim: the lowest of its values',
      { acrValues: null, claims: claimed(['phrh', 'silver'], true) },
      {},
      2,
      [4, 2],
    ],
    [
      'is no must as an essential claim of unknown values',
      { acrValues: null, claims: claimed(['platinum'], true) },
      {},
      0,
      [],
    ],
    ['is a must by minimum_acr', { acrValues: null }, { minimumAcr: 'silver' }, 2, []],
    ['is the higher of both', { acrValues: null, claims: claimed(['gold'], true) }, { minimumAcr: 'silver' }, 3, [3]],
    [
      'is no must by a minimum_acr that nothing stands for any more',
      { acrValues: null },
      { minimumAcr: 'platinum' },
      0,
      [],
    ],
  ])('%s', (_, request, client, must, wish) => {
    expect(askedLevel(request, testClient(client), portal)).toMatchObject({ must, wish });
  });
});

describe('the acr of a token', () => {
  const password: Proof = { factor: 'password', at };
  const totp: Proof = { factor: 'totp', at };

  it.each<[string, readonly Proof[], string | null, string | null]>([
    ['is none without a proof', [], 'silver', null],
    ['names the level that was reached', [password, totp], null, 'urn:signet:acr:2'],
    ['is the first value that was asked for and reached', [password, totp], 'gold silver urn:signet:acr:1', 'silver'],
    [
      'is a lower one that was asked for: a higher level reaches it',
      [password, totp],
      'urn:signet:acr:1 silver',
      'urn:signet:acr:1',
    ],
    ['is no name that nobody knows', [password, totp], 'platinum', 'urn:signet:acr:2'],
    ['is no value that was not reached', [password], 'silver', 'urn:signet:acr:1'],
  ])('%s', (_, proofs, acrValues, expected) => {
    expect(acrOf(proofs, { request: { acrValues }, client: testClient(), portal })).toBe(expected);
  });
});
