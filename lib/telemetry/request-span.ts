import { type Attributes, ROOT_CONTEXT, SpanKind, SpanStatusCode, type Tracer } from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { readClock } from '#lib/http/clock';
import type { ServedRequest } from '#lib/http/server';
import type { Observation, Telemetry } from './telemetry';

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
export function requestTracer(tracer: Tracer): NonNullable<Telemetry['noteRequest']> {
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
