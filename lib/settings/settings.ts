/** What the environment decides, validated once at start. See design: settings. */
export type Settings = {
  /** Scheme, host and port; no path, no trailing slash. */
  readonly issuer: string;
  /** True when the issuer is https: cookies get the `__Host-` prefix and Secure. */
  readonly secure: boolean;
  /** True when the issuer's host is localhost or a loopback literal. */
  readonly localhost: boolean;
  readonly port: number;
  readonly host: string;
  /** `file:…` or `postgresql://…` */
  readonly databaseUrl: string;
  readonly dialect: 'sqlite' | 'postgresql';
  /** Where generated files live (secret, outbox): `data`, or the folder of the SQLite file. */
  readonly dataFolder: string;
  /** At least 32 bytes of text; every derived key starts here. */
  readonly secret: string;
  readonly configFile: string | null;
  readonly workers: number;
  readonly fastLane: boolean;
  /** CIDR list of proxies whose X-Forwarded-For counts. */
  readonly trustedProxies: readonly string[];
  readonly outboundAllow: readonly string[];
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  readonly metricsToken: string | null;
  readonly smtpUrl: string | null;
  readonly mailFrom: string | null;
};
