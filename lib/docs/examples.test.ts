import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { transformSync } from 'esbuild';
import { marked, type Token } from 'marked';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { commands } from '#lib/cli/commands';
import { parseConfiguration } from '#lib/config/file';
import { parseJson } from '#lib/vocabulary/json';

type Example = { readonly place: string; readonly language: string; readonly about: string; readonly code: string };

/**
 * The examples that are not checked here, with the reason. Examples with `name=` are run against a server, by
 * e2e/processes/documentation.spec.ts and admin-api.spec.ts.
 */
const notChecked: Readonly<Record<string, string>> = {
  '': 'output, addresses and headers as they look',
  apache: 'configures a program of others; docs/clients.md says how it was tried',
  csharp: 'a program in another language; docs/clients.md says how it was tried',
  go: 'a program in another language; docs/clients.md says how it was tried',
  groovy: 'lines of a build file; docs/clients.md says how the library was tried',
  haproxy: 'configures a program of others',
  http: 'a request as it looks',
  ini: 'configures a program of others; docs/clients.md says how it was tried',
  java: 'a program in another language; docs/clients.md says how it was tried',
  kotlin: 'a program in another language; docs/clients.md says how it was tried',
  nginx: 'configures a program of others',
  caddy: 'configures a program of others',
  python: 'a program in another language; docs/clients.md says how it was tried',
  ruby: 'configures a program of others; docs/clients.md says how it was tried',
  rust: 'a program in another language; docs/clients.md says how it was tried',
  sql: 'a statement for the database server',
  swift: 'a program in another language; docs/clients.md says how it was tried',
  systemd: 'configures a program of others',
  text: 'output as it looks',
  toml: 'configures a program of others; docs/clients.md says how it was tried',
};

const examples = ['README.md', ...readdirSync('docs').map((name) => `docs/${name}`)]
  .filter((path) => path.endsWith('.md'))
  .flatMap((path) => codeIn(readFileSync(path, 'utf8'), path))
  .map((example, index) => ({ ...example, place: `${example.place}, example ${index + 1}` }));

function codeIn(text: string, place: string): Example[] {
  const examples: Example[] = [];
  marked.walkTokens(marked.lexer(text), (token: Token) => {
    if (token.type !== 'code') return;
    const [language = '', ...about] = String(token.lang ?? '').split(' ');
    examples.push({ place, language, about: about.join(' '), code: token.text });
  });
  return examples;
}

const inLanguages = (...languages: string[]) =>
  examples
    .filter(({ language, about }) => languages.includes(language) && !about.includes('name='))
    .map(({ place, language, code }) => [place, code, language] as const);

const sections = ['portal', 'scopes', 'groups', 'apis', 'clients', 'users', 'identity_providers', 'tenants'];

/** The reader inserts a key here, and a separate test creates one. */
const isFilledIn = (code: string) => /\b(PUBLIC_KEY|PRIVATE_KEY)\b/.test(code);

describe('every example of the documents', () => {
  it('is checked, or is of a kind with a reason not to be', () => {
    const checked = ['yaml', 'json', 'js', 'ts', 'sh', ...Object.keys(notChecked)];
    const unknown = examples.filter(({ language }) => !checked.includes(language));
    expect(unknown.map(({ place, language }) => `${place}: ${language}`)).toEqual([]);
    expect(examples.length).toBeGreaterThan(200);
  });

  it.each(inLanguages('yaml'))(
    'is YAML, and what configures Signet has the keys of a configuration: %s',
    (place, code) => {
      const value: unknown = parse(code);
      const keys = Object.keys(z.record(z.string(), z.unknown()).catch({}).parse(value));
      const isConfiguration = keys.length > 0 && keys.every((key) => sections.includes(key));
      if (isConfiguration && !isFilledIn(code)) expect(() => parseConfiguration(code, place)).not.toThrow();
    },
  );

  it('of a client that people return to names its scopes, without which it can ask for nothing', () => {
    const file = z.object({ clients: z.array(z.object({ client_id: z.string() }).loose()) });
    const silent = inLanguages('yaml').flatMap(([place, code]) =>
      (file.safeParse(parse(code)).data?.clients ?? [])
        .filter((client) => 'redirect_uris' in client && !('scope' in client))
        .map((client) => `${place}: ${client.client_id}`),
    );
    expect(silent).toEqual([]);
  });

  it.each(inLanguages('json'))('is JSON: %s', (_, code) => {
    expect(() => JSON.parse(code)).not.toThrow();
  });

  it('of JSON names each member of an object once', () => {
    const repeating = examples.filter(({ language, code }) => {
      const parsed = parseJson(code);
      return language === 'json' && 'problem' in parsed && parsed.problem === 'repeated_name';
    });
    expect(repeating.map(({ place, about }) => `${place}: ${about}`)).toEqual([]);
  });

  it.each(inLanguages('js', 'ts'))('is a program that can be read: %s', (_, code, language) => {
    const loader = language === 'ts' ? 'tsx' : 'js';
    expect(() => transformSync(code, { loader, format: 'esm', logLevel: 'silent' })).not.toThrow();
  });

  it.each(inLanguages('sh'))('is commands that exist, for a shell: %s', (_, code) => {
    const known = commands.map(({ name }) => name);
    const scripts = z
      .object({ scripts: z.record(z.string(), z.string()) })
      .parse(JSON.parse(readFileSync('package.json', 'utf8'))).scripts;
    for (const [, called = ''] of code.matchAll(/npm run signet -- ([a-z][a-z -]*)/g)) {
      expect(
        known.some((name) => called === name || called.startsWith(`${name} `)),
        called,
      ).toBe(true);
    }
    for (const [, script = ''] of code.matchAll(/npm run ([\w:]+)/g)) expect(Object.keys(scripts)).toContain(script);
    expect(() => execFileSync('bash', ['-n'], { input: code, stdio: ['pipe', 'pipe', 'pipe'] })).not.toThrow();
  });
});
