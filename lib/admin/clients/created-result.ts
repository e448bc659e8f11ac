import { createHandle } from '#lib/crypto/random';
import type { AdminContext } from '../admin-context';
import type { ApplicationKind } from './application-kind';
import type { CreatedClient } from './create-client';
import type { Guide, GuideFacts } from './guides/guide';
import { guidesFor } from './guides/guides';

/** The data that the page of a new client shows once. */
export type CreatedResult = {
  readonly result: Readonly<Record<string, string>>;
  readonly guides: readonly Guide[];
};

type Described = { readonly kind: ApplicationKind; readonly name: string } & Pick<GuideFacts, 'redirectUri' | 'scope'>;

/** The secret of a new client, and the guides for connecting an application of its kind. */
export function createdResult(
  { settings: { issuer } }: AdminContext,
  { clientId, secret, secretExpiresAt }: CreatedClient,
  { kind, name, redirectUri, scope }: Described,
): CreatedResult {
  const once = secret === null ? {} : { once: { secret, cookieSecret: createHandle() } };
  return {
    result: {
      clientId,
      name: name || clientId,
      issuer,
      redirectUri,
      ...(secret !== null && { secret }),
      ...(secretExpiresAt !== null && { secretExpiresAt: secretExpiresAt.toISOString() }),
    },
    guides: guidesFor(kind, { issuer, clientId, redirectUri, scope, ...once }),
  };
}
