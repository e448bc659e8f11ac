import { z } from 'zod';
import { storedJsonOr } from '#lib/vocabulary/stored';
import type { RefusalFacts } from './refusal';

/** In characters. A redirect URI has at most 400. */
const maximum = { name: 100, received: 500, registered: 400, reason: 300 };

/** The maximum number of registered values, closest first. */
const maximumValues = 20;

/** In characters, of the JSON text. */
const maximumText = 8_000;

/** The facts in a record. The client has its own column. */
export type LimitedFacts = Omit<RefusalFacts, 'clientId'>;

/**
 * The facts for a record, cut to their limits. The registered values that are closest to the received one come first.
 * Secrets that an address may contain by mistake are removed: passwords, codes, tokens, states.
 */
export function limitFacts({
  name,
  received,
  registered,
  isPortFree,
  reason,
  setting,
  person,
}: RefusalFacts): LimitedFacts {
  return {
    ...(name === undefined ? {} : { name: cut(name, maximum.name) }),
    ...(received === undefined ? {} : { received: limitValue(received, maximum.received) }),
    ...(registered === undefined ? {} : { registered: limitList(registered, received) }),
    ...(isPortFree === true && { isPortFree }),
    ...(reason === undefined ? {} : { reason: cut(reason, maximum.reason) }),
    ...(setting === undefined ? {} : { setting }),
    ...(person === undefined ? {} : { person }),
  };
}

/** The JSON text for a record, within its limit. If it is too long, the last registered values are left out. */
export function writeFacts(facts: LimitedFacts): string {
  const text = JSON.stringify(facts);
  if (text.length <= maximumText) return text;
  const { registered = [], ...rest } = facts;
  if (registered.length === 0) return '{}';
  return writeFacts({ ...rest, registered: registered.slice(0, Math.floor(registered.length / 2)) });
}

const factsSchema = z.object({
  name: z.string().optional(),
  received: z.string().optional(),
  registered: z.array(z.string()).optional(),
  isPortFree: z.boolean().optional(),
  reason: z.string().optional(),
  setting: z.string().optional(),
  person: z.string().optional(),
});

/** Empty if writeFacts() did not write the text, so that the rest of the record can still be shown. */
export function readFacts(text: string): z.output<typeof factsSchema> {
  return storedJsonOr(factsSchema, text, {});
}

function limitList(registered: readonly string[], received: string | undefined): string[] {
  const sorted = received === undefined ? registered : closestFirst(received, registered);
  return sorted.slice(0, maximumValues).map((value) => limitValue(value, maximum.registered));
}

/** A value without secrets that an address may contain by mistake, cut to a length. */
export function limitValue(value: string, length: number): string {
  return cut(redact(value), length);
}

function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}

const userInfo = /(:\/\/)[^/?#\s]*@/g;
const confidential =
  /([?&#;](?:code|state|nonce|token|access_token|refresh_token|id_token|id_token_hint|password|secret|client_secret|assertion|client_assertion|code_verifier|session_state)=)[^&#;\s]*/gi;

function redact(value: string): string {
  return value.replace(userInfo, '$1***@').replace(confidential, '$1***');
}

/** The values, sorted by their similarity to the received one. Equally similar ones keep their order. */
function closestFirst(received: string, values: readonly string[]): string[] {
  if (values.length < 2) return [...values];
  return values
    .map((value) => ({ value, likeness: likeness(received, value) }))
    .toSorted((a, b) => b.likeness - a.likeness)
    .map(({ value }) => value);
}

/**
 * The similarity of two texts, from 0 to 1: the length of their common beginning and end, relative to the longer one.
 */
function likeness(a: string, b: string): number {
  const shortest = Math.min(a.length, b.length);
  let start = 0;
  while (start < shortest && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < shortest - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1;
  return (start + end) / Math.max(a.length, b.length, 1);
}
