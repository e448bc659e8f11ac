import { describe, expect, it } from 'vitest';
import { blankClient } from './blank-client';
import { type ClientRecord, toClient } from './client-record';

const settledFor = (settings: Partial<ClientRecord>) => toClient({ ...blankClient('app'), ...settings });
const open = { tokenEndpointAuthMethod: 'none' } as const;

describe('toClient() settles what was left open', () => {
  it.each([
    ['a public client needs it', open, true],
    ['a confidential client may send a nonce instead (RFC 9700 §2.1.1)', {}, 'without_nonce'],
    ['a client with a key of its own too', { tokenEndpointAuthMethod: 'private_key_jwt' }, 'without_nonce'],
    ['true stays', { requirePkce: true }, true],
    ['false stays', { requirePkce: false }, false],
  ] as const)('PKCE: %s', (_, settings, expected) => {
    expect(settledFor(settings).requirePkce).toBe(expected);
  });

  it.each([
    ['a public client rotates, with ten seconds of grace (RFC 9700 §4.14.2)', open, true, 10],
    ['a confidential client keeps its token', {}, false, 0],
    ['one that is told to rotate has no grace', { refreshTokenRotation: true }, true, 0],
    ['nor has a public one that is told', { ...open, refreshTokenRotation: true }, true, 0],
    ['a public one may be told to keep its token', { ...open, refreshTokenRotation: false }, false, 0],
    ['a number stays', { ...open, refreshTokenGraceSeconds: 30 }, true, 30],
    ['zero stays', { ...open, refreshTokenGraceSeconds: 0 }, true, 0],
  ] as const)('refresh tokens: %s', (_, settings, refreshTokenRotation, refreshTokenGraceSeconds) => {
    expect(settledFor(settings)).toMatchObject({ refreshTokenRotation, refreshTokenGraceSeconds });
  });

  it.each([
    ['a client that authenticates gets them from the token endpoint', {}, 'token_endpoint'],
    ['a public client does not', open, false],
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
    ['none where none are wanted', { ...open, allowedCorsOrigins: [] }, []],
    ['those that are listed', { ...open, allowedCorsOrigins: ['https://b.example'] }, ['https://b.example']],
  ] as const)('origins of scripts: %s', (_, settings, expected) => {
    expect(settledFor({ ...settings, redirectUris }).allowedCorsOrigins).toEqual(expected);
  });
});
