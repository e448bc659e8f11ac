import { findLastSeal } from '#lib/audit/seals/seal-store';
import type { Context } from '#lib/context';
import { equalDigests, sha256 } from '#lib/crypto/hash';
import type { Database } from '#lib/db/database';
import { challenge, json, noStore } from '#lib/http/respond';
import type { HttpRequest, HttpResponse } from '#lib/http/types';
import { readMetrics } from '#lib/metrics/cluster-metrics';

const textFormat = 'text/plain; version=0.0.4; charset=utf-8';

/**
 * GET /metrics in the text format of Prometheus. It requires SIGNET_METRICS_TOKEN as a bearer token. Without that
 * setting, it answers only this machine, and only while the issuer is localhost (security #193).
 */
export async function handleMetrics(request: HttpRequest, { db, settings, isLocal }: Context): Promise<HttpResponse> {
  const refusal =
    settings.metricsToken === null ? refuseRemote(isLocal) : refuseStranger(request, settings.metricsToken);
  if (refusal !== null) return refusal;
  return {
    status: 200,
    headers: { 'content-type': textFormat, ...noStore },
    body: `${await readMetrics()}\n${await auditHead(db)}`,
  };
}

/**
 * The head of the audit log. A monitor that stores it can prove later that nothing before it was changed or removed.
 */
async function auditHead(db: Database): Promise<string> {
  const name = 'signet_audit_head_info';
  const head = await findLastSeal(db);
  const value = head === null ? '' : `${name}{sequence="${head.sequence}",hash="${head.hash}"} 1\n`;
  return `# HELP ${name} The newest seal of the audit log\n# TYPE ${name} gauge\n${value}`;
}

function refuseStranger({ headers }: HttpRequest, token: string): HttpResponse | null {
  const [, presented] = /^bearer +([^ ]+)$/i.exec(headers.authorization ?? '') ?? [];
  // All digests have the same length, so the comparison does not reveal the length of the token.
  if (presented !== undefined && equalDigests(sha256(presented), sha256(token))) return null;
  return json(401, { error: 'unauthorized' }, { 'www-authenticate': challenge('Bearer', { realm: 'metrics' }) });
}

function refuseRemote(isLocal: boolean): HttpResponse | null {
  return isLocal ? null : json(403, { error: 'forbidden' });
}
