import { gzipSync } from 'node:zlib';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { longestList } from '#lib/interactions/usable-providers';
import type { ProviderBrand } from '#lib/providers/provider-brand';
import { BrandMark } from './brand-mark';
import { ProviderMark } from './provider-mark';

const brands: readonly ProviderBrand[] = [
  'auth0',
  'github',
  'gitlab',
  'google',
  'keycloak',
  'linkedin',
  'microsoft',
  'okta',
  'slack',
];
const render = (brand: ProviderBrand | null) =>
  renderToStaticMarkup(<ProviderMark name="contoso" brand={brand} logo={null} />);

it.each(brands)('the mark of %s is a picture without text, external files or styles', (brand) => {
  const mark = render(brand);
  expect(mark).toMatch(/^<svg [^>]*aria-hidden="true"/);
  expect(mark).toContain('<path ');
  expect(mark).not.toMatch(/style=|href|url\(|\d\.\d{3}/);
});

it('a provider without a known service gets the first letter of its name', () => {
  expect(render(null)).toMatch(/aria-hidden="true".*>C<\/span>$/);
});

it('a provider’s own logo replaces its mark and has no text (security #126)', () => {
  const logo = { plain: '/branding/~providers/corp.x', dark: '/branding/~providers/corp.y', needsPlate: false };
  const mark = renderToStaticMarkup(<ProviderMark name="contoso" brand="google" logo={logo} />);
  expect(mark).toMatch(
    /^<picture[^>]*><source media="\(prefers-color-scheme: dark\)" srcSet="[^"]*corp.y"\/><img src="[^"]*corp.x" alt=""/,
  );
  expect(renderToStaticMarkup(<ProviderMark name="c" brand={null} logo={{ ...logo, needsPlate: true }} />)).toContain(
    'bg-plate',
  );
});

it('the marks of the longest list without a search fit the budget of the sign-in page (ux §3.1)', () => {
  const sizes = brands.map((brand) => gzipSync(render(brand)).length).toSorted((a, b) => b - a);
  expect(sizes.slice(0, longestList).reduce((sum, size) => sum + size)).toBeLessThan(2400);
});

it('the gallery shows the mark of OpenID for any other service', () => {
  expect(renderToStaticMarkup(<BrandMark brand="openid" className="size-8" />)).toContain('<path ');
});
