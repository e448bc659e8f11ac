import { describe, expect, it } from 'vitest';
import type { Confirmation } from '#lib/vocabulary/confirmation';
import { compareProof } from './compare-proof';
import type { ClientProof } from './read-client-proof';

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
  it.each<[string, Confirmation, Partial<ClientProof>, string]>([
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
