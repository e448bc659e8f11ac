import type { Query } from '../query';
import { type ApplicationKind, kindOf } from './application-kind';
import { type ClientDraft, readDraft } from './draft';
import { presets } from './presets';
import { randomClientId } from './random-client-id';

/**
 * The initial values of the form for a new client: the values typed so far, otherwise defaults for its kind.
 * @throws AdminError `not_found` for an unknown kind
 */
export function newClientForm(
  type: string | undefined,
  query: Query,
): { readonly kind: ApplicationKind; readonly draft: ClientDraft } {
  const kind = kindOf(type);
  const untyped = { client_name: '', redirect_uris: '', post_logout_redirect_uris: '', expires_in_days: '' };
  const draft = readDraft(query) ?? {
    ...untyped,
    client_id: randomClientId(kind),
    scope: presets[kind].scope.join(' '),
  };
  return { kind, draft };
}
