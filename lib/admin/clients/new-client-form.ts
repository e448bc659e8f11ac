import { createText } from '#lib/crypto/random';
import { AdminError } from '../admin-error';
import type { Query } from '../query';
import { type ApplicationKind, applicationKinds } from './application-kind';
import { type ClientDraft, readDraft } from './draft';
import { presets } from './presets';

/**
 * What the form of a new client starts with: what was typed so far, else what suits its kind.
 * @throws AdminError `not_found` for a kind that there is not
 */
export function newClientForm(
  type: string | undefined,
  query: Query,
): { readonly kind: ApplicationKind; readonly draft: ClientDraft } {
  const kind = kindOf(type);
  const untyped = { client_name: '', redirect_uris: '', post_logout_redirect_uris: '' };
  const draft = readDraft(query) ?? { ...untyped, client_id: freeClientId(kind), scope: presets[kind].scope.join(' ') };
  return { kind, draft };
}

/** @throws AdminError `not_found` for a kind that there is not */
export function kindOf(type: string | undefined): ApplicationKind {
  const kind = applicationKinds.find((known) => known === type);
  if (kind === undefined) throw new AdminError('not_found', 'There is no such kind of application');
  return kind;
}

/** An id that nobody has, and that can be told from others. */
export function freeClientId(kind: ApplicationKind): string {
  return `${kind}-${createText('abcdefghjkmnpqrstuvwxyz23456789', 10)}`;
}
