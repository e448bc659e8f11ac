import { execFileSync } from 'node:child_process';
import { transformSync } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { applicationKinds } from '../application-kind';
import { type GuideFacts, guidesFor } from './guide';

const facts: GuideFacts = {
  issuer: 'https://op.test',
  clientId: 'shop-1',
  redirectUri: 'https://app.test/callback',
  scope: 'openid profile',
};
/** What a client ID may hold: anything printable but a space. */
const hostile: GuideFacts = { ...facts, clientId: `a"b'c$(id)\\\`\${x}` };
const all = applicationKinds.flatMap((kind) => guidesFor(kind, facts));
const filesLike = (name: RegExp, given: GuideFacts) =>
  applicationKinds
    .flatMap((kind) => guidesFor(kind, given))
    .flatMap(({ files }) => files.filter((file) => name.test(file.name)));

describe('the guides', () => {
  it('are there for every kind of application and library', () => {
    expect(all.map(({ id }) => id)).toEqual(
      [
        'next',
        'express',
        'spring',
        'aspnet',
        'go',
        'python',
        'nginx',
        'apache',
        'spa',
        'apple',
        'android',
        'device',
      ].concat(['curl', 'node', 'go']),
    );
  });

  it.each(all.map((guide) => [guide.title, guide] as const))('%s names issuer and client ID', (_, { files }) => {
    const text = files.map(({ code }) => code).join('\n');
    expect(text).toContain(facts.issuer);
    expect(text).toContain(facts.clientId);
  });

  it.each([facts, hostile])('are JavaScript that parses, whatever the client is called', (given) => {
    const files = filesLike(/\.(m?js|ts)$/, given);
    expect(files).toHaveLength(4);
    for (const { code } of files) {
      expect(() => transformSync(code, { loader: 'ts', format: 'esm' })).not.toThrow();
    }
  });

  it.each([facts, hostile])('are shell scripts that parse and run nothing that a client is called', (given) => {
    const files = filesLike(/\.sh$/, given);
    expect(files).toHaveLength(2);
    for (const { code } of files) {
      execFileSync('sh', ['-n'], { input: code });
      const line = code.split('\n').find((text) => text.includes('client_id=')) ?? expect.fail('no client_id');
      const word = /client_id=(.*?)( \\)?$/.exec(line)?.[1] ?? '';
      expect(execFileSync('sh', ['-c', `printf %s ${word}`]).toString()).toBe(given.clientId);
    }
  });

  it('is YAML that says the client ID, whatever it is', () => {
    const [file] = filesLike(/\.yml$/, hostile);
    const { registration } = parse(file?.code ?? '').spring.security.oauth2.client;
    expect(registration.signet['client-id']).toBe(hostile.clientId);
  });
});
