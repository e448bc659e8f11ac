/** How a proxy passes on the certificate that a client presented to it. */
export const certificateFormats = ['rfc9440', 'nginx', 'envoy', 'traefik', 'alb'] as const;

export type CertificateFormat = (typeof certificateFormats)[number];

/** Where clients present certificates (RFC 8705): a separate origin, behind a proxy or served by this process. */
export type MtlsSettings = {
  /** Scheme, host and port. */
  readonly origin: string;
  readonly source: ProxySource | ListenerSource;
};

export type ProxySource = {
  readonly kind: 'proxy';
  readonly format: CertificateFormat;
  /** Whether the proxy passes on only certificates that its own authorities issued. */
  readonly verifies: boolean;
  /** SIGNET_MTLS_HEADER_SECRET. If it is set, the header counts only beside it. */
  readonly secret: string | null;
};

export type ListenerSource = {
  readonly kind: 'listener';
  readonly port: number;
  readonly certFile: string;
  readonly keyFile: string;
  /** If null, no certificate counts as verified. */
  readonly caFile: string | null;
};
