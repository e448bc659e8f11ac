import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestAdmin, type TestAdmin } from '#lib/testing/admin';
import { clientChoices, profileFields } from './fields';

let area: TestAdmin;
beforeAll(async () => {
  area = await createTestAdmin({
    scopes: [
      { name: 'orders', type: 'resource', display_name: 'Your orders', description: 'Read what was bought' },
      { name: 'staff', type: 'identity', claims: ['badge'] },
    ],
  });
});
afterAll(() => area.close());

it('lists scopes by group with descriptions, those of the admin API last and with a warning', async () => {
  const { scopes } = clientChoices(await area.admin());
  const labels = scopes.map(({ group }) => group?.label);
  expect([...new Set(labels)]).toEqual(['Identity', 'APIs', 'Signet administration']);
  expect(labels).toEqual(labels.toSorted((one = '', other = '') => order(one) - order(other)));
  const of = (name: string) => scopes.find(({ value }) => value === name);
  expect(of('openid')).toMatchObject({ group: { label: 'Identity' }, help: expect.stringContaining('user ID') });
  expect(of('offline_access')).toMatchObject({ group: { label: 'Identity' }, help: 'Required for refresh tokens' });
  expect(of('orders')).toMatchObject({ group: { label: 'APIs' }, help: 'Read what was bought' });
  expect(of('staff')).toEqual({ value: 'staff', label: 'staff', group: { label: 'Identity' } });
  expect(of('signet.admin.owner')?.group).toHaveProperty('warning');
});

function order(label: string): number {
  return ['Identity', 'APIs', 'Signet administration'].indexOf(label);
}

const valuesOf = (profile: Parameters<typeof profileFields>[0], field: string) =>
  profileFields(profile).choices[field]?.map(({ value }) => value);

describe('the form of a client with a profile', () => {
  it('is unchanged without a profile', () => {
    expect(profileFields('none')).toEqual({ fixed: new Map(), choices: {} });
  });

  it('marks what the profile sets', () => {
    const { fixed } = profileFields('fapi2');
    expect(fixed.get('require_pkce')).toBe('Set by FAPI 2.0.');
    expect(fixed.get('refresh_token_rotation')).toBe('Set by FAPI 2.0.');
    expect(fixed.has('require_signed_request_object')).toBe(false);
    expect(profileFields('fapi2_message_signing').fixed.get('require_signed_request_object')).toBe(
      'Set by FAPI 2.0 Message Signing.',
    );
  });

  it('offers only what the profile allows', () => {
    expect(valuesOf('fapi2', 'id_token_signed_response_alg')).toEqual(['PS256', 'ES256', 'EdDSA', 'Ed25519']);
    expect(valuesOf('fapi2', 'request_object_signing_alg')).toEqual(['', 'PS256', 'ES256', 'EdDSA', 'Ed25519']);
    expect(valuesOf('fapi2', 'grant_types')).not.toContain('password');
    expect(valuesOf('fapi2', 'response_types')).toEqual(['code']);
    expect(valuesOf('fapi2', 'local_login')).toBeUndefined();
  });
});
