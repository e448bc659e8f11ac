import type { z } from 'zod';
import { entry, refuse } from '#lib/vocabulary/entry';
import { camelKeys } from '#lib/vocabulary/keys';
import { schemasOf } from '#lib/vocabulary/setting';
import { providerSettings } from './settings';

/** The default scopes of each type, which include a name and an address. */
const defaultScope = {
  oidc: 'openid profile email',
  github: 'read:user user:email',
  facebook: 'public_profile email',
  x: 'users.read tweet.read users.email',
} as const;

/**
 * The shared issuers of Microsoft Entra ID. Their tokens come from thousands of issuers. Anybody can create one with
 * any address in the claims, so an answer cannot be verified.
 */
const sharedEntra = /^https:\/\/login\.microsoftonline\.com\/(common|organizations|consumers)(\/|$)/i;
/** Whether an issuer stands for many tenants, of which some must be chosen. */
export function isSharedIssuer(issuer: string): boolean {
  return sharedEntra.test(issuer);
}

const sharedEntraProblem =
  'expected the issuer of one tenant, https://login.microsoftonline.com/TENANT-ID/v2.0, or allowed_tenants; the shared issuer accepts every tenant';

export type ProviderType = z.output<typeof providerSettings.type.schema>;

/** One entry of the section `identity_providers`, with its keys in the file's order. */
export const providerFields = schemasOf(providerSettings);

export const providerSchema = entry(providerFields)
  .transform((given) => ({ ...camelKeys(given), scope: given.scope ?? defaultScope[given.type] }))
  .superRefine((provider, context) => {
    checkCredential(provider, context);
    if (provider.type === 'oidc') {
      if (provider.issuer === null) refuse(context, ['issuer'], 'issuer_missing', 'type oidc needs an issuer');
      else if (sharedEntra.test(provider.issuer) && provider.allowedTenants.length === 0) {
        refuse(context, ['issuer'], 'issuer_shared', sharedEntraProblem);
      }
      if (provider.scope.split(' ').includes('openid')) return;
      return refuse(context, ['scope'], 'scope_openid', 'type oidc needs the scope openid (OIDC Core §3.1.2.1)');
    }
    const onlyOidc = {
      response_mode: provider.responseMode !== 'query',
      allowed_tenants: provider.allowedTenants.length > 0,
      token_endpoint_auth_method: provider.tokenEndpointAuthMethod !== null,
    };
    if (provider.groupMapping !== null) {
      refuse(context, ['group_mapping'], 'group_mapping_type', 'only type oidc has claims that lead to groups');
    }
    for (const [key, isSet] of Object.entries(onlyOidc)) {
      if (isSet) refuse(context, [key], 'provider_oidc_only', 'only type oidc has this key');
    }
    if (provider.type !== 'github') {
      if (provider.issuer !== null) {
        refuse(context, ['issuer'], 'provider_oidc_only', `type ${provider.type} has no issuer`);
      }
    } else if (provider.issuer !== null && new URL(provider.issuer).origin !== provider.issuer) {
      refuse(
        context,
        ['issuer'],
        'issuer_origin',
        'expected the address of a GitHub Enterprise Server, without a path',
      );
    }
    if (provider.clientSecret === null) {
      refuse(context, ['client_secret'], 'provider_secret_missing', `type ${provider.type} needs a client_secret`);
    }
  });

export type ProviderEntry = z.output<typeof providerSchema>;

type Credential = Pick<ProviderEntry, 'type' | 'clientSecret' | 'teamId' | 'keyId' | 'privateKey'> & {
  readonly tokenEndpointAuthMethod: string | null;
};

/** A provider has a secret, or a key that signs one, or neither. */
function checkCredential(provider: Credential, context: z.core.$RefinementCtx<unknown>): void {
  const { type, clientSecret, teamId, keyId, privateKey: key, tokenEndpointAuthMethod: method } = provider;
  const signs = [teamId, keyId, key].filter((part) => part !== null).length;
  if (signs > 0 && (signs < 3 || type !== 'oidc')) {
    const message = 'team_id, key_id and private_key belong together, with type oidc';
    refuse(context, ['private_key'], 'provider_key_incomplete', message);
  }
  if (key !== null && clientSecret !== null) {
    refuse(context, ['client_secret'], 'provider_secret_twice', 'expected either client_secret or private_key');
  }
  const isNone = method === 'none';
  if (method === null || isNone === (clientSecret === null && key === null)) return;
  const message = isNone ? 'none is for a client without a secret' : `${method} needs a client_secret or private_key`;
  refuse(context, ['token_endpoint_auth_method'], 'provider_auth_method', message);
}
