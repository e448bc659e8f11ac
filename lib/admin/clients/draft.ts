import type { Query } from '../query';
import type { PostedFields } from '../read-form';

/** The fields of the form for a new client. The values typed so far are in the page's address, under these names. */
export const draftNames = [
  'client_id',
  'client_name',
  'redirect_uris',
  'post_logout_redirect_uris',
  'scope',
  'expires_in_days',
] as const;

/** A partly completed new client. Addresses are separated by line breaks, scopes by spaces. */
export type ClientDraft = Readonly<Record<(typeof draftNames)[number], string>>;

/** In characters of the query. A sign-in does not keep longer drafts (see toArea()). */
export const maximumDraft = 4000;

/** The draft in an address. Null if there is none, or if it is too long. */
export function readDraft(query: Query): ClientDraft | null {
  const draft = draftOf((name) => query[name] ?? '');
  const isTooLong = new URLSearchParams(draft).toString().length > maximumDraft;
  return query.client_id === undefined || isTooLong ? null : draft;
}

export function typedDraft(form: PostedFields): ClientDraft {
  return draftOf((name) => (name === 'scope' ? form.list(name).join(' ') : form.text(name)));
}

function draftOf(read: (name: string) => string): ClientDraft {
  return {
    client_id: read('client_id'),
    client_name: read('client_name'),
    redirect_uris: read('redirect_uris'),
    post_logout_redirect_uris: read('post_logout_redirect_uris'),
    scope: read('scope'),
    expires_in_days: read('expires_in_days'),
  };
}
