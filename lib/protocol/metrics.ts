import { equalDigests, sha256 } from '#lib/crypto/hash';
import { json, noStore } from '#lib/http/respond';
import { internalHeaders } from '#lib/http/response-storage';
import type { HttpRequest, HttpResponse } from '#lib/http/types';
import { readMetrics } from '#lib/metrics/cluster-metrics';
import type { Context } from './context';

const textFormat = 'text/plain; version=0.0.4; charset=utf-8';

/** GET /metrics in Prometheus's text format, for the bearer of SIGNET_METRICS_TOKEN, else for this machine alone. */
export async function handleMetrics(request: HttpRequest, { settings }: Context): Promise<HttpResponse> {
  const refusal =
    settings.metricsToken === null ? refuseRemote(request) : refuseStranger(request, settings.metricsToken);
  if (refusal !== null) return refusal;
  return { status: 200, headers: { 'content-type': textFormat, ...noStore }, body: await readMetrics() };
}

function refuseStranger({ headers }: HttpRequest, token: string): HttpResponse | null {
  const [, presented] = /^bearer ([^ ]+)$/i.exec(headers.authorization ?? '') ?? [];
  // Digests have one length, so the comparison tells nothing of the token's.
  if (presented !== undefined && equalDigests(sha256(presented), sha256(token))) return null;
  return json(401, { error: 'unauthorized' }, { 'www-authenticate': 'Bearer realm="metrics"' });
}

/** A proxy on this machine connects from loopback too: whoever came through one is not local. */
function refuseRemote({ clientAddress, headers }: HttpRequest): HttpResponse | null {
  const isLoopback = clientAddress === '::1' || clientAddress.startsWith('127.');
  const wasForwarded = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via', internalHeaders.forwarded].some(
    (name) => name in headers,
  );
  return isLoopback && !wasForwarded ? null : json(403, { error: 'forbidden' });
}
