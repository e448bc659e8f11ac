import { describe, expect, it } from 'vitest';
import { issuerMark } from '../doc-page';
import { createSlugs, renderPage } from './build-docs';
import { createMarkdown, linkTarget } from './create-markdown';

const served = new Set(['mail', 'protocol']);
const markdown = createMarkdown(served);

describe('a line of a document', () => {
  it.each([
    ['a **strong** and *stressed* word', 'a <strong>strong</strong> and <em>stressed</em> word'],
    ['`a < b` and ``a ` b``', '<code>a &lt; b</code> and <code>a ` b</code>'],
    ['`**not strong**`', '<code>**not strong**</code>'],
    ['2 * 3 * 4 and snake_case_name', '2 * 3 * 4 and snake_case_name'],
    ['\\*literal\\*', '*literal*'],
    ['<script>alert(1)</script>', '&lt;script&gt;alert(1)&lt;/script&gt;'],
    ['[Mail](mail.md#settings)', '<a href="/docs/mail#settings">Mail</a>'],
    ['[`code`](protocol.md)', '<a href="/docs/protocol"><code>code</code></a>'],
    ['[out](https://a.example/?a=1&b=2)', '<a href="https://a.example/?a=1&amp;b=2" rel="noreferrer">out</a>'],
    ['[decision 021](decisions/021-administration.md)', 'decision 021'],
    ['[evil](javascript:alert)', 'evil'],
    [
      '![a "page"](../public/pictures/a-page.png)',
      '<img src="/pictures/a-page.png" alt="a &quot;page&quot;" loading="lazy">',
    ],
    ['![else](https://a.example/a.png)', 'else'],
    ['![up](../public/pictures/../a.png)', 'up'],
    ['`https://id.example.com/docs`', `<code>${issuerMark}/docs</code>`],
    ['`https://id.example.com.evil`', '<code>https://id.example.com.evil</code>'],
    ['`http://localhost:30001`', '<code>http://localhost:30001</code>'],
  ])('%s', (text, html) => {
    expect(markdown.render(markdown.read(text), '')).toBe(`<p>${html}</p>\n`);
  });
});

describe('a link', () => {
  it.each(['../lib/routes.ts', 'spec', 'nothing.md', '//evil.example', 'data:text/html,x', '/admin'])(
    'to %s leads nowhere on the site',
    (href) => expect(linkTarget(href, served)).toBe(null),
  );
});

it('headings have the anchors of GitHub, each once', () => {
  const slugOf = createSlugs();
  expect(['Go', 'Next.js (Auth.js 4)', 'Rotating SIGNET_SECRET', 'Go'].map(slugOf)).toEqual([
    'go',
    'nextjs-authjs-4',
    'rotating-signet_secret',
    'go-1',
  ]);
});

describe('a document', () => {
  const text = `# A title

What it is
about.

## First

- one
  goes on
- two

  \`\`\`sh
  npm start
  \`\`\`

1. first
2. second

| | B |
|---|---|
| \`a\\|b\` | x |

Text.

\`\`\`js bank.mjs
// https://id.example.com
const a = 'b';
\`\`\`
`;
  const { page, sections } = renderPage('example', text, markdown);

  it('has a title, a description and headings', () => {
    expect(page).toMatchObject({ name: 'example', title: 'A title', description: 'What it is about.' });
    expect(page.headings).toEqual([{ id: 'first', text: 'First', level: 2 }]);
  });

  it('is a list of blocks', () => {
    const html = page.html.replaceAll('\n', ' ');
    expect(html).toContain('<p>What it is about.</p> <h2 id="first"><a href="#first">First</a></h2>');
    expect(html).toContain('<li><p>one goes on</p> </li> <li><p>two</p> <figure>');
    expect(html).toContain('<ol> <li>first</li> <li>second</li> </ol>');
    expect(html).toContain('aria-label="Table: First"><table><thead><tr><td></td><th scope="col">B</th>');
    expect(html).toContain('<td><code>a|b</code></td><td>x</td></tr></tbody></table></div><p>Text.</p>');
    expect(html).toContain(`<figcaption>bank.mjs</figcaption>`);
    expect(html).toContain(`<span class="c">// ${issuerMark}</span>`);
    expect(html).toContain(`<span class="k">const</span> a = <span class="s">'b'</span>;`);
  });

  it('is searched by its sections, without markup', () => {
    expect(sections.map(({ id, heading }) => [id, heading])).toEqual([
      [null, 'A title'],
      ['first', 'First'],
    ]);
    expect(sections[1]?.text).toContain('one goes on two npm start first second B a|b x Text. ');
    expect(sections[1]?.text).not.toContain('Copy');
  });

  it('must start with a title', () => {
    expect(() => renderPage('example', 'Text.', markdown)).toThrow('docs/example.md');
  });
});
