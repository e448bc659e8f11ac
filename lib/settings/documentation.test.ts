import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { environmentSchema, settingNames } from './environment-schema';

const readme = readFileSync('README.md', 'utf8').split('\n## Settings\n')[1]?.split('\n## ')[0] ?? '';
const otherPages = ['docs/operations.md', 'docs/security-profiles.md'].map((path) => readFileSync(path, 'utf8'));

/** The rows of the README's table: the names in the first cell, and the cell of the default. */
const rows = [...readme.matchAll(/^\| (`[A-Z].*?) \| (.*?) \| .*\|$/gm)].map(([, cell = '', preset = '']) => ({
  names: cell.match(/[A-Z][A-Z_]+/g) ?? [],
  preset,
}));

describe('the settings of README.md', () => {
  it('are all that exist; those of mTLS and OpenTelemetry have their own tables', () => {
    const listed = rows.flatMap(({ names }) => names).filter((name) => !/^OTEL_|_MTLS_/.test(name));
    const own = [...settingNames].filter((name) => !/^OTEL_|_MTLS_/.test(name));
    expect(listed.toSorted()).toEqual(own.toSorted());
  });

  it.each([...settingNames].filter((name) => /^OTEL_|_MTLS_/.test(name)))('%s is in a table of its own', (name) => {
    // The second name of a row may be cut: `…_TRACES_ENDPOINT`.
    const cut = /(_TRACES|_METRICS)_[A-Z]+$/.exec(name)?.[0] ?? name;
    expect(otherPages.some((page) => page.includes(`\`${name}\``) || page.includes(`\`…${cut}\``))).toBe(true);
  });

  it('have the defaults of the code', () => {
    const presets = environmentSchema.parse({});
    const wrong = Object.entries(presets).filter(([name, value]) => {
      const row = rows.find(({ names }) => names[0] === name);
      return row !== undefined && !Array.isArray(value) && !row.preset.replaceAll('`', '').startsWith(String(value));
    });
    expect(wrong).toEqual([]);
  });

  it.each([
    'README.md',
    'docs/operations.md',
    'docs/mail.md',
    'docs/security-profiles.md',
    'docs/start-administrators.md',
  ])('%s names no other setting', (path) => {
    const named = readFileSync(path, 'utf8').match(/\bSIGNET_[A-Z_]+[A-Z]\b/g) ?? [];
    expect(named.filter((name) => !settingNames.has(name) && name !== 'SIGNET_MTLS')).toEqual([]);
  });
});
