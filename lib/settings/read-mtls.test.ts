import { describe, expect, it } from 'vitest';
import { parseSettings } from './parse';

const base = {
  SIGNET_ISSUER: 'https://id.example.com',
  SIGNET_SECRET: 'x'.repeat(32),
  SIGNET_MTLS_ORIGIN: 'https://mtls.id.example.com',
};
const proxies = { SIGNET_TRUSTED_PROXIES: '10.0.0.1' };
const files = { SIGNET_MTLS_CERT_FILE: 'tls.pem', SIGNET_MTLS_KEY_FILE: 'tls.key' };
const parse = (environment: Readonly<Record<string, string | undefined>>) =>
  parseSettings(environment, {
    readSecretFile: () => '',
    fileExists: (path) => ['tls.pem', 'tls.key', 'ca.pem'].includes(path),
    processors: 1,
  }).mtls;

const off = 'also needs SIGNET_MTLS_ORIGIN';

describe('the settings of mTLS', () => {
  it.each(['rfc9440', 'nginx', 'envoy', 'traefik', 'alb'])('accept a proxy with the headers of %s', (format) => {
    expect(parse({ ...base, ...proxies, SIGNET_MTLS_HEADER: format })).toEqual({
      origin: 'https://mtls.id.example.com',
      source: { kind: 'proxy', format, verifies: false, secret: null },
    });
  });

  it('trust a proxy that says it verifies', () => {
    const mtls = parse({ ...base, ...proxies, SIGNET_MTLS_HEADER: 'envoy', SIGNET_MTLS_PROXY_VERIFIES: 'true' });
    expect(mtls?.source).toMatchObject({ verifies: true });
  });

  it('accept a secret that the frontend for certificates sends beside the header', () => {
    const secret = 'f'.repeat(32);
    const mtls = parse({ ...base, ...proxies, SIGNET_MTLS_HEADER: 'rfc9440', SIGNET_MTLS_HEADER_SECRET: secret });
    expect(mtls?.source).toMatchObject({ secret });
  });

  it('accept a listener of this process, with or without authorities', () => {
    const source = { kind: 'listener', port: 8443, certFile: 'tls.pem', keyFile: 'tls.key', caFile: null };
    expect(parse({ ...base, ...files, SIGNET_MTLS_PORT: '8443' })?.source).toEqual(source);
    const withCa = parse({ ...base, ...files, SIGNET_MTLS_PORT: '8443', SIGNET_MTLS_CA_FILE: 'ca.pem' });
    expect(withCa?.source).toEqual({ ...source, caFile: 'ca.pem' });
  });

  it('are off without an origin', () => {
    expect(parse({ ...base, SIGNET_MTLS_ORIGIN: undefined })).toBeNull();
  });

  it.each<[string, Readonly<Record<string, string | undefined>>, string]>([
    ['an origin alone', {}, 'SIGNET_MTLS_ORIGIN: also needs SIGNET_MTLS_HEADER or SIGNET_MTLS_PORT'],
    [
      'the origin of the issuer',
      { ...proxies, SIGNET_MTLS_HEADER: 'nginx', SIGNET_MTLS_ORIGIN: 'https://id.example.com' },
      'SIGNET_MTLS_ORIGIN: expected another origin than SIGNET_ISSUER',
    ],
    [
      'an origin on http',
      { SIGNET_MTLS_ORIGIN: 'http://localhost:8443' },
      'SIGNET_MTLS_ORIGIN: expected an address that starts with https://',
    ],
    [
      'an origin with a path',
      { SIGNET_MTLS_ORIGIN: 'https://m.example/x' },
      'SIGNET_MTLS_ORIGIN: expected scheme, host and port',
    ],
    [
      'a header without trusted proxies',
      { SIGNET_MTLS_HEADER: 'nginx' },
      'SIGNET_MTLS_HEADER: also needs SIGNET_TRUSTED_PROXIES',
    ],
    [
      'an unknown header',
      { ...proxies, SIGNET_MTLS_HEADER: 'haproxy' },
      'SIGNET_MTLS_HEADER: expected one of rfc9440, nginx',
    ],
    [
      'a header beside a listener (a header path left open beside direct TLS)',
      { ...proxies, ...files, SIGNET_MTLS_HEADER: 'nginx', SIGNET_MTLS_PORT: '8443' },
      'SIGNET_MTLS_HEADER: expected either a header of a proxy or SIGNET_MTLS_PORT, not both',
    ],
    [
      'a word for nginx',
      { ...proxies, SIGNET_MTLS_HEADER: 'nginx', SIGNET_MTLS_PROXY_VERIFIES: 'true' },
      'SIGNET_MTLS_PROXY_VERIFIES: cannot be used with nginx',
    ],
    [
      'the word of no proxy',
      { ...files, SIGNET_MTLS_PORT: '8443', SIGNET_MTLS_PROXY_VERIFIES: 'true' },
      'SIGNET_MTLS_PROXY_VERIFIES: also needs SIGNET_MTLS_HEADER',
    ],
    [
      'the secret of no proxy',
      { ...files, SIGNET_MTLS_PORT: '8443', SIGNET_MTLS_HEADER_SECRET: 'f'.repeat(32) },
      'SIGNET_MTLS_HEADER_SECRET: also needs SIGNET_MTLS_HEADER',
    ],
    [
      'a short secret',
      { ...proxies, SIGNET_MTLS_HEADER: 'nginx', SIGNET_MTLS_HEADER_SECRET: 'f'.repeat(31) },
      'SIGNET_MTLS_HEADER_SECRET: expected 32 to 1024 visible ASCII characters',
    ],
    [
      'a secret that no header can hold',
      { ...proxies, SIGNET_MTLS_HEADER: 'nginx', SIGNET_MTLS_HEADER_SECRET: `${'f'.repeat(32)} é` },
      'SIGNET_MTLS_HEADER_SECRET: expected 32 to 1024 visible ASCII characters',
    ],
    [
      'a listener without a certificate',
      { SIGNET_MTLS_PORT: '8443' },
      'SIGNET_MTLS_CERT_FILE: expected the path of a PEM file; it is required',
    ],
    [
      'a listener without a key',
      { SIGNET_MTLS_PORT: '8443', SIGNET_MTLS_CERT_FILE: 'tls.pem' },
      'SIGNET_MTLS_KEY_FILE: expected the path of a PEM file; it is required',
    ],
    [
      'a file that is not there',
      { ...files, SIGNET_MTLS_PORT: '8443', SIGNET_MTLS_CA_FILE: 'gone.pem' },
      'SIGNET_MTLS_CA_FILE: expected the path of a PEM file; there is no gone.pem',
    ],
    [
      'the port of the server',
      { ...files, SIGNET_MTLS_PORT: '3000' },
      'SIGNET_MTLS_PORT: expected another port than PORT',
    ],
    [
      'files without a port',
      { ...proxies, SIGNET_MTLS_HEADER: 'nginx', SIGNET_MTLS_CERT_FILE: 'tls.pem' },
      'SIGNET_MTLS_CERT_FILE: also needs SIGNET_MTLS_PORT',
    ],
    [
      'a header without an origin',
      { ...proxies, SIGNET_MTLS_HEADER: 'nginx', SIGNET_MTLS_ORIGIN: undefined },
      `SIGNET_MTLS_HEADER: ${off}`,
    ],
    [
      'a port without an origin',
      { SIGNET_MTLS_PORT: '8443', SIGNET_MTLS_ORIGIN: undefined },
      `SIGNET_MTLS_PORT: ${off}`,
    ],
  ])('refuse %s', (_, environment, message) => {
    expect(() => parse({ ...base, ...environment })).toThrow(message);
  });
});
