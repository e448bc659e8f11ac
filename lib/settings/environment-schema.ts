import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { readPostgresUrl } from '#lib/db/postgres-url';
import { boundedText } from '#lib/vocabulary/text';
import { findIssuerProblem, isLoopbackHost } from './issuer';
import { isMailAddress, readMailbox } from './mailbox';
import { certificateFormats } from './mtls';
import { readSmtpUrl } from './smtp-server';
import { otlpProtocols, samplers } from './telemetry';

/** Every setting is one line. What a shell passes on is rarely longer. */
const text = (...checks: z.core.$ZodCheck<string>[]) => boundedText(16_384, ...checks);

const port = text(z.regex(/^\d{1,5}$/, 'expected a port from 1 to 65535'))
  .transform(Number)
  .refine((value) => value >= 1 && value <= 65535, 'expected a port from 1 to 65535');

const issuer = text().superRefine((value, context) => {
  const problem = findIssuerProblem(value);
  if (problem !== null) context.addIssue({ code: 'custom', message: problem });
});

const mtlsOrigin = issuer.refine(
  (value) => value.startsWith('https:'),
  'expected an address that starts with https://',
);

/** A proxy writes it into a header as it is. */
const headerSecret = text(
  z.regex(
    /^[\x21-\x7e]{32,1024}$/,
    'expected 32 to 1024 visible ASCII characters, for example from: openssl rand -hex 32',
  ),
  // The documentation has this in its place, for everybody to read.
  z.refine((value) => !value.startsWith('REPLACE-'), 'expected a secret of your own, from: openssl rand -hex 32'),
);

const pemFile = z.string().max(4096, 'expected the path of a PEM file').optional();

const host = text(
  z.regex(/^[\w.:-]{1,255}$/, 'expected an IP address or a host name to listen on, such as 127.0.0.1 or 0.0.0.0'),
);

const databaseUrl = text().superRefine((text, context) => {
  if (/^file:[^?#]+$/.test(text) && !text.includes(':memory:') && !text.endsWith('/')) return;
  const servers = readPostgresUrl(text);
  if ('problem' in servers) context.addIssue({ code: 'custom', message: servers.problem });
});

const secret = text(
  z.refine(
    (value) => Buffer.byteLength(value) >= 32,
    'expected at least 32 bytes, for example from: openssl rand -base64 32',
  ),
);

const previousExpected =
  'expected secrets of at least 32 bytes each, separated by commas; write a comma inside a secret as \\,';

const previousSecrets = text()
  .transform((text) => text.split(/(?<!\\),/).map((one) => one.trim().replaceAll('\\,', ',')))
  .refine((secrets) => secrets.every((one) => Buffer.byteLength(one) >= 32), previousExpected);

const workers = z.union(
  [
    z.literal('auto'),
    text(z.regex(/^[1-9]\d{0,2}$/))
      .transform(Number)
      .refine((value) => value <= 256),
  ],
  'expected a number of worker processes from 1 to 256, or auto',
);

const drainSeconds = text(z.regex(/^\d{1,3}$/, 'expected seconds from 0 to 300'))
  .transform(Number)
  .refine((value) => value <= 300, 'expected seconds from 0 to 300');

const proxies = words('expected addresses or networks such as 10.0.0.0/8, separated by commas').pipe(
  z.array(text().refine(isNetwork, 'expected addresses or networks such as 10.0.0.0/8, separated by commas')),
);

const outboundExpected = 'expected host names or addresses such as idp.internal, separated by commas';
const outbound = words(outboundExpected).pipe(
  z.array(
    text()
      .toLowerCase()
      .regex(/^(\[[\da-f:.]+\]|[a-z\d._-]+)$/, outboundExpected),
  ),
);

const smtpUrl = text().transform((text, context) => {
  const server = readSmtpUrl(text);
  if (typeof server !== 'string') return server;
  context.addIssue({ code: 'custom', message: server });
  return z.NEVER;
});

const breachExpected =
  'expected off, or the https address of a range service such as https://api.pwnedpasswords.com/range/';

/** Undefined if it is off. A service on this machine may use http. */
const breachCheck = text().transform((text, context) => {
  if (text === 'off') return undefined;
  const url = text.length <= 2048 && URL.canParse(text) ? new URL(text) : null;
  const isPlain = url !== null && url.username === '' && url.password === '' && url.search === '' && url.hash === '';
  if (isPlain && (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackHost(url.hostname)))) {
    return url.href.endsWith('/') ? url.href : `${url.href}/`;
  }
  context.addIssue({ code: 'custom', message: breachExpected });
  return z.NEVER;
});

const mailFrom = text().transform((text, context) => {
  const mailbox = readMailbox(text);
  if (mailbox !== null) return mailbox;
  context.addIssue({ code: 'custom', message: 'expected an address such as Signet <signet@example.com>' });
  return z.NEVER;
});

const contactsExpected =
  'expected addresses such as mailto:security@example.com or https://example.com/report, separated by commas';

/** RFC 9116 §2.5.3: URIs. Web addresses must be https. */
const contacts = text(z.maxLength(2048, contactsExpected))
  .transform((text) => text.split(',').map((one) => one.trim()))
  .refine((list) => list.every(isContact), contactsExpected);

const environmentName = text(
  z.regex(/^[\p{L}\p{N}][\p{L}\p{N} ._-]*$/u, 'expected a name such as Staging, of letters, digits, spaces and ._-'),
  z.refine((name) => Array.from(name).length <= 20, 'expected a name of at most 20 characters'),
);

const otlpEndpoint = boundedText(
  2048,
  z.refine(isHttpAddress, 'expected an address such as http://localhost:4318'),
).optional();

const otlpProtocol = z.enum(otlpProtocols, `expected ${otlpProtocols.join(' or ')}; grpc is not supported`);
const otlpExporter = z.enum(['otlp', 'none'], 'expected otlp or none').optional();

const ratio = text(z.regex(/^(0(\.\d{1,10})?|1(\.0{1,10})?)$/, 'expected a ratio from 0 to 1')).transform(Number);

const milliseconds = text(z.regex(/^[1-9]\d{0,6}$/, 'expected milliseconds from 1 to 9999999')).transform(Number);

/** Every setting with its default. The messages complete the line `NAME: …`. */
export const environmentSchema = z.object({
  PORT: port.default(3000),
  HOST: host.optional(),
  DATABASE_URL: databaseUrl.default('file:./data/signet.db'),
  SMTP_URL: smtpUrl.optional(),
  SIGNET_ISSUER: issuer.optional(),
  SIGNET_SECRET: secret.optional(),
  SIGNET_SECRET_PREVIOUS: previousSecrets.default([]),
  SIGNET_CONFIG: z.string().max(4096, 'expected the path of a configuration file').optional(),
  SIGNET_GEOIP: z.string().max(4096, 'expected the path of a file in MaxMind format').optional(),
  SIGNET_BREACH_CHECK: breachCheck.optional(),
  SIGNET_ENVIRONMENT: environmentName.optional(),
  SIGNET_WORKERS: workers.default(1),
  SIGNET_DRAIN_SECONDS: drainSeconds.default(0),
  SIGNET_FAST_LANE: z.enum(['on', 'off'], 'expected on or off').default('on'),
  SIGNET_DOCS: z.enum(['on', 'off'], 'expected on or off').default('on'),
  SIGNET_TRUSTED_PROXIES: proxies.default([]),
  SIGNET_MTLS_ORIGIN: mtlsOrigin.optional(),
  SIGNET_MTLS_HEADER: z.enum(certificateFormats, `expected one of ${certificateFormats.join(', ')}`).optional(),
  SIGNET_MTLS_HEADER_SECRET: headerSecret.optional(),
  SIGNET_MTLS_PROXY_VERIFIES: z.enum(['true', 'false'], 'expected true or false').optional(),
  SIGNET_MTLS_PORT: port.optional(),
  SIGNET_MTLS_CERT_FILE: pemFile,
  SIGNET_MTLS_KEY_FILE: pemFile,
  SIGNET_MTLS_CA_FILE: pemFile,
  SIGNET_OUTBOUND_ALLOW: outbound.optional(),
  SIGNET_LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'], 'expected debug, info, warn, error or silent')
    .default('info'),
  SIGNET_METRICS_TOKEN: z.string().min(16, 'expected a token of at least 16 characters').max(1024).optional(),
  SIGNET_MAIL_FROM: mailFrom.optional(),
  SIGNET_SECURITY_CONTACT: contacts.default([]),
  OTEL_SDK_DISABLED: z
    .string()
    .toLowerCase()
    .pipe(z.enum(['true', 'false'], 'expected true or false'))
    .default('false'),
  OTEL_SERVICE_NAME: z.string().max(255, 'expected a name of at most 255 characters').optional(),
  OTEL_TRACES_EXPORTER: otlpExporter,
  OTEL_METRICS_EXPORTER: otlpExporter,
  OTEL_EXPORTER_OTLP_ENDPOINT: otlpEndpoint,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: otlpEndpoint,
  OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: otlpEndpoint,
  OTEL_EXPORTER_OTLP_PROTOCOL: otlpProtocol.default('http/protobuf'),
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: otlpProtocol.optional(),
  OTEL_EXPORTER_OTLP_METRICS_PROTOCOL: otlpProtocol.optional(),
  OTEL_TRACES_SAMPLER: z.enum(samplers, `expected one of ${samplers.join(', ')}`).default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: ratio.default(1),
  OTEL_BSP_SCHEDULE_DELAY: milliseconds.default(5_000),
  OTEL_METRIC_EXPORT_INTERVAL: milliseconds.default(60_000),
});

/** The known names. Any other name that starts with SIGNET_ is refused. */
export const settingNames: ReadonlySet<string> = new Set(Object.keys(environmentSchema.shape));

function words(expected: string) {
  return z
    .string()
    .max(8192, expected)
    .transform((text) => text.split(/[\s,]+/).filter((word) => word !== ''));
}

function isContact(text: string): boolean {
  if (!/^[\x21-\x7e]+$/.test(text) || !URL.canParse(text)) return false;
  const { protocol, pathname, username } = new URL(text);
  if (protocol === 'mailto:') return isMailAddress(pathname);
  if (protocol === 'tel:') return /^\+?[\d().-]{3,30}$/.test(pathname);
  return protocol === 'https:' && username === '';
}

function isHttpAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

function isNetwork(text: string): boolean {
  return text.includes('/') ? ipaddr.isValidCIDR(text) : ipaddr.isValid(text);
}
