import { z } from 'zod';
import type { Client } from '#lib/clients/client';
import type { Snapshot } from '#lib/snapshot/snapshot';
import { levelOfAcr } from '#lib/vocabulary/acr-levels';
import { jsonProblems, parseJson } from '#lib/vocabulary/json';
import { type ClaimsRequest, noClaimsRequest, type RequestedAcr } from '#lib/vocabulary/requested-claims';
import { invalidRequest, refusal } from '../oauth-error';
import { findAllowedScope, scopesOf } from '../scope';

const maximumLength = 4096;

const claimRequest = z
  .object({
    essential: z.boolean().optional(),
    value: z.unknown().optional(),
    values: z.array(z.unknown()).max(50).optional(),
  })
  .nullable();
const members = z.record(z.string().max(100), claimRequest);
const parameter = z.object({ id_token: members.nullish(), userinfo: members.nullish() });

type Members = z.output<typeof members>;

type ClaimsParameter = {
  readonly requested: ClaimsRequest;
  /** The subject that `id_token.sub` requests (OpenID Connect Core §5.5.1). Null without one. */
  readonly sub: string | null;
};

/** A request without the parameter. */
export const noClaimsParameter: ClaimsParameter = { requested: noClaimsRequest, sub: null };

/**
 * Reads the `claims` parameter (OpenID Connect Core §5.5). Claims that none of the client's scopes includes are left
 * out. This is allowed for voluntary and essential claims that are not available.
 * @throws invalid_request if it is not a valid object, or requests several subjects; unmet_authentication_requirements
 * for an essential `acr` whose values match no level (§5.5.1.1)
 */
export function readClaimsParameter(text: string, client: Client, snapshot: Snapshot): ClaimsParameter {
  const { id_token: idToken, userinfo } = parse(text);
  const acr = requestedAcr(idToken?.acr, snapshot);
  const known = claimsWithinReach(client, snapshot);
  const namesOf = (asked: Members | null | undefined) => Object.keys(asked ?? {}).filter((name) => known.has(name));
  return {
    requested: { idToken: namesOf(idToken), userinfo: namesOf(userinfo), acr },
    sub: requestedSubject(idToken?.sub),
  };
}

function parse(text: string): z.output<typeof parameter> {
  if (text.length > maximumLength) throw invalidRequest('parameter_too_long', { name: 'claims parameter' });
  const json = parseJson(text);
  if ('problem' in json) throw invalidRequest('claims_malformed', { reason: `it ${jsonProblems[json.problem]}` });
  const parsed = parameter.safeParse(json.value);
  if (!parsed.success) throw invalidRequest('claims_malformed', { reason: 'not a valid object' });
  return parsed.data;
}

/**
 * The only person who may get an answer (§3.1.2.2). `values` with one entry is the same as `value` (§5.5.1). With
 * several, nobody can be hinted at, so they are refused instead of ignored.
 */
function requestedSubject(sub: Members[string] | undefined): string | null {
  const named = [sub?.value ?? [], sub?.values ?? []].flat();
  const [first, ...others] = new Set(named);
  if (first === undefined) return null;
  if (typeof first !== 'string' || others.length > 0) {
    throw invalidRequest('claims_malformed', { reason: 'sub does not name one user' });
  }
  return first;
}

/** The known values of a requested `acr`. Null if there are none. */
function requestedAcr(acr: Members[string] | undefined, { portal }: Snapshot): RequestedAcr | null {
  const asked = acr?.values ?? (acr?.value === undefined ? [] : [acr.value]);
  if (asked.length === 0) return null;
  const values = asked.filter((name): name is string => typeof name === 'string');
  const known = values.filter((name) => levelOfAcr(name, portal.acrAliases) !== null);
  const essential = acr?.essential === true;
  if (essential && known.length === 0) throw refusal('unmet_authentication_requirements', 'acr_unknown');
  return known.length === 0 ? null : { essential, values: known };
}

/** The claims that the client's identity scopes include. */
function claimsWithinReach(client: Client, snapshot: Snapshot): ReadonlySet<string> {
  const scopes = scopesOf(snapshot, client).flatMap((name) => findAllowedScope(snapshot, client, name) ?? []);
  return new Set(scopes.filter(({ type }) => type === 'identity').flatMap(({ claims }) => claims));
}
