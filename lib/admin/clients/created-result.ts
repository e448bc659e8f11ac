import type { AdminContext } from '../admin-context';
import type { ApplicationKind } from './application-kind';
import type { CreatedClient } from './create-client';
import type { Guide } from './guides/guide';
import { guidesFor } from './guides/guides';

/** What the page of a new client shows, once. */
export type CreatedResult = {
  readonly result: Readonly<Record<string, string>>;
  readonly guides: readonly Guide[];
};

/** The secret of a new client, and how an application of its kind is connected. */
export function createdResult(
  { settings: { issuer } }: AdminContext,
  { clientId, secret }: CreatedClient,
  {
    kind,
    redirectUri,
    scope,
  }: { readonly kind: ApplicationKind; readonly redirectUri: string; readonly scope: string },
): CreatedResult {
  return {
    result: { clientId, ...(secret !== null && { secret }) },
    guides: guidesFor(kind, { issuer, clientId, redirectUri, scope }),
  };
}
