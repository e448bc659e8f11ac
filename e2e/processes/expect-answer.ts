import { expect } from 'playwright/test';
import { z } from 'zod';

/** Claims and fields that contain a time, which differs in each run. */
const times: ReadonlySet<string> = new Set(['iat', 'nbf', 'exp', 'auth_time', 'client_id_issued_at']);

/** Compares the output of curl with the block of the page: only JSON, or status, headers and body. */
export function expectAnswer(printed: string, documented: string): void {
  if (!documented.startsWith('HTTP/')) {
    expectJson(JSON.parse(printed), documented);
    return;
  }
  const actual = parseHttp(printed);
  const wanted = parseHttp(documented);
  expect(actual.status).toBe(wanted.status);
  for (const [name, value] of wanted.headers) expect(actual.headers.get(name) ?? '', name).toMatch(textLike(value));
  if (wanted.body !== '') expectJson(JSON.parse(actual.body), wanted.body);
}

/** Expects the same fields with the same values, except for `…` and times. A field `…` stands for all others. */
export function expectJson(actual: unknown, documented: string): void {
  expect(inOrder(actual)).toEqual(valueLike(inOrder(JSON.parse(documented))));
}

const keySet = z.strictObject({ keys: z.array(z.looseObject({ alg: z.string() })) });

/** Active keys have no order. */
function inOrder(value: unknown): unknown {
  const { success, data } = keySet.safeParse(value);
  return success ? { keys: data.keys.toSorted((one, other) => one.alg.localeCompare(other.alg)) } : value;
}

/** The body in the output of curl, with or without headers. */
export function bodyOf(printed: string): string {
  return printed.startsWith('HTTP/') ? parseHttp(printed).body : printed;
}

function parseHttp(printed: string) {
  const [head = '', ...rest] = printed.replaceAll('\r\n', '\n').split('\n\n');
  const [status = '', ...lines] = head.trim().split('\n');
  const headers = lines.map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
  });
  return { status, headers: joined(headers), body: rest.join('\n\n').trim() };
}

/** Repeated headers form one list (RFC 9110 §5.3). */
function joined(headers: readonly (readonly [name: string, value: string])[]): Map<string, string> {
  const values = new Map<string, string>();
  for (const [name, value] of headers) values.set(name, [values.get(name) ?? [], value].flat().join(', '));
  return values;
}

function valueLike(value: unknown, name = ''): unknown {
  if (value === '…') return expect.anything();
  if (typeof value === 'string') return value.includes('…') ? expect.stringMatching(textLike(value)) : value;
  if (typeof value === 'number') return times.has(name) ? expect.any(Number) : value;
  if (Array.isArray(value)) return value.map((item) => valueLike(item));
  if (typeof value !== 'object' || value === null) return value;
  const { '…': more, ...told } = Object.fromEntries(Object.entries(value));
  const members = Object.fromEntries(Object.entries(told).map(([key, item]) => [key, valueLike(item, key)]));
  return more === undefined ? members : expect.objectContaining(members);
}

/** `…` stands for any text. */
function textLike(documented: string): RegExp {
  const parts = documented.split('…').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.+')}$`);
}
