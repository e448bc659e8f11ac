import { z } from 'zod';
import { closestFirst } from './closest-first';
import type { Facts } from './facts';

/** In characters: a redirect URI has at most 400. */
const maximum = { name: 100, received: 500, registered: 400, reason: 300 };

/** So many registered values, the closest first. */
const maximumValues = 20;

/** In characters, of the JSON text. */
const maximumText = 8_000;

/** What a record holds of the facts; who the client is has its own column. */
export type KeptFacts = Omit<Facts, 'clientId'>;

/**
 * The facts as they are kept: cut to their limits, the registered values that are closest to what came first, and
 * without what an address carries by mistake: passwords, codes, tokens, states.
 */
export function keepFacts({ name, received, registered, reason }: Facts): KeptFacts {
  return {
    ...(name === undefined ? {} : { name: cut(name, maximum.name) }),
    ...(received === undefined ? {} : { received: keepValue(received, maximum.received) }),
    ...(registered === undefined ? {} : { registered: keepList(registered, received) }),
    ...(reason === undefined ? {} : { reason: cut(reason, maximum.reason) }),
  };
}

/** The JSON text of a record, within its limit: what does not fit loses its last registered values. */
export function writeFacts(facts: KeptFacts): string {
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
  reason: z.string().optional(),
});

/** @throws when the text is not one that writeFacts() made */
export function readFacts(text: string): z.output<typeof factsSchema> {
  return factsSchema.parse(JSON.parse(text));
}

function keepList(registered: readonly string[], received: string | undefined): string[] {
  const sorted = received === undefined ? registered : closestFirst(received, registered);
  return sorted.slice(0, maximumValues).map((value) => keepValue(value, maximum.registered));
}

/** A value without what an address carries by mistake, cut to a length. */
export function keepValue(value: string, length: number): string {
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
