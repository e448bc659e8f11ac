import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { marked, type Token } from 'marked';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { parseConfiguration } from '#lib/config/file';
import { planConfiguration } from '#lib/config/plan';
import { masterSecret } from '#lib/crypto/master-secret';
import { createTestDatabase, type TestDatabase } from '#lib/testing/database';
import { findPasswordProblem } from '#lib/users/password-policy';

const sections = ['portal', 'scopes', 'groups', 'apis', 'clients', 'users', 'identity_providers', 'tenants'];

const whole = z.looseObject({
  users: z.array(z.looseObject({ username: z.string(), password: z.string().optional() })).optional(),
});

/** The configurations of the documents, by place. A public key that the reader inserts makes no difference. */
const configurations = ['README.md', ...readdirSync('docs').map((name) => `docs/${name}`)]
  .filter((path) => path.endsWith('.md'))
  .flatMap((path) => {
    const found: [place: string, code: string][] = [];
    marked.walkTokens(marked.lexer(readFileSync(path, 'utf8')), (token: Token) => {
      if (token.type !== 'code' || !String(token.lang).startsWith('yaml')) return;
      const code: string = token.text.replace(
        'PUBLIC_KEY',
        '{ kty: OKP, crv: Ed25519, x: 11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo }',
      );
      const keys = Object.keys(z.record(z.string(), z.unknown()).catch({}).parse(parse(code)));
      if (keys.length > 0 && keys.every((key) => sections.includes(key))) found.push([`${path} ${found.length}`, code]);
    });
    return found;
  });

it('no example trusts a network that has more than proxies in it', () => {
  const texts = ['README.md', 'docs', 'deploy'].flatMap((path) =>
    statSync(path).isDirectory()
      ? readdirSync(path, { recursive: true, encoding: 'utf8' }).map((name) => join(path, name))
      : [path],
  );
  const trusted = texts
    .filter((path) => /\.(md|yaml|yml|service|env)$/.test(path))
    .flatMap((path) => [...readFileSync(path, 'utf8').matchAll(/SIGNET_TRUSTED_PROXIES(?:=|: )([\d.:/,]+)/g)])
    .flatMap(([, list = '']) => list.split(','));
  expect(trusted).toContain('10.0.0.5');
  expect(trusted.filter((one) => Number(one.split('/')[1] ?? 32) < 24)).toEqual([]);
});

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

describe('a configuration of the documents', () => {
  it.each(configurations)('can be applied to an empty database as it stands: %s', async (place, code) => {
    const options = { prune: false, secret: masterSecret('a secret of this test, of some length') };
    await planConfiguration(database.db, parseConfiguration(code, place), options);
  });

  it.each(configurations)('has passwords that people could choose: %s', (_, code) => {
    const { users = [] } = whole.parse(parse(code));
    const problems = users.map(({ username, password }) => password && findPasswordProblem(password, username, 15));
    expect(problems.filter(Boolean)).toEqual([]);
  });
});
