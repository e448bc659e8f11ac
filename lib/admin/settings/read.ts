import { withoutCredentials } from '#lib/db/postgres-url';
import { formatMailbox } from '#lib/settings/mailbox';
import type { Settings } from '#lib/settings/settings';

/** A setting of the environment with its effective value. */
export type SettingLine = {
  readonly name: string;
  /** Null if it is not set. For a secret, only whether it is set. */
  readonly value: string | null;
  readonly secret: boolean;
};

/** The effective settings of this process, in the order of docs/configuration.md. They contain no secrets. */
export function describeSettings(settings: Settings): SettingLine[] {
  const list = (values: readonly string[]) => (values.length === 0 ? null : values.join(', '));
  return [
    shown('SIGNET_ISSUER', settings.issuer),
    shown('PORT', settings.port),
    shown('HOST', settings.host),
    shown('DATABASE_URL', withoutCredentials(settings.databaseUrl)),
    hidden('SIGNET_SECRET', true),
    hidden('SIGNET_SECRET_PREVIOUS', settings.secret.previous.length > 0),
    shown('SIGNET_CONFIG', settings.configFile),
    shown('SIGNET_ENVIRONMENT', settings.environment),
    shown('SIGNET_WORKERS', settings.workers),
    shown('SIGNET_DRAIN_SECONDS', settings.drainSeconds),
    shown('SIGNET_FAST_LANE', settings.fastLane ? 'on' : 'off'),
    shown('SIGNET_DOCS', settings.docs ? 'on' : 'off'),
    shown('SIGNET_TRUSTED_PROXIES', list(settings.trustedProxies)),
    ...describeMtls(settings.mtls),
    shown('SIGNET_OUTBOUND_ALLOW', list(settings.outboundAllow)),
    shown('SIGNET_LOG_LEVEL', settings.logLevel),
    hidden('SIGNET_METRICS_TOKEN', settings.metricsToken !== null),
    hidden('SMTP_URL', settings.smtp !== null),
    shown('SIGNET_GEOIP', settings.geoipFile),
    shown('SIGNET_BREACH_CHECK', settings.breachCheck ?? 'off'),
    shown('SIGNET_MAIL_FROM', formatMailbox(settings.mailFrom)),
    shown('SIGNET_SECURITY_CONTACT', list(settings.securityContacts)),
    shown('OTEL_TRACES_EXPORTER', settings.telemetry?.traces ? 'otlp' : 'none'),
    shown('OTEL_METRICS_EXPORTER', settings.telemetry?.metrics ? 'otlp' : 'none'),
  ];
}

/** Without mTLS, only the origin is listed. */
function describeMtls(mtls: Settings['mtls']): SettingLine[] {
  if (mtls === null) return [shown('SIGNET_MTLS_ORIGIN', null)];
  const { origin, source } = mtls;
  if (source.kind === 'proxy') {
    return [
      shown('SIGNET_MTLS_ORIGIN', origin),
      shown('SIGNET_MTLS_HEADER', source.format),
      hidden('SIGNET_MTLS_HEADER_SECRET', source.secret !== null),
      shown('SIGNET_MTLS_PROXY_VERIFIES', String(source.verifies)),
    ];
  }
  return [
    shown('SIGNET_MTLS_ORIGIN', origin),
    shown('SIGNET_MTLS_PORT', source.port),
    shown('SIGNET_MTLS_CERT_FILE', source.certFile),
    shown('SIGNET_MTLS_KEY_FILE', source.keyFile),
    shown('SIGNET_MTLS_CA_FILE', source.caFile),
  ];
}

function hidden(name: string, isSet: boolean): SettingLine {
  return { name, value: isSet ? 'set' : null, secret: true };
}

function shown(name: string, value: string | number | null): SettingLine {
  return { name, value: value === null ? null : String(value), secret: false };
}
