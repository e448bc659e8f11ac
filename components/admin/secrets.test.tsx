import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { SecretsPanel } from './secrets';

const at = new Date('2026-11-27T06:00:00Z');
const secrets = [
  { id: 's1', description: 'Production', createdAt: at, expiresAt: at, ending: '7zYk', lastUsedAt: null },
  { id: 's2', description: null, createdAt: at, expiresAt: null, ending: null, lastUsedAt: at },
];

const render = (canEdit: boolean) =>
  renderToStaticMarkup(
    <SecretsPanel secrets={secrets} createHref="/admin/clients/shop/secret" canEdit={canEdit} now={at} />,
  );

it('shows on a phone when each secret expires, and how to delete it', () => {
  const html = render(true);
  expect(html.match(/class="cell-fact" data-label="Expires"/g)).toHaveLength(2);
  expect(html).toMatch(/data-label="Expires"><time [^>]*>Nov 27, 2026, 06:00 UTC<\/time>.*Expired/);
  expect(html.match(/class="cell-actions"><a [^>]*href="\/admin\/clients\/shop\/secret\/s[12]"/g)).toHaveLength(2);
  expect(html).not.toContain('overflow-x-auto rounded-lg border border-border bg-card"');
});

it('offers no actions to a person who may not edit', () => {
  expect(render(false)).not.toMatch(/Delete|New secret/);
});
