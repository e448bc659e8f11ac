import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkCitations } from '#lib/testing/citations/check-citations';
import { type Requirements, readRequirements } from '#lib/testing/citations/requirements';

const ignored = new Set(['node_modules', 'generated', 'dist', '.next']);

/** This file has wrong citations on purpose. */
const self = 'lib/citations.test.ts';

function listTexts(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(folder, entry.name);
    if (entry.isDirectory()) return ignored.has(entry.name) ? [] : listTexts(path);
    return /\.(ts|tsx|mjs|md|prisma|ya?ml)$/.test(entry.name) && path !== self ? [path] : [];
  });
}

const records = readdirSync('docs/decisions').filter((name) => /^\d/.test(name));

const texts = [
  ...['app', 'bench', 'components', 'docs', 'e2e', 'lib', 'prisma', 'proofs'].flatMap(listTexts),
  ...readdirSync('.').filter((name) => /\.(ts|md)$/.test(name)),
];

const requirements: Requirements = {
  pages: new Map(
    listTexts('docs/spec').map((path) => [basename(path, '.md'), readRequirements(readFileSync(path, 'utf8'))]),
  ),
  decisions: new Set(records.map((name) => name.slice(0, 3))),
};

describe('the citations of this repository', () => {
  it('are searched in all of its texts', () => {
    expect(texts.length).toBeGreaterThan(1500);
    expect(texts).toEqual(expect.arrayContaining(['CHANGELOG.md', 'docs/protocol.md', 'lib/protocol/token.test.ts']));
  });

  it('all lead to a requirement or a decision, in one spelling', () => {
    const problems = texts.flatMap((path) =>
      checkCitations(readFileSync(path, 'utf8'), requirements).map((problem) => `${path}: ${problem}`),
    );
    expect(problems).toEqual([]);
  });

  it('lead to one decision each', () => {
    const numbers = records.map((name) => name.slice(0, 3));
    expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([]);
  });

  it('from before the first release are found by the index of the decisions, which lists each record with its title', () => {
    const rows = [
      ...readFileSync('docs/decisions/README.md', 'utf8').matchAll(
        /^\| \[(\d{3})\]\((.+)\) \| (.+) \| (\d{3}(?:, \d{3})*)? ?\|$/gm,
      ),
    ];
    const listed = rows.map(([, number, file, title]) => [file, `# ${number} · ${title}`]);
    expect(listed).toEqual(
      records.map((file) => [file, readFileSync(`docs/decisions/${file}`, 'utf8').split('\n', 1)[0]]),
    );
    const former = rows.flatMap(([, , , , numbers = '']) => numbers.split(', ')).filter((number) => number !== '');
    expect(former).toHaveLength(87);
    expect(new Set(former).size).toBe(87);
  });

  it('has every number of the security requirements once, from 1 on', () => {
    const numbers = [...(requirements.pages.get('security') ?? [])].filter((name) => /^\d+$/.test(name)).map(Number);
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
    expect(numbers.length).toBeGreaterThanOrEqual(182);
  });
});

describe('ARCHITECTURE.md', () => {
  it('names only paths that exist, and every folder of lib', () => {
    const map = readFileSync('ARCHITECTURE.md', 'utf8');
    const named = [...map.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
    const paths = named.filter((name) => /\/|\.tsx?$/.test(name) && !name.includes(' '));
    expect(paths.length).toBeGreaterThan(50);
    expect(paths.filter((path) => !existsSync(path))).toEqual([]);
    const folders = readdirSync('lib', { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() ? entry.name : [],
    );
    expect(folders.filter((folder) => !named.includes(folder))).toEqual([]);
  });
});

describe('a citation', () => {
  const known: Requirements = {
    pages: new Map([
      ['security', new Set(['1', '2', '3'])],
      ['semantics', new Set(['1.2', '1.2 row 8', '1.10', '1.10 step 5', '3'])],
      ['ux', new Set(['1.4', '1.4.7'])],
      ['design', new Set(['data', 'stable surface'])],
    ]),
    decisions: new Set(['009', '010']),
  };

  it.each([
    'security #1',
    'Security #1, #2 and #3',
    'security #1 to #3',
    'semantics §1.2',
    'semantics §1.2, §3',
    'semantics §1.2 row 8',
    'semantics §1.10 step 5, RFC 6749 §9.9',
    'RFC 6749 §4.1 and §4.2',
    'OpenID Connect Core §3.1.2.1',
    'ux §1.4.7.',
    '(design: data)',
    'design: stable surface, ux §1.4',
    'decision 009',
    'decisions 009 and 010',
    'Spring Security 6.5.5',
  ])('that resolves is fine: %s', (text) => {
    expect(checkCitations(text, known)).toEqual([]);
  });

  it.each([
    ['security #4', 'security #4'],
    ['security #1, #4', 'security #4'],
    ['security 1', 'security 1: another spelling'],
    ['semantics §1.3', 'semantics §1.3'],
    ['semantics §1.2, §9', 'semantics §9'],
    ['semantics §1.2 rows 8 to 9', 'semantics §1.2 row 9'],
    ['semantics §1.10 step 6', 'semantics §1.10 step 6'],
    ['accounts §3', 'accounts §3'],
    ['ux §1.4.8', 'ux §1.4.8'],
    ['(design: stable)', 'design: stable'],
    ['design §3', 'design §3: another spelling'],
    ['decision 011', 'decision 011'],
    ['decision 9', 'decision 9: another spelling'],
  ])('that does not is found: %s', (text, problem) => {
    expect(checkCitations(text, known)).toContain(problem);
  });
});

describe('a page of requirements', () => {
  it('has the numbers of its headings, items, rows and steps', () => {
    const page = '## 1. One\n\n### 1.2 Two\n\n| 8 | x |\n\n1. First\n\n- **1.2.3** Three\n\n## Stable surface\n';
    expect([...readRequirements(page)]).toEqual(['1', '1.2', '1.2 row 8', '1.2 step 1', '1.2.3', 'stable surface']);
  });

  it('has each number once', () => {
    expect(() => readRequirements('## 1. One\n\n## 1. Again\n')).toThrow('1 stands there twice');
  });
});
