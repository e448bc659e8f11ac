import type { z } from 'zod';
import { checkClaimRules } from '#lib/vocabulary/claim-rules';
import { entry, refuse } from '#lib/vocabulary/entry';
import { checkGroupsClaim } from '#lib/vocabulary/groups-claim';
import { camelKeys } from '#lib/vocabulary/keys';
import { schemasOf } from '#lib/vocabulary/setting';
import { checkClient } from './check-client';
import { clientSettings } from './settings';

/** One entry of the section `clients`, with its keys in the file's order. */
export const clientFields = schemasOf(clientSettings);

const entryOf = entry(clientFields).transform(readClient);

/** A client from the file or an administrator's form, with all rules checked. */
export const clientSchema = entryOf.superRefine(checkClient).superRefine(checkClaims);

/** Which groups it sees and what its rules write. A client that describes itself has neither. */
function checkClaims(client: z.output<typeof entryOf>, context: z.core.$RefinementCtx<unknown>): void {
  checkGroupsClaim(client.groupsClaim, context);
  if (client.apiRoles.length > 0 && !client.grantTypes.includes('client_credentials')) {
    refuse(context, ['api_roles'], 'api_roles_without_grant', 'api_roles needs the grant client_credentials');
  }
  checkClaimRules({ ...client, claims: null }, context);
}

export type ClientEntry = z.output<typeof clientSchema>;

type ResponseTypes = { readonly grant_types: readonly string[]; readonly response_types?: string[] | undefined };

/** Converts an entry. `code` is the default response type of a client with authorization_code (RFC 7591 §2). */
export function readClient<Fields extends ResponseTypes>({ response_types, ...rest }: Fields) {
  const usual = rest.grant_types.includes('authorization_code') ? ['code'] : [];
  return { ...camelKeys(rest), responseTypes: response_types ?? usual };
}
