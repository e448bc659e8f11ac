import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { type AgentPage, readAgentQuery } from './read';
import { texts } from './texts';
import { AgentListView } from './view';

const page: AgentPage = {
  lines: [],
  total: 0,
  first: 1,
  previous: null,
  next: null,
  isUseKnown: true,
  limit: 100,
};

function render(open: { registration: boolean; documents: boolean }, { canEdit = true, hasDocs = true } = {}): string {
  const address = { path: '/admin/agents', query: {} };
  return renderToStaticMarkup(
    <AgentListView {...{ address, asked: readAgentQuery({}), page, open, hasDocs, canEdit }} />,
  );
}

describe('the questions about agents', () => {
  const { text, textOfOne } = texts.bulk;

  it('speak of several agents in the plural, and of one in the singular', () => {
    for (const several of Object.values(text)) expect(several).not.toMatch(/\b(it|its)\b/i);
    for (const one of Object.values(textOfOne)) expect(one).toMatch(/\b(it|its|the agent)\b/i);
  });
});

describe('the list of agents where there are none', () => {
  it.each([
    [true, true, 'An agent appears here when it registers itself, or', false],
    [true, false, 'Metadata documents are off', true],
    [false, true, 'Self-registration is off', true],
    [false, false, 'Turn on either in Settings', true],
  ])('says what can be turned on: registration %s, documents %s', (registration, documents, text, leadsToSettings) => {
    const html = render({ registration, documents });
    expect(html).toContain(text);
    expect(html.includes('href="/admin/settings/agents"')).toBe(leadsToSettings);
    expect(render({ registration, documents }, { canEdit: false })).not.toContain('href="/admin/settings/agents"');
  });

  it('leads to the documentation where the server has it', () => {
    const both = { registration: true, documents: true };
    expect(render(both)).toContain('href="/docs/agents"');
    expect(render(both, { hasDocs: false })).not.toContain('/docs');
  });
});
