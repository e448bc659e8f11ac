import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { decodeJwt } from 'jose';
import * as rp from 'openid-client';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { type Lock, locks } from '#lib/clients/security-profile/lock-client';
import { createHandle } from '#lib/crypto/random';
import { fetchFrom } from '#lib/testing/fetch-from';
import { fixtures } from '#lib/testing/fixtures';
import { createPerson, locationOf } from '#lib/testing/person';
import { createTestProvider, issuer } from '#lib/testing/provider';

const page = await readFile('docs/security-profiles.md', 'utf8');

/** Finds a code block by its first words, and removes the indentation of its list. */
function block(opening: string): string {
  const text = page.split(`\`\`\`${opening}\n`)[1]?.split('```')[0] ?? expect.fail(`there is no ${opening}`);
  return text.replace(/^ {3}/gm, '');
}

function rowOf({ requirement, key, allows, unless, source }: Lock): string {
  const values =
    'oneOf' in allows
      ? allows.oneOf.map((value) => `\`${value}\``).join(', ')
      : 'subsetOf' in allows
        ? allows.subsetOf.map((value) => `\`${value}\``).join(', ')
        : 'atMost' in allows
          ? `at most ${allows.atMost}`
          : '';
  const other = unless === undefined ? '' : ` unless \`${unless}\``;
  return `| ${requirement} | \`${key}\` | ${values}${other} | ${source} |`;
}

describe('docs/security-profiles.md', () => {
  it('contains each requirement of the table of locks', () => {
    const rows = page.split('\n').filter((line) => /^\| .* \| FAPI 2\.0 [\w ]+ §[\d.]+ \|$/.test(line));
    expect(rows).toEqual(locks.map(rowOf));
  });

  it('shows a client that signs people in with its code', async () => {
    // The programs find their packages from there.
    const folder = `node_modules/.cache/signet/fapi-${createHandle()}`;
    await mkdir(folder, { recursive: true });
    for (const name of ['make-key.mjs', 'bank.mjs']) await writeFile(join(folder, name), block(`js ${name}`));
    const { stdout: publicKey } = await promisify(execFile)(process.execPath, ['make-key.mjs'], { cwd: folder });
    const provider = await createTestProvider({
      ...parse(block('yaml').replace('PUBLIC_KEY', publicKey)),
      users: fixtures.users,
    });
    try {
      const program = pathToFileURL(join(folder, 'bank.mjs')).href;
      const { readKey, connect, start, finish } = await import(/* @vite-ignore */ program);
      const skew = Math.round((provider.context().now.getTime() - Date.now()) / 1000);
      const key = await readKey();
      const options = { [rp.customFetch]: fetchFrom(provider), metadata: { [rp.clockSkew]: skew } };
      const config = await connect(issuer, key, options);
      const { url, ...kept } = await start(config, key);
      const person = createPerson(provider);
      const callback = await person.allow(await person.signIn(await person.get(url.href)));
      const tokens = await finish(config, new URL(locationOf(callback)), kept);
      expect(decodeJwt(tokens.access_token)).toMatchObject({ aud: 'payments', cnf: { jkt: expect.any(String) } });
      expect(tokens.claims().aud).toBe('bank');
    } finally {
      await rm(folder, { recursive: true });
      await provider.close();
    }
  });
});
