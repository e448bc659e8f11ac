import { describe, expect, it } from 'vitest';
import { toArea } from '#lib/interactions/area-address';
import { postedForm } from '#lib/testing/admin';
import { maximumDraft } from '../query';
import { type ClientDraft, draftNames, newClientForm, readDraft, typedDraft } from './create';

const draft: ClientDraft = {
  client_id: 'web-1',
  client_name: 'Web & shop',
  redirect_uris: 'https://rp.test/cb\nhttps://rp.test/b?x=1',
  post_logout_redirect_uris: '',
  scope: 'openid profile',
  new_scope: '',
  access: 'assigned',
  expires_in_days: '90',
};

const address = (typed: ClientDraft) => `/admin/clients/new/web?${new URLSearchParams(typed)}`;
const queryOf = (path: string) => Object.fromEntries(new URL(path, 'https://op.test').searchParams);

describe('the draft of a new client (ux §1.15.8)', () => {
  it('keeps what was typed over the address', () => {
    expect(typedDraft(postedForm({ ...draft, scope: ['openid', 'profile'] }))).toEqual(draft);
    expect(newClientForm('web', queryOf(address(draft)))).toEqual({ kind: 'web', draft });
  });

  it('has the scopes of checkboxes and of a field for very many', () => {
    const typed = postedForm({ ...draft, scope: ['openid', ' orders\r\ninvoices  stock ', ''] });
    expect(typedDraft(typed).scope).toBe('openid orders invoices stock');
  });

  it('survives a sign-in completely', () => {
    expect(readDraft(queryOf(toArea(address(draft), '/admin/sign-in')))).toEqual(draft);
    const names = Object.fromEntries(draftNames.map((name) => [name, 'x']));
    const kept = toArea(`/admin/clients/new/web?${new URLSearchParams(names)}`, '/admin/sign-in');
    expect(queryOf(kept)).toEqual(names);
  });

  it('has no scope if all were removed, and the scopes of its kind before anything was typed', () => {
    expect(newClientForm('web', queryOf(address({ ...draft, scope: '' }))).draft.scope).toBe('');
    expect(newClientForm('web', {}).draft.scope).toBe('openid profile email offline_access');
  });

  it('is not read from an address over its limit', () => {
    const left = maximumDraft - new URLSearchParams(draft).toString().length;
    const longest = { ...draft, scope: draft.scope + 'x'.repeat(left) };
    expect(readDraft(queryOf(toArea(address(longest), '/admin/sign-in')))).toEqual(longest);
    expect(readDraft({ ...longest, scope: `${longest.scope}x` })).toBeNull();
  });
});
