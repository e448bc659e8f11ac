import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { readAuditQuery } from './read';
import type { Choice, ResolvedAudit } from './resolve-audit';
import { texts } from './texts';
import { AuditView } from './view';

const choices: readonly Choice[] = ['alice', 'bob'].map((name) => ({
  kind: 'user',
  parameter: 'actor',
  id: `${name}-sub`,
  name,
  detail: null,
}));

function render(query: Record<string, string>, unclear: ResolvedAudit['unclear'], isListed = unclear === null): string {
  const chosen = readAuditQuery(query);
  return renderToStaticMarkup(
    <AuditView
      address={{ path: '/admin/audit', query }}
      chosen={chosen}
      asked={{ ...chosen, q: null }}
      found={null}
      names={{ user: null, actor: null, client: null }}
      unclear={unclear}
      page={isListed ? { lines: [], first: 1, total: 0, previous: null, next: null } : null}
    />,
  );
}

const { exportCsv, unknown } = texts;

it('the audit log offers a download of the listed events', () => {
  expect(render({ outcome: 'failure' }, null)).toMatch(
    new RegExp(`<input type="hidden" name="outcome" value="failure"/>.*${exportCsv}`),
  );
  const deleted = render({ actor: 'gone' }, { parameter: 'actor', typed: 'gone', choices: [] }, true);
  expect(deleted).toMatch(new RegExp(`name="actor" value="gone"/>.*${exportCsv}`));
});

it('the audit log offers no download while a word is ambiguous or unknown', () => {
  const several = render({ q: 'jones' }, { parameter: 'q', typed: 'jones', choices });
  expect(several).toContain('actor=alice-sub');
  const nothing = render({ q: 'alcie' }, { parameter: 'q', typed: 'alcie', choices: [] });
  expect(nothing).toContain(unknown('alcie'));
  for (const html of [several, nothing]) expect(html).not.toContain(exportCsv);
});
