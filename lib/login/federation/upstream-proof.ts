import type { Proof } from '#lib/factors/proof';
import type { IdentityProvider } from '#lib/providers/provider';
import { highest, type Level } from '#lib/vocabulary/acr-levels';
import type { UpstreamResult } from './sealed';

/** The proof of a sign-in at a provider. */
export function upstreamProof(arrival: UpstreamResult, { name, acrMapping }: IdentityProvider): Proof {
  const { amr, signedInAt: at } = arrival;
  return { factor: 'provider', at, provider: name, amr, level: upstreamLevel(arrival, acrMapping) };
}

/**
 * The level of a sign-in at a provider: 1, or the highest one that the provider's `acr_mapping` gives to a value of its
 * `acr` or `amr`.
 */
function upstreamLevel(
  { acr, amr }: Pick<UpstreamResult, 'acr' | 'amr'>,
  mapping: Readonly<Record<string, Level>>,
): Level {
  const values = acr === null ? amr : [acr, ...amr];
  const levels = values.flatMap((value) => (Object.hasOwn(mapping, value) ? (mapping[value] ?? []) : []));
  return highest(1, ...levels);
}
