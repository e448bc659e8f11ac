import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { PageHeader } from '../page-header';
import { ChoiceList } from './choice-fields';

/** Without spaces and longer than a phone is wide. */
const name = `https://api.${'department-'.repeat(8)}.example.com/read`;

it('long names may break anywhere, so that a phone does not scroll sideways (WCAG 1.4.10)', () => {
  const options = [{ value: name, label: name, help: name }];
  const choices = renderToStaticMarkup(<ChoiceList name="scope" label="Scopes" chosen={[]} options={options} />);
  expect(choices.match(/<span class="[^"]*wrap-anywhere[^"]*">https/g)).toHaveLength(2);
  expect(renderToStaticMarkup(<PageHeader title={name} />)).toMatch(/<h1 class="[^"]*wrap-anywhere/);
});

it('a group of very many words is one field, and the others stay checkboxes', () => {
  const many = Array.from({ length: 500 }, (_, index) => ({
    value: `api-${index}`,
    label: `api-${index}`,
    group: { label: 'APIs' },
  }));
  const options = [{ value: 'openid', label: 'openid', group: { label: 'Identity' } }, ...many];
  const chosen = ['openid', 'api-3', 'api-499'];
  const list = renderToStaticMarkup(
    <ChoiceList name="scope" label="Scopes" chosen={chosen} options={options} areWords />,
  );
  expect(list.match(/type="checkbox"/g)).toHaveLength(1);
  expect(list).toMatch(/<textarea name="scope"[^>]*>api-3\napi-499<\/textarea>/);
  expect(list.length).toBeLessThan(2000);
});
