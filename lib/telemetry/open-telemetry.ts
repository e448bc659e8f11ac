import {
  type Attributes,
  DiagLogLevel,
  diag,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  type Tracer,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
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
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { readClock } from '#lib/http/clock';
import type { ServedRequest } from '#lib/http/server';
import type { Logger } from '#lib/log/log';
import { metrics } from '#lib/metrics/metrics';
import type { Sampling, TelemetrySettings } from '#lib/settings/telemetry';
import { createMetricProducer } from './metric-producer';
import type { Observation, Telemetry } from './telemetry';

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
    recordRequest: tracers === null ? null : requestTracer(tracers.getTracer('signet')),
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

const propagator = new W3CTraceContextPropagator();

type Headers = ServedRequest['incoming']['request']['headers'];

/** Reads only `traceparent`, because `tracestate` is arbitrary text of the caller. */
const getter = {
  keys: () => ['traceparent'],
  get: (headers: Headers, name: string) => (name === 'traceparent' ? headers[name] : undefined),
};

/**
 * Creates the span of a request after it has been answered, as a child of the caller's span (W3C Trace Context). So
 * nothing is kept with a running request.
 */
function requestTracer(tracer: Tracer): NonNullable<Telemetry['recordRequest']> {
  return (served, observation) => {
    const { incoming, status, durationMs } = served;
    const endTime = readClock().getTime();
    const options = {
      kind: SpanKind.SERVER,
      startTime: endTime - durationMs,
      attributes: describeRequest(served, observation),
    };
    const parent = propagator.extract(ROOT_CONTEXT, incoming.request.headers, getter);
    const span = tracer.startSpan(`${incoming.method} ${observation.endpoint}`, options, parent);
    if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end(endTime);
  };
}

/** Spans contain no names, addresses or credentials: no path, query or header. */
function describeRequest({ incoming, status, report }: ServedRequest, { endpoint, outcome }: Observation): Attributes {
  return {
    'http.request.method': incoming.method,
    'http.response.status_code': status,
    'http.route': endpoint,
    'signet.outcome': outcome,
    'signet.request_id': incoming.requestId,
    ...(report.clientId !== undefined && { 'signet.client_id': report.clientId }),
    ...(report.grant !== undefined && { 'signet.grant': report.grant }),
  };
}

/** Decides which requests get a span. With `parentbased_…`, the caller decides for requests that it traces. */
function chooseSampler({ sampler, ratio }: Sampling): Sampler {
  switch (sampler) {
    case 'always_on':
      return new AlwaysOnSampler();
    case 'always_off':
      return new AlwaysOffSampler();
    case 'traceidratio':
      return new TraceIdRatioBasedSampler(ratio);
    case 'parentbased_always_on':
      return new ParentBasedSampler({ root: new AlwaysOnSampler() });
    case 'parentbased_always_off':
      return new ParentBasedSampler({ root: new AlwaysOffSampler() });
    case 'parentbased_traceidratio':
      return new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) });
    default:
      return sampler satisfies never;
  }
}
