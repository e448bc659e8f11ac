import { highest, type Level } from '#lib/vocabulary/acr-levels';
import type { UpstreamResult } from './sealed';

/**
 * The level that a provider's sign-in counts for: 1, or the highest that the provider's `acr_mapping` gives to a value of
 * its `acr` or `amr`.
 */
export function upstreamLevel(
  { acr, amr }: Pick<UpstreamResult, 'acr' | 'amr'>,
  mapping: Readonly<Record<string, Level>>,
): Level {
  const values = acr === null ? amr : [acr, ...amr];
  const levels = values.flatMap((value) => (Object.hasOwn(mapping, value) ? (mapping[value] ?? []) : []));
  return highest(1, ...levels);
}
