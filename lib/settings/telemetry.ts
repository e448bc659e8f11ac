/** How spans and metrics are sent, by OTLP over HTTP. */
export const otlpProtocols = ['http/protobuf', 'http/json'] as const;

type OtlpProtocol = (typeof otlpProtocols)[number];

export const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

export type Sampling = {
  readonly sampler: (typeof samplers)[number];
  /** From 0 to 1, for the samplers with a ratio. */
  readonly ratio: number;
};

/**
 * OpenTelemetry, with the variables of its specification. Its own packages read from the environment where to send
 * (endpoints, headers, certificates, compression, timeouts), and the attributes of the resource.
 */
export type TelemetrySettings = {
  /** If null, the default of the packages. */
  readonly serviceName: string | null;
  /** If null, no spans. */
  readonly traces: (Sampling & { readonly protocol: OtlpProtocol; readonly delayMs: number }) | null;
  /** If null, no metrics. */
  readonly metrics: { readonly protocol: OtlpProtocol; readonly intervalMs: number } | null;
};
