import { describe, expect, it } from 'vitest';
import { toArea } from '#lib/interactions/area-address';
import { postedForm } from '#lib/testing/admin';
import { type ClientDraft, draftAddress, draftNames, isTooLong, maximumDraft, readDraft, typedDraft } from './draft';
import { newClientForm } from './new-client-form';

const draft: ClientDraft = {
  client_id: 'web-1',
  client_name: 'Web & shop',
  redirect_uris: 'https://rp.test/cb\nhttps://rp.test/b?x=1',
  post_logout_redirect_uris: '',
  scope: 'openid profile',
};

const queryOf = (address: string) => Object.fromEntries(new URL(address, 'https://op.test').searchParams);

describe('the draft of a new client (ux §1.15.8)', () => {
  it('is what was typed, and comes back from the address as it was', () => {
    expect(typedDraft(postedForm({ ...draft, scope: ['openid', 'profile'] }))).toEqual(draft);
    expect(readDraft(queryOf(draftAddress('web', draft, '/review')))).toEqual(draft);
    expect(newClientForm('web', queryOf(draftAddress('web', draft, '')))).toEqual({ kind: 'web', draft });
  });

  it('survives a sign-in whole, on both of its pages', () => {
    for (const page of ['', '/review'] as const) {
      const address = draftAddress('web', draft, page);
      expect(readDraft(queryOf(toArea(address, '/admin/sign-in')))).toEqual(draft);
    }
    const names = Object.fromEntries(draftNames.map((name) => [name, 'x']));
    const kept = toArea(`/admin/clients/new/web?${new URLSearchParams(names)}`, '/admin/sign-in');
    expect(queryOf(kept)).toEqual(names);
  });

  it('has no scope when all were taken out, and those of its kind before anything was typed', () => {
    expect(newClientForm('web', queryOf(draftAddress('web', { ...draft, scope: '' }, ''))).draft.scope).toBe('');
    expect(newClientForm('web', {}).draft.scope).toBe('openid profile email');
  });

  it('is refused when it is too long for an address, and not read from one', () => {
    const long = { ...draft, redirect_uris: 'https://rp.test/a\n'.repeat(300) };
    expect(() => draftAddress('web', long, '')).toThrow('too long');
    expect(readDraft({ ...long })).toBeNull();
  });

  it('stands in every address that is not too long', () => {
    const left = maximumDraft - new URLSearchParams(draft).toString().length;
    const longest = { ...draft, scope: draft.scope + 'x'.repeat(left) };
    expect(isTooLong(new URLSearchParams(longest))).toBe(false);
    expect(isTooLong(new URLSearchParams({ ...longest, scope: `${longest.scope}x` }))).toBe(true);
    expect(
      readDraft(queryOf(toArea(`/admin/clients/new/web?${new URLSearchParams(longest)}`, '/admin/sign-in'))),
    ).toEqual(longest);
  });
});
