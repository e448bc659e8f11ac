import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { Principal } from '#lib/admin/access/principal';
import type { UserFacts } from '#lib/admin/users/read-user';
import { ann } from './user-facts.fixture';
import { UserFrame } from './user-frame';

const user: UserFacts = { ...ann, sub: 'bob-sub', username: 'bob' };
const principal: Principal = { kind: 'session', sub: 'root-sub', name: 'root', role: 'editor', sid: 'a-session' };

const render = (changes: Partial<UserFacts>) =>
  renderToStaticMarkup(
    <UserFrame user={{ ...user, ...changes }} tab="profile" admin={{ principal }}>
      {null}
    </UserFrame>,
  );

describe('the heading of a user', () => {
  const links = (html: string, what: string) => html.match(new RegExp(`confirm/${what}"`, 'g')) ?? [];

  it('links to enabling a disabled user, in the menu and beside the state', () => {
    const html = render({ enabled: false });
    expect(links(html, 'enable')).toHaveLength(2);
    expect(links(html, 'disable')).toEqual([]);
    expect(html).not.toMatch(/confirm\/enable"[^>]*text-destructive/);
  });

  it('links to disabling an enabled user', () => {
    const html = render({});
    expect([links(html, 'enable'), links(html, 'disable').length]).toEqual([[], 1]);
  });

  it('links to neither for a person who may not change the user', () => {
    expect(render({ enabled: false, mayChange: false })).not.toContain('/confirm/');
  });
});
