import type { Client } from '#lib/clients/client';
import { type AskedLevel, nothingAsked } from '#lib/factors/decide-factor';
import { levelOf, type Proof, type ProofLevel } from '#lib/factors/proof';
import type { AuthorizationRequest } from '#lib/interactions/authorization-request';
import type { Portal } from '#lib/tenants/schema';
import { acrOfLevel, highest, levelOfAcr } from '#lib/vocabulary/acr-levels';
import { parseAcrValues } from '#lib/vocabulary/acr-values';
import type { RequestedAcr } from '#lib/vocabulary/requested-claims';

/** The parts of a request that concern the level of its sign-in. */
export type AskedAcr = Pick<AuthorizationRequest, 'acrValues'> & {
  readonly claims?: { readonly acr: RequestedAcr | null };
};

type LevelRules = Pick<Client, 'minimumAcr' | 'defaultAcrValues'>;

/**
 * The values of `acr` that a request asks for, in order of preference: those of the `claims` parameter, otherwise of
 * `acr_values`, otherwise of the client's `default_acr_values` (OpenID Connect Core §3.1.2.1, §5.5.1.1).
 */
function askedNames({ acrValues, claims }: AskedAcr, client: LevelRules): readonly string[] {
  const byClaim = claims?.acr?.values ?? [];
  if (byClaim.length > 0) return byClaim;
  const names = parseAcrValues(acrValues).others.filter((name) => !name.startsWith('idp:'));
  return names.length > 0 ? names : client.defaultAcrValues;
}

/**
 * The level that a client and its request ask for. `acr_values` is a preference, while an essential `acr` and
 * `minimum_acr` are requirements.
 */
export function askedLevel(
  request: AskedAcr,
  client: LevelRules,
  { acrAliases }: Pick<Portal, 'acrAliases'>,
): AskedLevel {
  const minimum = client.minimumAcr === null ? 0 : (levelOfAcr(client.minimumAcr, acrAliases) ?? 0);
  const wish = askedNames(request, client).flatMap((name) => levelOfAcr(name, acrAliases) ?? []);
  const essential = request.claims?.acr?.essential ? (wish.toSorted((a, b) => a - b)[0] ?? 0) : 0;
  return { ...nothingAsked, must: highest<ProofLevel>(minimum, essential), wish };
}

/**
 * The `acr` of a token: the first requested value that was reached, otherwise the name of the level. A higher level
 * includes the lower ones.
 */
export function acrOf(
  proofs: readonly Proof[],
  {
    request,
    client,
    portal,
  }: { readonly request: AskedAcr; readonly client: LevelRules; readonly portal: Pick<Portal, 'acrAliases'> },
): string | null {
  const level = levelOf(proofs);
  if (level === 0) return null;
  const reached = askedNames(request, client).find((name) => {
    const asked = levelOfAcr(name, portal.acrAliases);
    return asked !== null && asked <= level;
  });
  return reached ?? acrOfLevel[level];
}
