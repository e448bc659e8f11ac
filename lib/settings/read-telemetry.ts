import type { z } from 'zod';
import type { environmentSchema } from './environment-schema';
import type { TelemetrySettings } from './telemetry';

type Values = z.output<typeof environmentSchema>;

/**
 * Reads the variables of OpenTelemetry. A signal is sent if its exporter is `otlp`, or if there is an endpoint and its
 * exporter is not `none`.
 * @returns null if nothing is sent
 */
export function readTelemetry(values: Values): TelemetrySettings | null {
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
