import { type Asker, refuse, refuseHeader, refuseMethod } from './problem';
import type { HttpResponse } from './types';
import type { Visit } from './visit';

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;
const known: ReadonlySet<string> = new Set(methods);

/** `.` and `..` in any spelling that the WHATWG URL parser resolves. */
const dotSegment = /\/(\.|%2e){1,2}(\/|$)/i;

/**
 * Refuses what no lane may see: an address that is too long (414), one that is not a plain path (400: absolute form,
 * doubled or back slashes, dot segments, broken percent-encoding, NUL), one that leaves open which host, body or caller
 * is meant (400), an unknown method (405).
 * @returns null when the request may go on
 */
export function refuseEarly(visit: Visit, asker: Asker, maximumUrlBytes: number): HttpResponse | null {
  if ((visit.request.url ?? '').length > maximumUrlBytes) {
    return refuse(asker, 414, 'address_too_long');
  }
  if (!isPlainPath(visit.path)) return refuse(asker, 400, 'path_malformed');
  if (!host.test(visit.request.headers.host ?? '')) return refuse(asker, 400, 'host_malformed');
  const ambiguous = ambiguousHeader(visit);
  if (ambiguous !== null) return refuseHeader(asker, ambiguous);
  return known.has(visit.method) ? null : refuseMethod(asker, methods);
}

/** RFC 9110 §7.2: a name or an address as in a URI, and a port. Nothing is built from it, but a log or a cache may. */
const host = /^(\[[\da-f:.]+\]|[\w.~!$&'()*+,;=%-]*)(:\d*)?$/i;

/** Node reads the first of several and drops the rest; a proxy in front may have read the last. */
const once: ReadonlySet<string> = new Set(['host', 'authorization', 'content-type']);

/** RFC 9112 §3.2 asks for exactly one Host; RFC 9110 §5.3 forbids to repeat a header that holds one value. */
function ambiguousHeader({ request }: Visit): string | null {
  const seen = new Set<string>();
  // Names and values in turn.
  for (let index = 0; index < request.rawHeaders.length; index += 2) {
    const name = request.rawHeaders[index]?.toLowerCase() ?? '';
    if (!once.has(name)) continue;
    if (seen.has(name)) return name;
    seen.add(name);
  }
  return seen.has('host') || request.httpVersion === '1.0' ? null : 'host';
}

/**
 * Doubled slashes and backslashes are where routers disagree, and Next would answer a redirect that repeats a POST.
 * Dot segments are resolved by Next alone: `/x/%2e%2e/metrics` would reach what a proxy in front had shut.
 */
function isPlainPath(path: string): boolean {
  if (!path.startsWith('/') || path.includes('//') || path.includes('\\') || path.includes('#')) return false;
  if (dotSegment.test(path)) return false;
  if (!path.includes('%')) return true;
  try {
    return !/[\0\\]/.test(decodeURIComponent(path));
  } catch {
    return false;
  }
}
