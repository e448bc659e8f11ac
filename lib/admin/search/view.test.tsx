import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { AdminRole } from '#lib/users/user';
import type { SearchGroup } from './search-group';
import { PaletteResults } from './view';

const shop = {
  id: 'shop',
  name: 'Lantern Books',
  detail: 'shop',
  enabled: true,
  at: null,
  href: '/admin/clients/shop',
};
const owner: AdminRole = 'owner';
const clients: SearchGroup = { kind: 'client', hits: [shop], total: 9, more: false, href: '/admin/clients?q=lan' };

/** The labels of the groups, and the texts of their options. */
function list(text: string | null, role: AdminRole, groups: readonly SearchGroup[] = []) {
  const html = renderToStaticMarkup(<PaletteResults text={text} groups={groups} role={role} />);
  const labels = [...html.matchAll(/role="group" aria-label="([^"]+)"/g)].map(([, label]) => label);
  const options = [...html.matchAll(/<(?:a|button)[^>]*role="option".*?<\/(?:a|button)>/g)]
    .map(([option]) => option.replace(/<[^>]+>/g, ''))
    .filter((option) => option !== '');
  return { html, labels, options };
}

it('the palette offers the page, recent objects, actions and places before anything is typed', () => {
  const { labels, options } = list(null, 'owner');
  expect(labels).toEqual(['This page', 'Recent', 'Actions', 'Go to']);
  expect(options).toEqual(expect.arrayContaining(['New client', 'Rotate keys', 'Sign out', 'Theme: Dark', 'Users']));
});

it.each(['auditor', 'editor', 'owner'] as const)('the palette offers an %s the actions of the role', (role) => {
  const { options } = list(null, role);
  const writes = options.filter((name) => /^(New|Start) /.test(name));
  expect(writes).toHaveLength(role === 'auditor' ? 0 : 8);
  expect(options.includes('Rotate keys')).toBe(role === 'owner');
  expect(options).toContain('Simulate a sign-in request');
});

it('the palette finds an action by the beginning of a word, and links to all results', () => {
  const { labels, options, html } = list('rotate', 'owner');
  expect(labels).toEqual(['This page', 'Actions', 'Everything']);
  expect(options).toEqual(['Rotate keys', 'See all results']);
  expect(html).toContain('href="/admin/search?q=rotate"');
});

it('the palette lists prefix matches first, so that Enter opens one', () => {
  expect(list('lan', 'owner', [clients]).options[0]).toBe('Lantern Booksshop');
  expect(list('new', 'owner', [clients]).options[0]).toBe('New client');
});

it('the palette lists settings with their section, and parts of the documentation', () => {
  const hit = {
    ...shop,
    id: 'recovery',
    name: 'Password reset',
    detail: 'Accounts',
    href: '/admin/settings/accounts#field-recovery',
  };
  const settings: SearchGroup = { kind: 'setting', hits: [hit], total: 1, more: false, href: '/admin/settings' };
  const documents = [{ heading: 'Recovery', title: 'Accounts', href: '/docs/accounts#recovery' }];
  const html = renderToStaticMarkup(
    <PaletteResults text="reco" groups={[settings]} documents={documents} role={owner} />,
  );
  expect(html).toContain('href="/admin/settings/accounts#field-recovery"');
  expect(html).toMatch(/aria-label="Documentation".*href="\/docs\/accounts#recovery"/s);
  expect(html).toContain('data-palette-results="2 results"');
});

it('the palette says that a word has no matches', () => {
  expect(list('alcie', 'owner').html).toContain('Nothing is called “alcie”');
});

it('the palette sends the choice of a theme with the form of the account menu', () => {
  const { html } = list('dark', 'auditor');
  expect(html).toMatch(/<button (?=[^>]*form="preferences")(?=[^>]*name="theme")(?=[^>]*value="dark")/);
  expect(html).not.toContain('is called');
});
