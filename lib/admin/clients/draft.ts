import type { Query } from '../query';
import type { PostedFields } from '../read-form';

/** What a new client is asked for. What was typed so far is in the address of its page, under these names. */
export const draftNames = ['client_id', 'client_name', 'redirect_uris', 'post_logout_redirect_uris', 'scope'] as const;

/** A new client as far as it is filled in: addresses one a line, scopes with spaces. */
export type ClientDraft = Readonly<Record<(typeof draftNames)[number], string>>;

/** Longer drafts do not survive a sign-in (see toArea()), in characters of the query. */
export const maximumDraft = 4000;

/** The draft that an address holds; null when it holds none, or one that is too long. */
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
  };
}
