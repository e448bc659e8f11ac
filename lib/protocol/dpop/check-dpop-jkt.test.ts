import { describe, expect, it } from 'vitest';
import { getResponseType } from '../response-types';
import { checkDpopJkt } from './check-dpop-jkt';

const jkt = 'NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs';
const unbound = { dpopBoundAccessTokens: false, tlsClientCertificateBoundAccessTokens: false };
const byKey = { ...unbound, dpopBoundAccessTokens: true };
const byCertificate = { ...unbound, tlsClientCertificateBoundAccessTokens: true };

describe('the key of an authorization request (RFC 9449 §10)', () => {
  it.each<[string, string | undefined, typeof unbound, string, string | null]>([
    ['a code, bound to a key', jkt, unbound, 'code', jkt],
    ['a code of a client with bound tokens', undefined, byKey, 'code', null],
    ['a code of a client with certificates', undefined, byCertificate, 'code', null],
    ['a token that is bound to nothing', undefined, unbound, 'token', null],
    ['an ID token of a client with certificates', undefined, byCertificate, 'id_token', null],
  ])('is taken for %s', (_, sent, client, type, expected) => {
    expect(checkDpopJkt(sent, { client, type: getResponseType(type) })).toBe(expected);
  });

  it.each<[string, string | undefined, typeof unbound, string]>([
    ['a token that would have to be bound to the key', jkt, unbound, 'token'],
    ['a token of a client with bound tokens', undefined, byKey, 'code id_token token'],
    ['a token of a client with certificates (RFC 8705 §3)', undefined, byCertificate, 'id_token token'],
    ['a key of another length', jkt.slice(1), unbound, 'code'],
    ['a key with other characters', jkt.replace('_', '+'), unbound, 'code'],
  ])('is refused for %s', (_, sent, client, type) => {
    expect(() => checkDpopJkt(sent, { client, type: getResponseType(type) })).toThrow(
      expect.objectContaining({ name: 'OAuthError', code: 'invalid_request' }),
    );
  });
});
