import { describe, expect, it } from 'vitest';
import { masterSecret } from '#lib/crypto/master-secret';
import type { Settings } from '#lib/settings/settings';
import { describeSettings } from './read';

const settings: Settings = {
  issuer: 'https://op.test',
  issuerHost: 'op.test',
  secure: true,
  localhost: false,
  port: 3000,
  host: '127.0.0.1',
  databaseUrl: 'postgresql://signet:canary-password@db.test:5432/signet?sslpassword=canary-key',
  dialect: 'postgresql',
  dataFolder: 'data',
  secret: masterSecret('canary-secret-of-thirty-two-bytes-or-more', 'canary-former-secret-of-thirty-two-bytes'),
  configFile: null,
  geoipFile: null,
  breachCheck: null,
  securityContacts: ['mailto:security@op.test'],
  environment: 'Staging',
  workers: 2,
  drainSeconds: 10,
  telemetry: null,
  fastLane: true,
  docs: true,
  trustedProxies: ['10.0.0.0/8', '192.0.2.1'],
  mtls: {
    origin: 'https://mtls.op.test',
    source: { kind: 'listener', port: 8443, certFile: 'tls.pem', keyFile: 'tls.key', caFile: null },
  },
  outboundAllow: [],
  logLevel: 'info',
  metricsToken: 'canary-metrics',
  smtp: {
    host: 'mail.test',
    port: 587,
    tls: 'required',
    credentials: { user: 'canary-mail', password: 'canary-mail-password' },
  },
  mailFrom: { name: 'Signet', address: 'signet@op.test' },
};

describe('describeSettings', () => {
  it('shows the effective values and no secret (security #160)', () => {
    const lines = describeSettings(settings);
    expect(JSON.stringify(lines)).not.toContain('canary');
    const values = Object.fromEntries(lines.map(({ name, value }) => [name, value]));
    expect(values).toMatchObject({
      SIGNET_ISSUER: 'https://op.test',
      DATABASE_URL: 'postgresql://db.test:5432/signet',
      SIGNET_SECRET: 'set',
      SIGNET_SECRET_PREVIOUS: 'set',
      SIGNET_TRUSTED_PROXIES: '10.0.0.0/8, 192.0.2.1',
      SIGNET_MTLS_ORIGIN: 'https://mtls.op.test',
      SIGNET_MTLS_PORT: '8443',
      SIGNET_MTLS_CERT_FILE: 'tls.pem',
      SIGNET_MTLS_CA_FILE: null,
      SIGNET_OUTBOUND_ALLOW: null,
      SMTP_URL: 'set',
      SIGNET_MAIL_FROM: 'Signet <signet@op.test>',
    });
  });

  it('shows how a proxy passes certificates on, without its secret', () => {
    const source = { kind: 'proxy', format: 'nginx', verifies: false, secret: 'canary-of-the-proxy' } as const;
    const lines = describeSettings({ ...settings, mtls: { origin: 'https://mtls.op.test', source } });
    expect(JSON.stringify(lines)).not.toContain('canary');
    expect(lines).toContainEqual({ name: 'SIGNET_MTLS_HEADER_SECRET', value: 'set', secret: true });
  });
});
