import { z } from 'zod';

/** In characters of JSON. */
const maximumText = 6_000;

const parameter = z.object({
  name: z.string(),
  /** The value, or its beginning; null when nothing of it is shown. */
  value: z.string().nullable(),
  /** In characters, of a value that is not shown whole and may be measured. */
  length: z.number().optional(),
  /** The same for the same value: it tells whether the code that came is the one that was issued. */
  mark: z.string().optional(),
});

/** A parameter as an administrator may see it. */
export type ShownParameter = z.output<typeof parameter>;

const detailSchema = z.object({
  method: z.string(),
  requestId: z.string(),
  /** Where it came from, never who it was. */
  network: z.string(),
  durationMs: z.number(),
  /** Where the answer leads: a path of ours, or an address without its query. */
  to: z.string().nullable(),
  refusal: z.object({ rule: z.string(), reference: z.string(), description: z.string() }).nullable(),
  received: z.array(parameter),
  answered: z.array(parameter),
});

/** What is kept of a step beside its columns. */
export type StepDetail = z.output<typeof detailSchema>;

/** The same within the limit of a row: the last parameters go first. */
export function fitDetail(detail: StepDetail): StepDetail {
  if (writeDetail(detail).length <= maximumText) return detail;
  const { received, answered } = detail;
  const half = <One>(list: readonly One[]) => list.slice(0, Math.floor(list.length / 2));
  return fitDetail({ ...detail, received: half(received), answered: half(answered) });
}

export function writeDetail(detail: StepDetail): string {
  return JSON.stringify(detail);
}

/** @throws when the text is not one that writeDetail() made */
export function readDetail(text: string): StepDetail {
  return detailSchema.parse(JSON.parse(text));
}
