import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Rule } from '#lib/explain/refusal';
import { isTest } from '#lib/testing/architecture/source-file';
import { getRule, rules } from './rules';

const all = Object.entries(rules).flatMap(([code, group]) =>
  Object.entries<Rule>(group).map(([name, rule]) => ({ code, name, ...rule })),
);

describe('the rules of the protocol endpoints', () => {
  it('have unique names, so that a name identifies its rule', () => {
    const names = all.flatMap(({ code, name }) => (code === 'invalid_grant' && name === 'no_access' ? [] : [name]));
    expect(names).toEqual([...new Set(names)]);
    expect(getRule('invalid_grant', 'no_access')).toBe(getRule('access_denied', 'no_access'));
  });

  it.each(all)('$name: is described in ASCII without quotes and backslashes (RFC 6749 §5.2)', ({ description }) => {
    expect(description).toMatch(/^[\x20\x21\x23-\x5b\x5d-\x7e]{5,100}$/);
  });

  it.each(all)('$name: says how to put it right, in a sentence or two', ({ fix }) => {
    expect(fix).toMatch(/^[A-Z][\x20-\x7e]{10,220}\.$/);
  });

  it('are found only under their own code', () => {
    expect(getRule('invalid_scope', 'scope_missing')).toBe(rules.invalid_scope.scope_missing);
    expect(() => getRule('invalid_request', 'scope_missing')).toThrow('there is no rule scope_missing');
  });

  it('are each thrown somewhere', () => {
    const sources = readSources();
    expect(all.filter(({ name }) => !sources.includes(`'${name}'`)).map(({ name }) => name)).toEqual([]);
  });
});

function readSources(): string {
  const paths = readdirSync('lib', { recursive: true, encoding: 'utf8' })
    .map((path) => join('lib', path))
    .filter((path) => path.endsWith('.ts') && !isTest(path) && !path.startsWith(join('lib', 'protocol', 'rules')));
  return paths.map((path) => readFileSync(path, 'utf8')).join('\n');
}
