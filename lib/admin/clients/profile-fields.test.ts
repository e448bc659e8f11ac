import { describe, expect, it } from 'vitest';
import { profileFields } from './profile-fields';

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
