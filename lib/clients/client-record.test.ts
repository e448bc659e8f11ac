import { describe, expect, it } from 'vitest';
import { blankClient, type ClientRecord, toClient } from './client-record';

const settledFor = (settings: Partial<ClientRecord>) => toClient({ ...blankClient('app'), ...settings });
const open = { tokenEndpointAuthMethod: 'none' } as const;

describe('toClient() resolves the settings left at auto', () => {
  it.each([
    ['required for a public client', open, true],
    ['recommended to a confidential client (RFC 9700 §2.1.1)', {}, 'recommended'],
    ['recommended to a client with its own key too', { tokenEndpointAuthMethod: 'private_key_jwt' }, 'recommended'],
    ['true stays', { requirePkce: true }, true],
    ['false stays', { requirePkce: false }, false],
  ] as const)('PKCE: %s', (_, settings, expected) => {
    expect(settledFor(settings).requirePkce).toBe(expected);
  });

  it.each([
    ['a public client rotates, with ten seconds of grace (RFC 9700 §4.14.2)', open, true, 10],
    ['a confidential client keeps its token', {}, false, 0],
    ['rotation without grace if a confidential client sets it', { refreshTokenRotation: true }, true, 0],
    ['rotation without grace if a public client sets it', { ...open, refreshTokenRotation: true }, true, 0],
    ['no rotation if a public client sets it', { ...open, refreshTokenRotation: false }, false, 0],
    ['a number stays', { ...open, refreshTokenGraceSeconds: 30 }, true, 30],
    ['zero stays', { ...open, refreshTokenGraceSeconds: 0 }, true, 0],
  ] as const)('refresh tokens: %s', (_, settings, refreshTokenRotation, refreshTokenGraceSeconds) => {
    expect(settledFor(settings)).toMatchObject({ refreshTokenRotation, refreshTokenGraceSeconds });
  });

  it.each([
    ['at the token endpoint for a client that authenticates', {}, 'token_endpoint'],
    ['not for a public client', open, false],
    ['true stays', { ...open, alwaysIncludeUserClaimsInIdToken: true }, true],
    ['false stays', { alwaysIncludeUserClaimsInIdToken: false }, false],
  ] as const)('claims in the ID token: %s', (_, settings, expected) => {
    expect(settledFor(settings).alwaysIncludeUserClaimsInIdToken).toBe(expected);
  });

  const redirectUris = [
    'https://app.example/cb',
    'https://app.example/other',
    'https://app.example:8443/cb',
    'http://127.0.0.1:5173/cb',
    'http://localhost/cb',
    'com.example.app:/cb',
  ];
  const origins = ['https://app.example', 'https://app.example:8443', 'http://127.0.0.1:5173', 'http://localhost'];

  it.each([
    ['those of the https and loopback redirect URIs of a public client', open, origins],
    ['none for a confidential client', {}, []],
    ['none for an empty list', { ...open, allowedCorsOrigins: [] }, []],
    ['the listed ones', { ...open, allowedCorsOrigins: ['https://b.example'] }, ['https://b.example']],
  ] as const)('origins of scripts: %s', (_, settings, expected) => {
    expect(settledFor({ ...settings, redirectUris }).allowedCorsOrigins).toEqual(expected);
  });
});
