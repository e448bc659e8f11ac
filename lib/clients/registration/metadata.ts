import { z } from 'zod';
import type { Setting } from '#lib/vocabulary/setting';
import { checkClient } from '../check-client';
import { clientFields, readClient } from '../schema';
import { clientSettings } from '../settings';

type Registrable<Kind> = {
  [Key in keyof typeof clientSettings]: (typeof clientSettings)[Key] extends { readonly registration: Kind }
    ? Key
    : never;
}[keyof typeof clientSettings];

function fieldsOf<Kind extends Setting['registration']>(...kinds: readonly Kind[]) {
  const all = Object.entries<Setting>(clientSettings).filter(([, one]) =>
    kinds.some((kind) => kind === one.registration),
  );
  // The compiler cannot follow the filter. The type says exactly what the lines around this one do.
  return Object.fromEntries(all.map(([key, { schema }]) => [key, schema])) as Pick<
    typeof clientFields,
    Registrable<Kind>
  >;
}

/**
 * The metadata that a client may register (RFC 7591 §2, OpenID Connect Dynamic Client Registration §2), with the rules
 * of the configuration file. All other settings belong to the operator.
 */
export const metadataFields = {
  ...fieldsOf('effective', 'descriptive'),
  // Without it, a client may have every open scope.
  scope: clientFields.scope.removeDefault().optional(),
};

/** The metadata that only describes the client to people. Nothing that the client may do depends on it. */
export const descriptiveFields = fieldsOf('descriptive');

/**
 * Unknown members are ignored (RFC 7591 §2). A client cannot register secrets or PKCE settings, so those are always
 * valid.
 */
function metadataOf({ selfRegistered }: { readonly selfRegistered: boolean }) {
  return z
    .object(metadataFields)
    .transform(readClient)
    .superRefine((client, context) => {
      const clientSecrets = needsSecret(client) ? ['issued later'] : [];
      const own = {
        clientSecrets,
        requirePkce: 'auto',
        selfRegistered,
        agentState: 'pending',
        securityProfile: 'none',
      } as const;
      checkClient({ ...client, ...own }, context);
    });
}

/** The metadata for an agent, and for a client that an operator vouches for. */
export const clientMetadata = {
  open: metadataOf({ selfRegistered: true }),
  vouched: metadataOf({ selfRegistered: false }),
};

export type ClientMetadata = z.output<typeof clientMetadata.open>;

type Method = Pick<ClientMetadata, 'tokenEndpointAuthMethod'>;

/** Whether the client authenticates with a secret. */
export function needsSecret({ tokenEndpointAuthMethod: method }: Method): boolean {
  return method === 'client_secret_basic' || method === 'client_secret_post';
}

/** False for a client that any program could imitate (RFC 6749 §2.1). */
export function canKeepSecret({ tokenEndpointAuthMethod: method }: Method): boolean {
  return method !== 'none';
}
