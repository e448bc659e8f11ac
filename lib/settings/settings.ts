import type { MasterSecret } from '#lib/crypto/master-secret';
import type { Mailbox } from './mailbox';
import type { MtlsSettings } from './mtls';
import type { SmtpServer } from './smtp-server';
import type { TelemetrySettings } from './telemetry';

/** The values of the environment, validated once at startup. See design: settings. */
export type Settings = {
  /** Scheme, host and port, without a path or a trailing slash. */
  readonly issuer: string;
  /** The host of the issuer as in a URL: without its port, and with an IPv6 address in brackets. */
  readonly issuerHost: string;
  /** Whether the issuer is https. Cookies then have the `__Host-` prefix and Secure. */
  readonly secure: boolean;
  /** Whether the issuer's host is localhost or a loopback literal. */
  readonly localhost: boolean;
  readonly port: number;
  readonly host: string;
  /** `file:…` or `postgresql://…` */
  readonly databaseUrl: string;
  readonly dialect: 'sqlite' | 'postgresql';
  /** The folder of generated files (secret, outbox): `data`, or the folder of the SQLite file. */
  readonly dataFolder: string;
  /** Each has at least 32 bytes of text. Every key is derived from it. */
  readonly secret: MasterSecret;
  readonly configFile: string | null;
  /** A file in MaxMind format with the places of addresses. If null, no places are shown. */
  readonly geoipFile: string | null;
  /** The address of a range service for compromised passwords, with a trailing slash. If null, no service is used. */
  readonly breachCheck: string | null;
  /** The name of this installation in the administration, such as Staging. Null if it has none. */
  readonly environment: string | null;
  readonly workers: number;
  /** How long a stopping process still accepts requests, while /health answers 503. */
  readonly drainSeconds: number;
  readonly fastLane: boolean;
  /** The documentation is served at /docs. */
  readonly docs: boolean;
  /** The proxies whose X-Forwarded-For is trusted, as CIDR. */
  readonly trustedProxies: readonly string[];
  /** Where clients present certificates. Null if mTLS is off. */
  readonly mtls: MtlsSettings | null;
  readonly outboundAllow: readonly string[];
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  readonly metricsToken: string | null;
  /** The addresses for reports about the security of this installation. If empty, there is no security.txt. */
  readonly securityContacts: readonly string[];
  /** What is sent with OpenTelemetry. If null, nothing is sent, and none of its packages is loaded. */
  readonly telemetry: TelemetrySettings | null;
  /** If null, mails are written to the folder `outbox` for a localhost issuer. Otherwise there are no mails. */
  readonly smtp: SmtpServer | null;
  readonly mailFrom: Mailbox;
};

/** A setting that cannot be used. The message is one line that names the variable and says what is expected. */
export class InvalidSetting extends Error {
  override readonly name = 'InvalidSetting';
  readonly code = 'invalid_setting';

  constructor(
    readonly variable: string,
    readonly expected: string,
    /** Further problems, each with its own message. */
    readonly others: readonly InvalidSetting[] = [],
  ) {
    super(`${variable}: ${expected}`);
  }
}
