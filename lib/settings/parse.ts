import { dirname } from 'node:path';
import type { z } from 'zod';
import { closest } from '#lib/vocabulary/closest';
import { environmentSchema, settingNames } from './environment-schema';
import { isLoopbackHost } from './issuer';
import type { Mailbox } from './mailbox';
import { readMtls } from './read-mtls';
import { InvalidSetting, type Settings } from './settings';
import type { TelemetrySettings } from './telemetry';

/** The facts about the machine that parsing needs, so that it stays a pure function. */
export type Machine = {
  /**
   * The secret in this file, which the first caller creates, or null where none is created. Called only for a localhost
   * issuer without SIGNET_SECRET.
   */
  readonly readSecretFile: (path: string) => string | null;
  readonly fileExists: (path: string) => boolean;
  /** The number of processors for `SIGNET_WORKERS=auto`. */
  readonly processors: number;
};

type Environment = Readonly<Record<string, string | undefined>>;

const localhostOutbound = ['localhost', '127.0.0.1', '[::1]'] as const;

/**
 * Reads the settings from the environment. An empty value counts as absent.
 * @throws InvalidSetting (`code: 'invalid_setting'`) with one line that names the variable and what is expected
 */
export function parseSettings(environment: Environment, machine: Machine): Settings {
  const values = parseValues(environment);
  const issuer = values.SIGNET_ISSUER ?? `http://localhost:${values.PORT}`;
  const issuerHost = new URL(issuer).hostname;
  const localhost = isLoopbackHost(issuerHost);
  const dialect = values.DATABASE_URL.startsWith('file:') ? 'sqlite' : 'postgresql';
  const dataFolder = dialect === 'sqlite' ? dirname(values.DATABASE_URL.slice('file:'.length)) : 'data';
  if (values.SIGNET_CONFIG !== undefined && !machine.fileExists(values.SIGNET_CONFIG)) {
    throw new InvalidSetting(
      'SIGNET_CONFIG',
      `expected the path of a configuration file; there is no ${values.SIGNET_CONFIG}`,
    );
  }
  if (values.SIGNET_GEOIP !== undefined && !machine.fileExists(values.SIGNET_GEOIP)) {
    const expected = `expected the path of a file in MaxMind format; there is no ${values.SIGNET_GEOIP}`;
    throw new InvalidSetting('SIGNET_GEOIP', expected);
  }
  return {
    issuer,
    issuerHost,
    secure: issuer.startsWith('https:'),
    localhost,
    port: values.PORT,
    host: values.HOST ?? (localhost ? '127.0.0.1' : '0.0.0.0'),
    databaseUrl: values.DATABASE_URL,
    dialect,
    dataFolder,
    secret: {
      current: values.SIGNET_SECRET ?? findSecret(localhost, dataFolder, values.DATABASE_URL, machine),
      previous: values.SIGNET_SECRET_PREVIOUS,
    },
    configFile: values.SIGNET_CONFIG ?? null,
    geoipFile: values.SIGNET_GEOIP ?? null,
    breachCheck: values.SIGNET_BREACH_CHECK ?? null,
    environment: values.SIGNET_ENVIRONMENT ?? null,
    workers: values.SIGNET_WORKERS === 'auto' ? machine.processors : values.SIGNET_WORKERS,
    drainSeconds: values.SIGNET_DRAIN_SECONDS,
    fastLane: values.SIGNET_FAST_LANE === 'on',
    docs: values.SIGNET_DOCS === 'on',
    trustedProxies: values.SIGNET_TRUSTED_PROXIES,
    mtls: readMtls(values, { issuer, fileExists: machine.fileExists }),
    outboundAllow: values.SIGNET_OUTBOUND_ALLOW ?? (localhost ? localhostOutbound : []),
    logLevel: values.SIGNET_LOG_LEVEL,
    metricsToken: values.SIGNET_METRICS_TOKEN ?? null,
    securityContacts: values.SIGNET_SECURITY_CONTACT,
    telemetry: readTelemetry(values),
    smtp: values.SMTP_URL ?? null,
    mailFrom: values.SIGNET_MAIL_FROM ?? usualSender(issuerHost, localhost, values.SMTP_URL !== undefined),
  };
}

const prefix = 'SIGNET_';

/** Otherwise, a misspelled name would silently keep the default. */
function findUnknownNames(environment: Environment): InvalidSetting[] {
  const known = [...settingNames].filter((setting) => setting.startsWith(prefix));
  return Object.keys(environment)
    .filter((name) => name.startsWith(prefix) && !name.startsWith('SIGNET_TEST_') && !settingNames.has(name))
    .map((name) => {
      // The prefix, which all have, would make them look alike.
      const near = closest(
        name.slice(prefix.length),
        known.map((one) => one.slice(prefix.length).toLowerCase()),
      );
      const hint =
        near === null ? `expected one of ${known.join(', ')}` : `did you mean ${prefix}${near.toUpperCase()}?`;
      return new InvalidSetting(printable(name), `unknown setting; ${hint}`);
    });
}

function parseValues(environment: Environment) {
  const given: Record<string, string> = {};
  for (const name of settingNames) {
    const value = environment[name]?.trim();
    if (value !== undefined && value !== '') given[name] = value;
  }
  const parsed = environmentSchema.safeParse(given);
  const issues = parsed.error?.issues ?? [];
  const [first, ...others] = [
    ...findUnknownNames(environment),
    ...issues.map(({ path, message }) => new InvalidSetting(String(path[0]), message)),
  ];
  if (parsed.success && first === undefined) return parsed.data;
  throw new InvalidSetting(first?.variable ?? 'environment', first?.expected ?? 'is not valid', others);
}

/**
 * Other mail servers accept mail only if the sender's domain allows this server, so the operator must choose the
 * sender.
 */
function usualSender(hostname: string, localhost: boolean, isSent: boolean): Mailbox {
  if (isSent && !localhost)
    throw new InvalidSetting(
      'SIGNET_MAIL_FROM',
      'expected an address such as Signet <signet@example.com>; it is required with SMTP_URL unless the issuer is localhost',
    );
  return { name: null, address: `no-reply@${isLoopbackHost(hostname) ? 'localhost' : hostname}` };
}

function findSecret(localhost: boolean, dataFolder: string, databaseUrl: string, machine: Machine): string {
  if (!localhost)
    throw new InvalidSetting(
      'SIGNET_SECRET',
      'expected at least 32 bytes of random text; it is required unless the issuer is localhost',
    );
  const path = `${dataFolder}/secret`;
  const secret = machine.readSecretFile(path);
  if (secret === null) throw explainMissing(path, databaseUrl, machine);
  if (Buffer.byteLength(secret) >= 32) return secret;
  throw new InvalidSetting(
    'SIGNET_SECRET',
    `expected at least 32 bytes in the file ${path}; restore the file, or delete it together with the database`,
  );
}

/** Where the database is missing too, its address is what is wrong. */
function explainMissing(path: string, databaseUrl: string, { fileExists }: Machine): InvalidSetting {
  const [, file] = /^file:(.*)$/s.exec(databaseUrl) ?? [];
  return file === undefined || fileExists(file)
    ? new InvalidSetting('SIGNET_SECRET', `expected the secret of the installation in ${path}`)
    : new InvalidSetting('DATABASE_URL', `no database found at ${file}`);
}

/** The name comes from outside, so it is reduced to one line. */
function printable(name: string): string {
  return name.replace(/[^\w.-]/g, '?').slice(0, 60);
}

type Values = z.output<typeof environmentSchema>;

/**
 * Reads the variables of OpenTelemetry. A signal is sent if its exporter is `otlp`, or if there is an endpoint and its
 * exporter is not `none`.
 * @returns null if nothing is sent
 */
function readTelemetry(values: Values): TelemetrySettings | null {
  if (values.OTEL_SDK_DISABLED === 'true') return null;
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_PROTOCOL: protocol } = values;
  const isSent = (exporter: 'otlp' | 'none' | undefined, own: string | undefined) =>
    exporter === 'otlp' || (exporter === undefined && (own ?? endpoint) !== undefined);
  const traces = isSent(values.OTEL_TRACES_EXPORTER, values.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT)
    ? {
        protocol: values.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL ?? protocol,
        sampler: values.OTEL_TRACES_SAMPLER,
        ratio: values.OTEL_TRACES_SAMPLER_ARG,
        delayMs: values.OTEL_BSP_SCHEDULE_DELAY,
      }
    : null;
  const metrics = isSent(values.OTEL_METRICS_EXPORTER, values.OTEL_EXPORTER_OTLP_METRICS_ENDPOINT)
    ? {
        protocol: values.OTEL_EXPORTER_OTLP_METRICS_PROTOCOL ?? protocol,
        intervalMs: values.OTEL_METRIC_EXPORT_INTERVAL,
      }
    : null;
  if (traces === null && metrics === null) return null;
  return { serviceName: values.OTEL_SERVICE_NAME ?? null, traces, metrics };
}
