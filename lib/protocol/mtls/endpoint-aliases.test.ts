import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixtures } from '#lib/testing/fixtures';
import { createTestProvider, type TestProvider } from '#lib/testing/provider';
import { describeMtls, isMtlsPath } from './endpoint-aliases';

const environment = {
  SIGNET_MTLS_ORIGIN: 'https://mtls.op.test',
  SIGNET_MTLS_HEADER: 'rfc9440',
  SIGNET_TRUSTED_PROXIES: '10.0.0.1',
};

let plain: TestProvider;
let mutual: TestProvider;
beforeAll(async () => {
  [plain, mutual] = await Promise.all([createTestProvider(fixtures), createTestProvider(fixtures, environment)]);
});
afterAll(() => Promise.all([plain.close(), mutual.close()]));

describe('the mTLS origin (RFC 8705 §5)', () => {
  it('is announced when it is configured', () => {
    expect(describeMtls(plain.context())).toEqual({});
    expect(describeMtls(mutual.context())).toMatchObject({
      tls_client_certificate_bound_access_tokens: true,
      mtls_endpoint_aliases: { token_endpoint: 'https://mtls.op.test/connect/token' },
    });
  });

  it('has a registration endpoint while registration is open', async () => {
    const address = 'https://mtls.op.test/connect/register';
    expect(describeMtls(mutual.context()).mtls_endpoint_aliases).not.toHaveProperty('registration_endpoint');
    const { snapshot, settings } = mutual.context();
    const portal = { ...snapshot.portal, dynamicRegistration: 'open' } as const;
    const { mtls_endpoint_aliases: aliases } = describeMtls({ settings, snapshot: { ...snapshot, portal } });
    expect(aliases).toMatchObject({ registration_endpoint: address });
  });

  it('serves endpoints and no pages, for which a browser would ask for a certificate', () => {
    expect(['/connect/token', '/connect/par', '/connect/userinfo'].every(isMtlsPath)).toBe(true);
    expect(['/login', '/connect/authorize', '/'].some(isMtlsPath)).toBe(false);
  });
});
