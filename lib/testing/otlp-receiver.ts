import { createServer } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';

/** The data received at a path of OTLP. */
export type OtlpPost = { readonly path: string; readonly contentType: string; readonly body: Buffer };

export type OtlpReceiver = {
  /** The value for OTEL_EXPORTER_OTLP_ENDPOINT. */
  readonly endpoint: string;
  readonly posts: readonly OtlpPost[];
  /** The spans of all posts in JSON. */
  readonly spans: () => OtlpSpan[];
  /** The metrics of the newest post in JSON, by name. */
  readonly metrics: () => Map<string, OtlpMetric>;
  readonly stop: () => Promise<void>;
};

export type OtlpSpan = {
  readonly name: string;
  readonly traceId: string;
  readonly parentSpanId?: string | undefined;
  readonly kind: number;
  readonly status: number;
  readonly attributes: Readonly<Record<string, string | number>>;
  /** The attributes of its resource. */
  readonly service: string;
};

type Attribute = z.output<typeof attribute>;
export type OtlpMetric = z.output<typeof metric>;

/** A receiver of OTLP over HTTP on this machine. */
export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const posts: OtlpPost[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const sent = Buffer.concat(chunks);
    const body = request.headers['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent;
    posts.push({ path: request.url ?? '', contentType: request.headers['content-type'] ?? '', body });
    response.writeHead(200, { 'content-type': request.headers['content-type'] ?? '' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const at = (path: string) =>
    posts.filter((post) => post.path === path).map(({ body }) => JSON.parse(body.toString('utf8')));
  return {
    endpoint: `http://127.0.0.1:${port}`,
    posts,
    spans: () => at('/v1/traces').flatMap(readSpans),
    metrics: () => new Map(readMetrics(at('/v1/metrics').at(-1)).map((one) => [one.name, one])),
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The attributes of a point or a span by their names. */
export function attributesOf(attributes: readonly Attribute[]): Record<string, string | number> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue ?? value.doubleValue)]),
  );
}

const attribute = z.object({
  key: z.string(),
  value: z.object({
    stringValue: z.string().optional(),
    intValue: z.coerce.number().optional(),
    doubleValue: z.number().optional(),
  }),
});

const point = z.object({
  attributes: z.array(attribute),
  asDouble: z.number().optional(),
  count: z.coerce.number().optional(),
  sum: z.number().optional(),
  bucketCounts: z.array(z.coerce.number()).optional(),
  explicitBounds: z.array(z.number()).optional(),
});

const points = z.object({ isMonotonic: z.boolean().optional(), dataPoints: z.array(point) });

const traces = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(attribute) }),
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              name: z.string(),
              traceId: z.string(),
              parentSpanId: z.string().optional(),
              kind: z.number(),
              status: z.object({ code: z.number().default(0) }),
              attributes: z.array(attribute),
            }),
          ),
        }),
      ),
    }),
  ),
});

const metric = z.object({
  name: z.string(),
  sum: points.optional(),
  gauge: points.optional(),
  histogram: points.optional(),
});

const measurements = z.object({
  resourceMetrics: z.array(z.object({ scopeMetrics: z.array(z.object({ metrics: z.array(metric) })) })),
});

function readSpans(body: unknown): OtlpSpan[] {
  return traces.parse(body).resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map(({ attributes, status, ...span }) => ({
        ...span,
        status: status.code,
        attributes: attributesOf(attributes),
        service: String(attributesOf(resource.attributes)['service.name']),
      })),
    ),
  );
}

function readMetrics(body: unknown): OtlpMetric[] {
  const { resourceMetrics } = measurements.parse(body);
  return resourceMetrics.flatMap(({ scopeMetrics }) => scopeMetrics.flatMap(({ metrics }) => metrics));
}
