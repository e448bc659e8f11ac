import { z } from 'zod';

/** In characters of JSON. */
const maximumText = 6_000;

const parameter = z.object({
  name: z.string(),
  /** The value, or its beginning. Null if nothing of it is shown. */
  value: z.string().nullable(),
  /** The length of a value that is not shown in full, in characters. Absent if the length is secret. */
  length: z.number().optional(),
  /** The mark of the value. Equal values have equal marks, which shows whether the received code is the issued one. */
  mark: z.string().optional(),
});

/** A parameter in the form that an administrator may see. */
export type ShownParameter = z.output<typeof parameter>;

const detailSchema = z.object({
  method: z.string(),
  requestId: z.string(),
  /** The network, never the address. */
  network: z.string(),
  durationMs: z.number(),
  /** The target of the response: one of our paths, or an address without its query. */
  to: z.string().nullable(),
  refusal: z.object({ rule: z.string(), reference: z.string(), description: z.string() }).nullable(),
  received: z.array(parameter),
  answered: z.array(parameter),
  /** The names of a provider's claims that the account had no room for. */
  leftOut: z.array(z.string()).default([]),
  /** The claim with a person's groups at a provider, and what was wrong with it. */
  groups: z.object({ claim: z.string(), problem: z.string() }).nullable().default(null),
  /** Whether the person may use a client, and why. */
  access: z.array(z.object({ clientId: z.string(), may: z.boolean(), because: z.array(z.string()) })).default([]),
});

/** The details of a step besides its columns. */
export type StepDetail = z.output<typeof detailSchema>;

/** Shortens details to the limit of a row. The last parameters are removed first. */
export function fitDetail(detail: StepDetail): StepDetail {
  if (writeDetail(detail).length <= maximumText) return detail;
  const { received, answered, leftOut } = detail;
  const half = <One>(list: readonly One[]) => list.slice(0, Math.floor(list.length / 2));
  return fitDetail({ ...detail, received: half(received), answered: half(answered), leftOut: half(leftOut) });
}

export function writeDetail(detail: StepDetail): string {
  return JSON.stringify(detail);
}

/** @throws if writeDetail() did not write the text */
export function readDetail(text: string): StepDetail {
  return detailSchema.parse(JSON.parse(text));
}

/** The maximum number of stored steps of a trace. Further ones are only counted. */
export const maximumSteps = 500;
