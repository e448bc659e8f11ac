import { acrOfLevel, highest, type Level, levelOfAcr } from '#lib/vocabulary/acr-levels';
import { policyOf, portalScope } from './policy-of';
import type { DocumentSource } from './public-document';

/**
 * The values of `acr` that a sign-in can reach, for discovery: the names of the levels and their aliases. More than two
 * factors takes a passkey, or a provider that vouches for the level.
 */
export function reachableAcrValues(context: DocumentSource): string[] {
  const { portal, providers } = context.snapshot;
  const { acrAliases } = portal;
  const vouched = [...providers.values()].flatMap(({ enabled, acrMapping }) =>
    enabled ? Object.values(acrMapping) : [],
  );
  const reached = policyOf(portalScope, context).passkeys ? 4 : highest<Level>(2, ...vouched);
  const names = [...Object.values(acrOfLevel), ...Object.keys(acrAliases)];
  return names.filter((name) => (levelOfAcr(name, acrAliases) ?? 0) <= reached);
}
