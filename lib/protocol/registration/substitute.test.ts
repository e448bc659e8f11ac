import { describe, expect, it } from 'vitest';
import { blankClient } from '#lib/clients/client-record';
import type { RegisteredFlows } from '#lib/clients/flows';
import { substitute } from './substitute';

const portal = { agents: { customSchemes: ['other'] }, legacyFlows: 'on' } as const;
const code = ['https://rp.example/cb'];
const exchange = 'urn:ietf:params:oauth:grant-type:token-exchange';
const device = 'urn:ietf:params:oauth:grant-type:device_code';

/** The remaining metadata of a client that registers itself, or that an operator vouches for. */
function leftOf(
  members: object,
  {
    flows = null,
    client = {},
    legacyFlows = 'on',
  }: { readonly flows?: RegisteredFlows | null; readonly client?: object; readonly legacyFlows?: 'on' | 'off' } = {},
) {
  const former = { client: { ...blankClient('c'), selfRegistered: flows === null, ...client }, flows };
  return substitute({ ...members }, former, { ...portal, legacyFlows });
}

const refusal = (description: string) => expect.objectContaining({ code: 'invalid_client_metadata', description });

describe('grants that a client may not have (RFC 7591 §3.2.1)', () => {
  it.each<[string, object, object]>([
    ['an open grant alone', { grant_types: ['refresh_token'] }, { grant_types: ['refresh_token'] }],
    [
      'grants beside an open one',
      { grant_types: ['implicit', 'authorization_code'] },
      { grant_types: ['authorization_code'] },
    ],
    ['an empty list', { grant_types: [], response_types: [] }, { grant_types: [], response_types: [] }],
    [
      'what is no list',
      { grant_types: 'password', response_types: 'token' },
      { grant_types: 'password', response_types: 'token' },
    ],
    ['a list of something else', { grant_types: [5], response_types: [5] }, { grant_types: [5], response_types: [5] }],
  ])('are dropped, and the rules of the schema judge the rest: %s', (_, asked, left) => {
    expect(leftOf(asked)).toEqual(left);
  });

  it.each<[string[], RegisteredFlows | null, string]>([
    [['refresh_token', 'implicit'], null, 'implicit is not open to registration'],
    [['refresh_token', device], null, `${device} needs an initial access token`],
    [['refresh_token', 'password'], 'code', 'password is not open to registration'],
    [['refresh_token', 'implicit'], 'code', 'implicit is not open to registration'],
    [['refresh_token', exchange], 'all', `${exchange} is not open to registration`],
  ])('are refused by name where none is left to begin with: %j', (asked, flows, description) => {
    expect(() => leftOf({ grant_types: asked }, { flows })).toThrow(refusal(`grant_types: ${description}`));
  });

  it('are kept only by a client for which an operator set them', () => {
    const asked = {
      grant_types: ['authorization_code', 'implicit', 'password'],
      response_types: ['code', 'id_token', 'token'],
    };
    const set = { grantTypes: ['authorization_code', 'implicit'], responseTypes: ['code', 'id_token'] };
    const kept = { grant_types: set.grantTypes, response_types: set.responseTypes };
    expect(leftOf(asked, { client: { ...set, selfRegistered: false } })).toEqual(kept);
    const own = { grant_types: ['authorization_code'], response_types: ['code'] };
    expect(leftOf(asked, { client: { ...set, selfRegistered: true } })).toEqual(own);
    const without = { ...asked, grant_types: ['authorization_code'] };
    expect(leftOf(without, { client: { ...set, selfRegistered: false } })).toEqual(own);
  });
});

describe('the flows of an initial access token', () => {
  const asked = {
    grant_types: ['authorization_code', 'implicit', 'password', 'refresh_token', device],
    response_types: ['code', 'id_token', 'token id_token', 'code id_token', 'code token', 'code id_token token'],
  };
  const byCode = { grant_types: ['authorization_code', 'refresh_token', device], response_types: ['code'] };

  it.each<[RegisteredFlows | null, 'on' | 'off', object]>([
    [null, 'on', { grant_types: ['authorization_code', 'refresh_token'], response_types: ['code'] }],
    ['code', 'on', byCode],
    ['code', 'off', byCode],
    ['all', 'on', { ...asked, response_types: asked.response_types.with(1, 'id_token').with(2, 'id_token token') }],
    ['all', 'off', byCode],
  ])('%s, with legacy_flows: %s', (flows, legacyFlows, left) => {
    expect(leftOf(asked, { flows, legacyFlows })).toEqual(left);
  });

  it.each<[RegisteredFlows | null, 'on' | 'off']>([
    [null, 'on'],
    ['code', 'on'],
    ['all', 'off'],
  ])('refuse a hybrid type alone with %s and legacy_flows: %s', (flows, legacyFlows) => {
    const hybrid = { grant_types: ['authorization_code', 'implicit'], response_types: ['code id_token'] };
    const description = 'response_types: code id_token is not open to registration';
    expect(() => leftOf(hybrid, { flows, legacyFlows })).toThrow(refusal(description));
  });

  it('name the grants that a response type needs', () => {
    const hybrid = { grant_types: ['authorization_code'], response_types: ['code id_token'] };
    const description = 'response_types: code id_token needs authorization_code and implicit in grant_types';
    expect(() => leftOf(hybrid, { flows: 'all' })).toThrow(refusal(description));
  });
});

describe('response types that a client may not have', () => {
  it.each<[object, string]>([
    [{ response_types: ['token'] }, 'token is not open to registration'],
    [{ response_types: ['code'], grant_types: ['refresh_token'] }, 'code needs authorization_code in grant_types'],
  ])('are refused where none is left: %j', (asked, description) => {
    expect(() => leftOf(asked)).toThrow(refusal(`response_types: ${description}`));
  });
});

describe('client authentication by certificate (RFC 8705 §2)', () => {
  const named = { token_endpoint_auth_method: 'tls_client_auth', tls_client_auth_san_dns: 'rp.example' };

  it('takes an initial access token, or an operator who has set it', () => {
    expect(leftOf(named, { flows: 'code' })).toEqual(named);
    const set = { tokenEndpointAuthMethod: 'tls_client_auth' };
    expect(leftOf(named, { client: { ...set, selfRegistered: false } })).toEqual(named);
    const refused = refusal('token_endpoint_auth_method: tls_client_auth needs an initial access token');
    expect(() => leftOf(named, { client: { ...set, selfRegistered: true } })).toThrow(refused);
    expect(() => leftOf(named, { client: { selfRegistered: false } })).toThrow(refused);
  });

  it('is the only one with names of certificates', () => {
    const asked = { ...named, token_endpoint_auth_method: 'none', client_name: 'Shop' };
    expect(leftOf(asked)).toEqual({ token_endpoint_auth_method: 'none', client_name: 'Shop' });
  });
});

describe('redirect URIs', () => {
  it.each<[string, string[], string[]]>([
    ['that cannot be used', ['http://rp.example/cb', ...code], code],
    ['that come twice', [...code, ...code], code],
    ['of a program', ['com.example.app:/cb', 'http://127.0.0.1/cb'], ['com.example.app:/cb', 'http://127.0.0.1/cb']],
    ['with a scheme that the portal lets pass', ['other://x/cb', 'unknown://x/cb'], ['other://x/cb']],
    ['of which none can be used stay', ['http://rp.example/cb'], ['http://rp.example/cb']],
  ])('%s', (_, asked, left) => {
    expect(leftOf({ redirect_uris: asked })).toEqual({ redirect_uris: left });
  });

  it('after a sign-out have no scheme of the portal', () => {
    const asked = { redirect_uris: code, post_logout_redirect_uris: ['other://x/out', 'https://rp.example/out'] };
    expect(leftOf(asked)).toEqual({ ...asked, post_logout_redirect_uris: ['https://rp.example/out'] });
  });
});

describe('the application type', () => {
  const loopback = ['http://127.0.0.1/cb'];
  const program = ['com.example.app:/cb'];

  it.each<[string, object, object]>([
    [
      'is native with one program, whatever it says',
      { application_type: 'web', redirect_uris: loopback },
      { application_type: 'native' },
    ],
    ['is what it says', { application_type: 'web', redirect_uris: code }, {}],
    ['is left out as it was', { redirect_uris: loopback }, {}],
  ])('of a client that registers itself %s', (_, asked, changed) => {
    expect(leftOf(asked)).toStrictEqual({ ...asked, ...changed });
  });

  it.each<[string, object, object]>([
    ['web', { application_type: 'web', redirect_uris: loopback }, {}],
    ['native', { application_type: 'native', redirect_uris: [...program, ...code] }, {}],
    ['none', { redirect_uris: [...program, ...code] }, { redirect_uris: code }],
    [
      'unknown',
      { application_type: 'x', redirect_uris: [...program, 'com.example.app:/cb#x'] },
      { redirect_uris: program },
    ],
  ])('of a client that somebody vouches for is the one it says: %s', (_, asked, changed) => {
    expect(leftOf(asked, { flows: 'code' })).toStrictEqual({ ...asked, ...changed });
  });
});
