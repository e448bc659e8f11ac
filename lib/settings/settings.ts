import type { MasterSecret } from '#lib/crypto/master-secret';
import type { Mailbox } from './mailbox';
import type { MtlsSettings } from './mtls';
import type { SmtpServer } from './smtp-server';
import type { TelemetrySettings } from './telemetry';

/** The values of the environment, validated once at start. See design: settings. */
export type Settings = {
  /** Scheme, host and port; no path, no trailing slash. */
  readonly issuer: string;
  /** The host of the issuer as in a URL: without its port, and an IPv6 address in brackets. */
  readonly issuerHost: string;
  /** True when the issuer is https: cookies get the `__Host-` prefix and Secure. */
  readonly secure: boolean;
  /** True when the issuer's host is localhost or a loopback literal. */
  readonly localhost: boolean;
  readonly port: number;
  readonly host: string;
  /** `file:…` or `postgresql://…` */
  readonly databaseUrl: string;
  readonly dialect: 'sqlite' | 'postgresql';
  /** The folder of generated files (secret, outbox): `data`, or the folder of the SQLite file. */
  readonly dataFolder: string;
  /** At least 32 bytes of text each; every key is derived from it. */
  readonly secret: MasterSecret;
  readonly configFile: string | null;
  /** A file in MaxMind format with the places of addresses; null: no places are shown. */
  readonly geoipFile: string | null;
  /** The address of a range service for compromised passwords, with a slash at its end; null: none is asked. */
  readonly breachCheck: string | null;
  /** The name of this installation in the administration, such as Staging; null: it has none. */
  readonly environment: string | null;
  readonly workers: number;
  /** How long a process that stops still accepts requests, while /health answers 503. */
  readonly drainSeconds: number;
  readonly fastLane: boolean;
  /** The documentation is served at /docs. */
  readonly docs: boolean;
  /** CIDR list of proxies whose X-Forwarded-For counts. */
  readonly trustedProxies: readonly string[];
  /** Where clients present certificates; null: nowhere. */
  readonly mtls: MtlsSettings | null;
  readonly outboundAllow: readonly string[];
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  readonly metricsToken: string | null;
  /** Where reports about the security of this installation go, as addresses; none: there is no security.txt. */
  readonly securityContacts: readonly string[];
  /** What OpenTelemetry gets; null: nothing, and none of its packages is loaded. */
  readonly telemetry: TelemetrySettings | null;
  /** Null: mails are written to the folder `outbox` for a localhost issuer, else there are none. */
  readonly smtp: SmtpServer | null;
  readonly mailFrom: Mailbox;
};
