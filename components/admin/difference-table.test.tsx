import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { DifferenceTable } from './difference-table';

const table = (before: unknown, after: unknown) =>
  renderToStaticMarkup(
    <DifferenceTable caption="Changes" section="portal" differences={[{ key: 'theme', before, after }]} />,
  );
const theme = { primary: '#0a5f8a', logo: null, texts: { de: { title: 'Hafen' } } };
const logo = `data:image/svg+xml;base64,${Buffer.from('<svg/>'.repeat(20)).toString('base64')}`;

it('a group of settings has a row for each setting that changed', () => {
  const html = table(theme, { ...theme, primary: '#112233', texts: { de: { title: 'Kai' } } });
  expect(html).toContain(
    '>Color</span><code class="break-all font-normal text-muted-foreground text-xs">theme.primary<',
  );
  expect(html).toMatch(/<del.*#0a5f8a.*<ins.*#112233/);
  expect(html).toMatch(/theme\.texts\.de\.title.*<del.*Hafen.*<ins.*Kai/);
  expect(html).not.toContain('theme.logo');
});

it('a language is no ID', () => {
  expect(table(theme, { ...theme, texts: { ...theme.texts, id: { title: 'Dermaga' } } })).toContain('Dermaga');
});

it('a new group shows what is set, and one without anything itself', () => {
  const html = table(undefined, theme);
  expect(html).toContain('theme.primary');
  expect(html).not.toContain('theme.logo');
  expect(table(undefined, {})).toContain('>theme<');
});

it('a picture is told in words', () => {
  const html = table(theme, { ...theme, logo });
  expect(html).toContain('Image (svg+xml, 120 bytes)');
  expect(html).not.toContain('base64');
});

it('a list shows what was added and removed, roles by their names', () => {
  const html = table([{ name: 'admin' }, { name: 'user' }], [{ name: 'admin' }, { name: 'user', default: true }]);
  expect(html).toMatch(/<del.*>user<.*<ins.*>user \{&quot;default&quot;:\s*true\}</s);
  expect(html).not.toContain('admin');
  expect(table([], [{ claim: 'role', from: 'roles' }])).toContain('&quot;claim&quot;');
});
