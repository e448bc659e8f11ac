import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ServedRequest } from '#lib/http/server';
import { readMetrics } from '#lib/metrics/cluster-metrics';
import { countRequest } from '#lib/metrics/metrics';
import type { Sampling, TelemetrySettings } from '#lib/settings/telemetry';
import { attributesOf, type OtlpReceiver, startOtlpReceiver } from '#lib/testing/otlp-receiver';
import { startTelemetry } from './start-telemetry';

const traceId = '0af7651916cd43dd8448eb211c80319c';
const parentSpanId = 'b7ad6b7169203331';

const traces = (sampling: Partial<Sampling> = {}) =>
  ({ protocol: 'http/json', sampler: 'parentbased_always_on', ratio: 1, delayMs: 60_000, ...sampling }) as const;
const metrics = { protocol: 'http/json', intervalMs: 60_000 } as const;

let receiver: OtlpReceiver;
let warnings: unknown[];

beforeEach(async () => {
  receiver = await startOtlpReceiver();
  warnings = [];
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', receiver.endpoint);
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await receiver.stop();
});

/** Sends the spans and metrics of these requests, and waits until they have arrived. */
async function send(settings: Partial<TelemetrySettings>, requests: readonly ServedRequest[] = []): Promise<void> {
  const log = { warn: (line: unknown) => void warnings.push(line) };
  const telemetry = await startTelemetry({ serviceName: null, traces: null, metrics: null, ...settings }, log);
  for (const request of requests) {
    telemetry?.recordRequest?.(request, { endpoint: '/connect/token', outcome: 'issued' });
  }
  await telemetry?.stop();
}

function served(headers: Record<string, string> = {}, more: Partial<ServedRequest> = {}): ServedRequest {
  const request = new IncomingMessage(new Socket());
  Object.assign(request.headers, { authorization: 'Basic canary-header', cookie: 'canary-cookie', ...headers });
  const incoming = {
    request,
    response: new ServerResponse(request),
    method: 'POST',
    path: '/connect/token/canary-path',
    query: 'code=canary-query',
    clientAddress: '192.0.2.99',
    mtls: { certificate: null, isMtls: false },
    requestId: 'request-1',
    startedAt: 0,
  };
  const report = { clientId: 'web', grant: 'authorization_code' };
  return { incoming, status: 200, durationMs: 250, endpoint: '/connect/token', report, ...more } as ServedRequest;
}

describe('spans', () => {
  it('contain endpoint, client, grant and outcome, and no values of the request', async () => {
    await send({ traces: traces() }, [served()]);
    expect(receiver.spans()).toEqual([
      {
        name: 'POST /connect/token',
        traceId: expect.stringMatching(/^[\da-f]{32}$/),
        kind: 2,
        status: 0,
        service: 'signet',
        attributes: {
          'http.request.method': 'POST',
          'http.response.status_code': 200,
          'http.route': '/connect/token',
          'signet.outcome': 'issued',
          'signet.request_id': 'request-1',
          'signet.client_id': 'web',
          'signet.grant': 'authorization_code',
        },
      },
    ]);
    expect(receiver.posts.map(({ body }) => body.toString()).join()).not.toMatch(/canary|192\.0\.2\.99/);
  });

  it('belong to the trace of the caller (W3C Trace Context §3.2)', async () => {
    const headers = { traceparent: `00-${traceId}-${parentSpanId}-01`, tracestate: 'vendor=canary' };
    await send({ traces: traces() }, [served(headers)]);
    expect(receiver.spans()).toMatchObject([{ traceId, parentSpanId }]);
    expect(receiver.posts.some(({ body }) => body.includes('canary'))).toBe(false);
  });

  it.each([
    ['no version', `${traceId}-${parentSpanId}-01`],
    ['zeros', `00-${'0'.repeat(32)}-${parentSpanId}-01`],
    ['a longer text', `00-${traceId}-${parentSpanId}-01-canary`],
    ['anything', 'canary'],
  ])('begin a trace of their own for a traceparent with %s (W3C Trace Context §3.2.2)', async (_, traceparent) => {
    await send({ traces: traces() }, [served({ traceparent })]);
    const [span] = receiver.spans();
    expect(span?.parentSpanId).toBeUndefined();
    expect(span?.traceId).not.toBe(traceId);
  });

  it.each([
    ['parentbased_always_on', 1, '01', 1],
    ['parentbased_always_on', 1, '00', 0],
    ['parentbased_always_on', 1, null, 1],
    ['parentbased_always_off', 1, '01', 1],
    ['parentbased_always_off', 1, null, 0],
    ['parentbased_traceidratio', 0, '01', 1],
    ['parentbased_traceidratio', 0, null, 0],
    ['traceidratio', 0, '01', 0],
    ['traceidratio', 1, '00', 1],
    ['always_on', 1, '00', 1],
    ['always_off', 1, '01', 0],
  ] as const)('are sampled by %s with %s, for flags %s: %s', async (sampler, ratio, flags, expected) => {
    const headers = flags === null ? {} : { traceparent: `00-${traceId}-${parentSpanId}-${flags}` };
    await send({ traces: traces({ sampler, ratio }) }, [served(headers)]);
    expect(receiver.spans()).toHaveLength(expected);
  });

  it('are errors when the server failed, and have no client when there is none', async () => {
    await send({ traces: traces() }, [served({}, { status: 503, report: {} })]);
    const [span] = receiver.spans();
    expect(span?.status).toBe(2);
    expect(Object.keys(span?.attributes ?? {})).not.toContain('signet.client_id');
  });

  it('are sent as protobuf, under the name and attributes of the environment', async () => {
    vi.stubEnv('OTEL_RESOURCE_ATTRIBUTES', 'deployment.environment.name=staging');
    await send({ serviceName: 'login', traces: { ...traces(), protocol: 'http/protobuf' } }, [served()]);
    const [post] = receiver.posts;
    expect(post).toMatchObject({ path: '/v1/traces', contentType: 'application/x-protobuf' });
    for (const text of ['POST /connect/token', 'login', 'staging', 'web']) expect(post?.body.includes(text)).toBe(true);
  });

  it('are dropped, with a warning, while the receiver is away', async () => {
    vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', 'http://127.0.0.1:9');
    vi.stubEnv('OTEL_EXPORTER_OTLP_TIMEOUT', '100');
    await send({ traces: traces() }, [served()]);
    expect(warnings.length).toBeGreaterThan(0);
  });
});

describe('metrics', () => {
  it('are those of /metrics, under the same names and with the same numbers', async () => {
    countRequest('/connect/token', 'issued', 0.002);
    countRequest('/connect/token', 'issued', 0.2);
    countRequest('/connect/token', 'refused', 60);
    await send({ metrics });
    const sent = receiver.metrics();
    const dataPoints = (name: string) => {
      const { sum, gauge, histogram } = sent.get(name) ?? {};
      return (sum ?? gauge ?? histogram)?.dataPoints.length ?? 0;
    };
    expect(sent.get('signet_requests_total')?.sum?.isMonotonic).toBe(true);
    const totals = sent
      .get('signet_requests_total')
      ?.sum?.dataPoints.map(({ attributes, asDouble }) => [attributesOf(attributes), asDouble]);
    expect(totals).toEqual([
      [{ endpoint: '/connect/token', outcome: 'issued' }, 2],
      [{ endpoint: '/connect/token', outcome: 'refused' }, 1],
    ]);
    const [duration] = sent.get('signet_request_duration_seconds')?.histogram?.dataPoints ?? [];
    expect(duration).toMatchObject({ count: 3, sum: 60.202 });
    expect(duration?.explicitBounds).toEqual([0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]);
    expect(duration?.bucketCounts).toEqual([0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1]);
    const text = await readMetrics();
    const names = [...text.matchAll(/^# TYPE ((?:signet|process)_\S+) /gm)].map(([, name = '']) => name);
    const withValues = names.filter((name) => new RegExp(`^${name}(_count)?({.*})? (?!Nan)`, 'm').test(text));
    const own = [...sent.keys()].filter((name) => /^(signet|process)_/.test(name) && dataPoints(name) > 0);
    expect(own.sort()).toEqual(withValues.sort());
  });
});
