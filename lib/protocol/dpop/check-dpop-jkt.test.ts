import { describe, expect, it } from 'vitest';
import type { KeyConfirmation } from '#lib/vocabulary/confirmation';
import { getResponseType } from '../response-types';
import { checkDpopJkt, compareProof } from './check-dpop-jkt';
import type { ClientProof } from './spend-proof';

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

const dpop = (jkt: string) => {
  const use = { purpose: 'dpop_proof', owner: '', jti: '', expiresAt: new Date(0) } as const;
  return { dpop: { jkt, use } };
};
const certificate = (thumbprint: string) => ({
  certificate: { thumbprint, der: Buffer.alloc(0), verified: true },
});
const nothing: ClientProof = { dpop: null, certificate: null };
const key = { jkt: 'k' };
const cert = { 'x5t#S256': 'c' };

describe('the keys that a request proves (RFC 9449 §7.1, RFC 8705 §3)', () => {
  it.each<[string, KeyConfirmation, Partial<ClientProof>, string]>([
    ['its key', key, dpop('k'), 'proved'],
    ['its certificate', cert, certificate('c'), 'proved'],
    ['its key, with any certificate', key, { ...dpop('k'), ...certificate('any') }, 'proved'],
    ['its certificate, with any key', cert, { ...dpop('any'), ...certificate('c') }, 'proved'],
    ['both', { ...key, ...cert }, { ...dpop('k'), ...certificate('c') }, 'proved'],
    ['another key', key, dpop('other'), 'wrong'],
    ['another certificate', cert, certificate('other'), 'wrong'],
    ['its key and another certificate', { ...key, ...cert }, { ...dpop('k'), ...certificate('other') }, 'wrong'],
    ['another key and no certificate', { ...key, ...cert }, dpop('other'), 'wrong'],
    ['no key', key, {}, 'dpop_proof_needed'],
    ['no key but a certificate', key, certificate('c'), 'dpop_proof_needed'],
    ['no certificate', cert, {}, 'certificate_needed'],
    ['no certificate but a key', cert, dpop('k'), 'certificate_needed'],
    ['its key and no certificate', { ...key, ...cert }, dpop('k'), 'certificate_needed'],
  ])('%s', (_, confirmation, proof, expected) => {
    expect(compareProof(confirmation, { ...nothing, ...proof })).toBe(expected);
  });
});
