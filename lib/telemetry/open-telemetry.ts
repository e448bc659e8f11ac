import { DiagLogLevel, diag } from '@opentelemetry/api';
import { OTLPMetricExporter as JsonMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPMetricExporter as ProtobufMetricExporter } from '@opentelemetry/exporter-metrics-otlp-proto';
import { OTLPTraceExporter as JsonTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import {
  defaultResource,
  detectResources,
  envDetector,
  type Resource,
  resourceFromAttributes,
  serviceInstanceIdDetector,
} from '@opentelemetry/resources';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { Logger } from '#lib/log/log';
import { metrics } from '#lib/metrics/metrics';
import type { TelemetrySettings } from '#lib/settings/telemetry';
import { createMetricProducer } from './metric-producer';
import { requestTracer } from './request-span';
import { chooseSampler } from './sampler';
import type { Telemetry } from './telemetry';

/** In characters. A span contains only short words and IDs, so a longer value is something else. */
const longestValue = 512;

/**
 * Sends spans and metrics. Nothing is registered globally, because Next would find it and create spans with the full
 * address of each request.
 */
export function openTelemetry(settings: TelemetrySettings, log: Pick<Logger, 'warn'>): Telemetry {
  const logger = toLog(log);
  diag.setLogger(logger, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
  const resource = describeProcess(settings.serviceName);
  const tracers = settings.traces === null ? null : openTraces(settings.traces, resource);
  const meters = settings.metrics === null ? null : openMetrics(settings.metrics, resource);
  return {
    noteRequest: tracers === null ? null : requestTracer(tracers.getTracer('signet')),
    stop: async () => {
      // An unreachable receiver must not keep the process from stopping.
      const outcomes = await Promise.allSettled([tracers?.shutdown(), meters?.shutdown()]);
      for (const outcome of outcomes) if (outcome.status === 'rejected') logger.warn(String(outcome.reason));
    },
  };
}

/** OTEL_RESOURCE_ATTRIBUTES, the ID of this process, and the name of the service. Later ones take precedence. */
function describeProcess(serviceName: string | null): Resource {
  const detected = detectResources({ detectors: [serviceInstanceIdDetector, envDetector] });
  const name = resourceFromAttributes({ 'service.name': serviceName ?? 'signet' });
  return serviceName === null
    ? defaultResource().merge(name).merge(detected)
    : defaultResource().merge(detected).merge(name);
}

function openTraces({ protocol, delayMs, ...sampling }: NonNullable<TelemetrySettings['traces']>, resource: Resource) {
  const exporter = protocol === 'http/json' ? new JsonTraceExporter() : new ProtobufTraceExporter();
  return new TracerProvider({
    resource,
    sampler: chooseSampler(sampling),
    spanLimits: { attributeValueLengthLimit: longestValue },
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: delayMs })],
  });
}

function openMetrics({ protocol, intervalMs }: NonNullable<TelemetrySettings['metrics']>, resource: Resource) {
  const exporter = protocol === 'http/json' ? new JsonMetricExporter() : new ProtobufMetricExporter();
  const reader = new PeriodicExportingMetricReader({
    exporter,
    exportIntervalMillis: intervalMs,
    exportTimeoutMillis: Math.min(intervalMs, 30_000),
    metricProducers: [createMetricProducer(metrics().registry)],
  });
  return new MeterProvider({ resource, readers: [reader] });
}

/** Writes messages of the packages, such as an unreachable receiver, to the log. */
function toLog(log: Pick<Logger, 'warn'>) {
  const warn = (message: string) => log.warn({ detail: message.slice(0, 500) }, 'OpenTelemetry');
  const nothing = () => undefined;
  return { error: warn, warn, info: nothing, debug: nothing, verbose: nothing };
}
