import { describe, expect, it } from 'vitest';
import { type Machine, parseSettings } from './parse';

const fileSecret = 'secret-from-the-file-0123456789abcdef';
const machine: Machine = {
  readSecretFile: () => fileSecret,
  fileExists: (path) => path === 'signet.yaml',
  processors: 6,
};
const secret = 'x'.repeat(32);
const parse = (environment: Record<string, string | undefined>) => parseSettings(environment, machine);

describe('parseSettings', () => {
  it('works with an empty environment: a localhost issuer with the embedded database', () => {
    expect(parse({})).toEqual({
      issuer: 'http://localhost:3000',
      issuerHost: 'localhost',
      secure: false,
      localhost: true,
      port: 3000,
      host: '127.0.0.1',
      databaseUrl: 'file:./data/signet.db',
      dialect: 'sqlite',
      dataFolder: './data',
      secret: { current: fileSecret, previous: [] },
      configFile: null,
      geoipFile: null,
      breachCheck: null,
      environment: null,
      workers: 1,
      drainSeconds: 0,
      fastLane: true,
      docs: true,
      trustedProxies: [],
      mtls: null,
      outboundAllow: ['localhost', '127.0.0.1', '[::1]'],
      logLevel: 'info',
      metricsToken: null,
      securityContacts: [],
      telemetry: null,
      smtp: null,
      mailFrom: { name: null, address: 'no-reply@localhost' },
    });
  });

  it('sends nothing to OpenTelemetry while it is disabled, or for a signal without exporter', () => {
    const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' };
    expect(parse({ ...endpoint, OTEL_SDK_DISABLED: 'TRUE' }).telemetry).toBe(null);
    expect(parse({ ...endpoint, OTEL_TRACES_EXPORTER: 'none' }).telemetry).toMatchObject({ traces: null });
    expect(parse({ ...endpoint, OTEL_TRACES_EXPORTER: 'none', OTEL_METRICS_EXPORTER: 'none' }).telemetry).toBe(null);
  });

  it('follows the port in the default issuer', () => {
    expect(parse({ PORT: '4000' }).issuer).toBe('http://localhost:4000');
  });

  it('reads a public issuer: listens everywhere, is secure, allows nothing outbound', () => {
    const settings = parse({ SIGNET_ISSUER: 'https://id.example.com', SIGNET_SECRET: secret });
    expect(settings).toMatchObject({ secure: true, localhost: false, host: '0.0.0.0', outboundAllow: [] });
    expect(settings.secret).toEqual({ current: secret, previous: [] });
  });

  it.each([
    ['HOST', '::', { host: '::' }],
    [
      'SIGNET_SECURITY_CONTACT',
      'mailto:security@example.com, https://example.com/report,tel:+1-201-555-0123',
      { securityContacts: ['mailto:security@example.com', 'https://example.com/report', 'tel:+1-201-555-0123'] },
    ],
    ['DATABASE_URL', 'postgresql://u:p@db/signet', { dialect: 'postgresql', dataFolder: 'data' }],
    ['DATABASE_URL', 'postgres://u:p@db/signet', { dialect: 'postgresql' }],
    ['DATABASE_URL', 'postgresql://u:p@h1:5432,h2:5432/signet', { dialect: 'postgresql' }],
    ['DATABASE_URL', 'file:/var/lib/signet/main.db', { dialect: 'sqlite', dataFolder: '/var/lib/signet' }],
    [
      'SIGNET_SECRET_PREVIOUS',
      `${'y'.repeat(32)}, ${'z'.repeat(31)}\\,z`,
      { secret: { current: fileSecret, previous: ['y'.repeat(32), `${'z'.repeat(31)},z`] } },
    ],
    ['SIGNET_CONFIG', 'signet.yaml', { configFile: 'signet.yaml' }],
    ['SIGNET_GEOIP', 'signet.yaml', { geoipFile: 'signet.yaml' }],
    ['SIGNET_BREACH_CHECK', 'off', { breachCheck: null }],
    ['SIGNET_BREACH_CHECK', 'https://pwned.example/range', { breachCheck: 'https://pwned.example/range/' }],
    ['SIGNET_BREACH_CHECK', 'http://127.0.0.1:8080', { breachCheck: 'http://127.0.0.1:8080/' }],
    ['SIGNET_ENVIRONMENT', 'Staging EU-1', { environment: 'Staging EU-1' }],
    ['SIGNET_WORKERS', '4', { workers: 4 }],
    ['SIGNET_WORKERS', 'auto', { workers: 6 }],
    ['SIGNET_DRAIN_SECONDS', '0', { drainSeconds: 0 }],
    ['SIGNET_DRAIN_SECONDS', '300', { drainSeconds: 300 }],
    ['SIGNET_FAST_LANE', 'off', { fastLane: false }],
    [
      'SIGNET_TRUSTED_PROXIES',
      '10.0.0.0/8, 192.0.2.7,2001:db8::/32',
      { trustedProxies: ['10.0.0.0/8', '192.0.2.7', '2001:db8::/32'] },
    ],
    ['SIGNET_OUTBOUND_ALLOW', 'IDP.internal, [fd00::1]', { outboundAllow: ['idp.internal', '[fd00::1]'] }],
    ['SIGNET_LOG_LEVEL', 'silent', { logLevel: 'silent' }],
    ['SIGNET_METRICS_TOKEN', 'metrics-token-0001', { metricsToken: 'metrics-token-0001' }],
    ['SMTP_URL', 'smtps://u:p@mail.example', { smtp: { host: 'mail.example', port: 465, tls: 'implicit' } }],
    [
      'SIGNET_MAIL_FROM',
      'Signet <no-reply@example.com>',
      { mailFrom: { name: 'Signet', address: 'no-reply@example.com' } },
    ],
    ['SIGNET_ISSUER', 'http://127.0.0.1:8080', { localhost: true, secure: false, issuerHost: '127.0.0.1' }],
    ['SIGNET_ISSUER', 'http://[::1]:8080', { localhost: true, issuerHost: '[::1]' }],
    ['SIGNET_ISSUER', '', { issuer: 'http://localhost:3000' }],
    ['SIGNET_TEST_BROWSER', '/usr/bin/chromium', { port: 3000 }],
    ['OTEL_SERVICE_NAME', 'signet', { telemetry: null }],
    ['OTEL_TRACES_EXPORTER', 'none', { telemetry: null }],
    [
      'OTEL_TRACES_EXPORTER',
      'otlp',
      {
        telemetry: {
          serviceName: null,
          traces: { protocol: 'http/protobuf', sampler: 'parentbased_always_on', ratio: 1, delayMs: 5000 },
          metrics: null,
        },
      },
    ],
    ['OTEL_METRICS_EXPORTER', 'otlp', { telemetry: { traces: null, metrics: { intervalMs: 60_000 } } }],
    [
      'OTEL_EXPORTER_OTLP_ENDPOINT',
      'http://collector:4318',
      { telemetry: { traces: { protocol: 'http/protobuf' }, metrics: { protocol: 'http/protobuf' } } },
    ],
    ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'http://collector:4318/v1/traces', { telemetry: { metrics: null } }],
    ['OTEL_EXPORTER_OTLP_METRICS_ENDPOINT', 'https://collector/v1/metrics', { telemetry: { traces: null } }],
  ])('reads %s=%s', (name, value, expected) => {
    expect(parse({ [name]: value })).toMatchObject(expected);
  });

  it.each([
    ['PORT', '0', /^PORT: expected a port from 1 to 65535$/],
    ['PORT', '70000', /^PORT: expected a port/],
    ['PORT', '80a', /^PORT: expected a port/],
    ['HOST', 'a b', /^HOST: expected an IP address/],
    ['DATABASE_URL', 'mysql://db', /^DATABASE_URL: expected file:/],
    ['DATABASE_URL', 'file::memory:', /^DATABASE_URL: expected file:/],
    ['DATABASE_URL', 'postgresql://', /^DATABASE_URL: expected file:/],
    ['DATABASE_URL', 'postgresql://h/d?target_session_attrs=standby', /^DATABASE_URL: expected target_session_attrs/],
    ['SMTP_URL', 'mail.example', /^SMTP_URL: expected smtp:/],
    ['SIGNET_ISSUER', 'id.example.com', /^SIGNET_ISSUER: expected an address/],
    ['SIGNET_ISSUER', 'ftp://id.example.com', /^SIGNET_ISSUER: expected an address that starts with https/],
    [
      'SIGNET_ISSUER',
      'http://id.example.com',
      /^SIGNET_ISSUER: expected https:\/\/ \(http:\/\/ is only for localhost\)$/,
    ],
    ['SIGNET_ISSUER', 'https://id.example.com/', /without a path or a trailing slash: https:\/\/id\.example\.com$/],
    ['SIGNET_ISSUER', 'https://id.example.com/auth', /without a path/],
    ['SIGNET_ISSUER', 'https://ID.example.com', /in lower case/],
    ['SIGNET_ISSUER', 'https://id.example.com:443', /without a path/],
    ['SIGNET_ISSUER', 'https://u:p@id.example.com', /without a path/],
    ['SIGNET_ISSUER', 'http://localhost.evil.example', /^SIGNET_ISSUER: expected https/],
    ['SIGNET_SECRET', 'short', /^SIGNET_SECRET: expected at least 32 bytes/],
    ['SIGNET_SECRET_PREVIOUS', 'short', /^SIGNET_SECRET_PREVIOUS: expected secrets of at least 32 bytes each/],
    ['SIGNET_SECRET_PREVIOUS', `${secret},`, /^SIGNET_SECRET_PREVIOUS: expected secrets of at least 32 bytes each/],
    ['SIGNET_CONFIG', 'missing.yaml', /^SIGNET_CONFIG: expected the path .* there is no missing\.yaml$/],
    ['SIGNET_ENVIRONMENT', 'x'.repeat(21), /^SIGNET_ENVIRONMENT: expected a name of at most 20 characters$/],
    ['SIGNET_ENVIRONMENT', 'Test\u202egnigatS', /^SIGNET_ENVIRONMENT: expected a name such as Staging/],
    ['SIGNET_GEOIP', 'missing.mmdb', /^SIGNET_GEOIP: expected the path .* there is no missing\.mmdb$/],
    ['SIGNET_BREACH_CHECK', 'on', /^SIGNET_BREACH_CHECK: expected off, or the https address/],
    ['SIGNET_BREACH_CHECK', 'http://pwned.example/', /^SIGNET_BREACH_CHECK: /],
    ['SIGNET_BREACH_CHECK', 'https://u:p@pwned.example/', /^SIGNET_BREACH_CHECK: /],
    ['SIGNET_BREACH_CHECK', 'https://pwned.example/?range=', /^SIGNET_BREACH_CHECK: /],
    ['SIGNET_WORKERS', '0', /^SIGNET_WORKERS: expected a number of worker processes from 1 to 256, or auto$/],
    ['SIGNET_WORKERS', '257', /^SIGNET_WORKERS: /],
    ['SIGNET_WORKERS', 'many', /^SIGNET_WORKERS: /],
    ['OTEL_SDK_DISABLED', 'yes', /^OTEL_SDK_DISABLED: expected true or false$/],
    ['OTEL_TRACES_EXPORTER', 'zipkin', /^OTEL_TRACES_EXPORTER: expected otlp or none$/],
    ['OTEL_METRICS_EXPORTER', 'prometheus', /^OTEL_METRICS_EXPORTER: expected otlp or none$/],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4317', /^OTEL_EXPORTER_OTLP_ENDPOINT: expected an address/],
    ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc', /^OTEL_EXPORTER_OTLP_PROTOCOL: expected .* grpc is not supported$/],
    ['OTEL_TRACES_SAMPLER', 'jaeger_remote', /^OTEL_TRACES_SAMPLER: expected one of always_on/],
    ['OTEL_TRACES_SAMPLER_ARG', '1.5', /^OTEL_TRACES_SAMPLER_ARG: expected a ratio from 0 to 1$/],
    ['OTEL_BSP_SCHEDULE_DELAY', '0', /^OTEL_BSP_SCHEDULE_DELAY: expected milliseconds/],
    ['OTEL_METRIC_EXPORT_INTERVAL', '1s', /^OTEL_METRIC_EXPORT_INTERVAL: expected milliseconds/],
    ['SIGNET_DRAIN_SECONDS', '301', /^SIGNET_DRAIN_SECONDS: expected seconds from 0 to 300$/],
    ['SIGNET_DRAIN_SECONDS', '1.5', /^SIGNET_DRAIN_SECONDS: expected seconds from 0 to 300$/],
    ['SIGNET_FAST_LANE', 'yes', /^SIGNET_FAST_LANE: expected on or off$/],
    ['SIGNET_TRUSTED_PROXIES', '10.0.0.0/33', /^SIGNET_TRUSTED_PROXIES: expected addresses or networks/],
    ['SIGNET_TRUSTED_PROXIES', 'proxy.internal', /^SIGNET_TRUSTED_PROXIES: /],
    ['SIGNET_OUTBOUND_ALLOW', 'https://idp', /^SIGNET_OUTBOUND_ALLOW: expected host names/],
    ['SIGNET_LOG_LEVEL', 'loud', /^SIGNET_LOG_LEVEL: expected debug, info/],
    ['SIGNET_METRICS_TOKEN', 'short', /^SIGNET_METRICS_TOKEN: expected a token of at least 16/],
    ['SIGNET_SECURITY_CONTACT', 'security@example.com', /^SIGNET_SECURITY_CONTACT: expected addresses such as mailto:/],
    ['SIGNET_SECURITY_CONTACT', 'http://example.com/', /^SIGNET_SECURITY_CONTACT: /],
    ['SIGNET_SECURITY_CONTACT', 'https://example.com/,', /^SIGNET_SECURITY_CONTACT: /],
    ['SIGNET_SECURITY_CONTACT', 'https://example.com/\nExpires: 2000-01-01', /^SIGNET_SECURITY_CONTACT: /],
    ['SIGNET_SECURITY_CONTACT', 'mailto:%', /^SIGNET_SECURITY_CONTACT: /],
    ['SIGNET_MAIL_FROM', 'nobody', /^SIGNET_MAIL_FROM: expected an address/],
    ['SIGNET_ISUER', 'https://id.example.com', /^SIGNET_ISUER: unknown setting; did you mean SIGNET_ISSUER\?$/],
    ['SIGNET_TRUSTED_PROXY', 'x', /^SIGNET_TRUSTED_PROXY: unknown setting; did you mean SIGNET_TRUSTED_PROXIES\?$/],
    ['SIGNET_FORMER', 'x', /^SIGNET_FORMER: unknown setting; expected one of SIGNET_ISSUER, /],
    ['SIGNET_X\nY', '', /^SIGNET_X\?Y: unknown setting/],
  ])('refuses %s=%s in one line that names it', (name, value, message) => {
    const error = captureError(() => parse({ [name]: value }));
    expect(error).toMatchObject({ code: 'invalid_setting', message: expect.stringMatching(message) });
    expect(String(error)).not.toContain('\n');
  });

  it('requires a secret when the issuer is not localhost', () => {
    expect(() => parse({ SIGNET_ISSUER: 'https://id.example.com' })).toThrow(
      /^SIGNET_SECRET: expected at least 32 bytes.*required/,
    );
  });

  it('refuses a secret file that was cut short', () => {
    const cut = { ...machine, readSecretFile: () => 'cut' };
    expect(() => parseSettings({}, cut)).toThrow(
      /^SIGNET_SECRET: expected at least 32 bytes in the file \.\/data\/secret/,
    );
  });

  it('never repeats the value of a secret, a password or a token', () => {
    for (const [name, value] of [
      ['SIGNET_SECRET', 'hunter2'],
      ['SIGNET_SECRET_PREVIOUS', 'hunter2'],
      ['DATABASE_URL', 'mysql://u:hunter2@db'],
      ['DATABASE_URL', 'postgresql://u:hunter2@h1,,h2/db'],
      ['SIGNET_METRICS_TOKEN', 'hunter2'],
      ['SMTP_URL', 'imap://u:hunter2@m'],
    ] as const) {
      expect(() => parse({ [name]: value })).toThrow(/^(?!.*hunter2)/);
    }
  });
});

function captureError(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  return undefined;
}
