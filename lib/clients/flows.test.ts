import { describe, expect, it } from 'vitest';
import { deviceGrantType, hasPeople } from './flows';

const exchange = 'urn:ietf:params:oauth:grant-type:token-exchange';

describe('the people of a client', () => {
  it.each<[boolean, string[]]>([
    [true, ['authorization_code']],
    [true, ['implicit']],
    [true, [deviceGrantType]],
    [true, ['password']],
    [true, ['https://grants.example/badge']],
    [true, ['client_credentials', 'authorization_code']],
    [false, ['client_credentials']],
    [false, [exchange]],
    [false, ['client_credentials', exchange]],
    [false, ['refresh_token']],
    [false, []],
  ])('are there (%s) with the grants %j', (expected, grants) => {
    expect(hasPeople({ grantTypes: new Set(grants) })).toBe(expected);
  });
});
