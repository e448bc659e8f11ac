import { execFileSync, spawnSync } from 'node:child_process';
import { transformSync } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { parseConfiguration } from '#lib/config/file';
import { renderClientsPage } from '#lib/testing/clients-page';
import { applicationKinds } from '../application-kind';
import { guideSources } from './generated/sources';
import type { GuideFacts } from './guide';
import { expectedRedirectUri, guidesFor, parseGuide } from './guides';

const facts: GuideFacts = {
  issuer: 'https://op.test',
  clientId: 'shop-1',
  redirectUri: 'https://app.test/callback',
  scope: 'openid profile',
};
/** A client ID may contain any printable character except a space. */
const hostile: GuideFacts = { ...facts, clientId: `a"b'c$(id)\\\`\${x}` };
const all = applicationKinds.flatMap((kind) => guidesFor(kind, facts));
const apis = guidesFor('api', { ...facts, clientId: '', scope: 'orders' });
const filesLike = (name: RegExp, given: GuideFacts) =>
  [...applicationKinds.flatMap((kind) => guidesFor(kind, given)), ...apis].flatMap(({ files }) =>
    files.filter((file) => name.test(file.name)),
  );

describe('parseGuide()', () => {
  const front = 'title: T\ntrouble: { sign: A., remedy: B. }\nregistered: W.\nproof: C.';

  it('reads the facts, and a file from each block', () => {
    const source = `---\n${front}\n---\n\n\`\`\`sh a b.sh\n{{issuer}}\n\`\`\`\n\n\`\`\`js c.js\n1;\n\n2;\n\`\`\`\n`;
    expect(parseGuide('web/x', source)).toEqual({
      id: 'x',
      title: 'T',
      callbackPath: null,
      install: null,
      access: null,
      trouble: { sign: 'A.', remedy: 'B.' },
      registered: 'W.',
      proof: 'C.',
      files: [
        { language: 'sh', name: 'a b.sh', template: '{{issuer}}' },
        { language: 'js', name: 'c.js', template: '1;\n\n2;' },
      ],
    });
  });

  it.each([
    ['no facts', '# T'],
    ['a missing fact', '---\ntitle: T\n---\n'],
    ['an unknown fact', `---\n${front}\nmore: 1\n---\n`],
  ])('refuses %s', (_, source) => {
    expect(() => parseGuide('web/x', source)).toThrow();
  });
});

describe('the guides', () => {
  it('are all on a page: a source that no list names is never shown', () => {
    expect([...all, ...apis].map(({ id }) => id).toSorted()).toEqual(
      Object.keys(guideSources)
        .map((source) => source.split('/').at(-1))
        .toSorted(),
    );
  });

  it('have every file filled in', () => {
    for (const { title, files } of [...all, ...apis]) {
      expect(files.length, title).toBeGreaterThan(0);
      for (const { code, runs } of files) {
        expect(code, title).not.toMatch(/\{\{|\}\}/);
        expect(runs.map(({ text }) => text).join(''), title).toBe(code);
      }
    }
  });

  it('tell oauth2-proxy where to return only at its sign-in, because its sign-out would return to itself', () => {
    const [nginx] = filesLike(/^nginx\.conf/, facts);
    const returning = [...(nginx?.code ?? '').matchAll(/^location (.*) \{\n([^}]*)\}/gm)]
      .filter(([, , body = '']) => body.includes('X-Auth-Request-Redirect'))
      .map(([, place]) => place);
    expect(returning).toEqual(['= /oauth2/sign_in']);
  });

  it.each([
    ['apache', 'https://app.test/oidc/callback?logout=https://app.test/'],
    ['django', 'https://op.test/connect/endsession'],
    // Without it, the library answers a sign-out with an error.
    ['django', 'LOGOUT_REDIRECT_URL = "/"'],
    ['express', 'idpLogout: true'],
    ['passport', "issuer + '/connect/endsession?'"],
    ['python', 'oauth.signet.logout_redirect('],
    ['spring', 'OidcClientInitiatedLogoutSuccessHandler'],
  ])('sign a person of %s out here as well (RP-Initiated Logout §2): %s', (id, part) => {
    const files = guidesFor('web', facts).find((guide) => guide.id === id)?.files ?? [];
    expect(files.map(({ code }) => code).join('\n')).toContain(part);
  });

  it.each([
    ['https://op.test', false],
    ['http://localhost:3000', true],
  ])('allow http for %s: %s', (issuer, isHttp) => {
    const given = { ...facts, issuer };
    const text = [...guidesFor('web', given), ...guidesFor('machine', given), ...guidesFor('api', given)]
      .flatMap(({ files }) => files.map(({ code }) => code))
      .join('\n');
    expect(text.includes('RequireHttpsMetadata = false')).toBe(isHttp);
    expect(text.includes('allowInsecureRequests')).toBe(isHttp);
  });

  it.each([
    ['http://localhost:4000/callback', '4000'],
    ['http://localhost/callback', '80'],
    ['https://app.test:8443/callback', '8443'],
    ['https://app.test/callback', '8080'],
    ['', '8080'],
  ])('listen on the port of the redirect URI %j: %s', (redirectUri, port) => {
    const code = filesLike(/(^|\/)(app\.m?js|main\.(go|rs))$/, { ...facts, redirectUri }).map((file) => file.code);
    const ports = code.flatMap((text) => [...text.matchAll(/(?:listen\(|:)(\d+)(?:"|\))/g)].map(([, found]) => found));
    expect(ports).toEqual(Array(5).fill(port));
  });

  it.each([
    ['http://localhost:4000/callback', '4000', '127.0.0.1:4000'],
    ['https://app.test/callback', '8080', '127.0.0.1:4180'],
  ])('start what has a port of its own at that of the redirect URI %j', (redirectUri, port, proxy) => {
    const given = { ...facts, redirectUri };
    const texts = [...guidesFor('web', given), ...guidesFor('spa', given)].map(
      ({ id, files }) => [id, files.map(({ code }) => code).join('\n')] as const,
    );
    const found = (id: string) => texts.find(([name]) => name === id)?.[1] ?? '';
    expect(found('python')).toContain(`flask run --host localhost --port ${port}`);
    expect(found('django')).toContain(`manage.py runserver localhost:${port}`);
    expect(parse(found('spring').split('\nimport ')[0] ?? '').server.port).toBe(Number(port));
    expect(found('oauth2-proxy')).toContain(`http_address = "${proxy}"`);
    // A proxy forwards the connections of an https address to any port.
    const isLocal = redirectUri.startsWith('http:');
    for (const id of ['next', 'next-auth-5']) expect(found(id).includes(`npm run dev -- --port ${port}`)).toBe(isLocal);
    for (const id of ['react', 'vue']) expect(found(id).includes(`npx vite --port ${port}`)).toBe(isLocal);
    expect(found('angular').includes(`npx ng serve --port ${port}`)).toBe(isLocal);
  });

  it.each([
    [undefined, 'https://mcp.example/mcp', '8080'],
    ['orders:read', 'https://mcp.example/mcp', '8080'],
    ['http://localhost:4000/tools', 'http://localhost:4000/tools', '4000'],
    ['https://api.test/mcp', 'https://api.test/mcp', '8080'],
  ])('for an MCP server whose tokens are for %j, are for %s', (audience, server, port) => {
    const given = { ...facts, clientId: '', scope: 'orders', ...(audience !== undefined && { audience }) };
    const [program, settings] = guidesFor('api', given).find(({ id }) => id === 'mcp')?.files ?? [];
    expect(program?.code).toContain(`const server = "${server}";`);
    expect(program?.code).toContain(`app.listen(${port});`);
    expect(parse(settings?.code ?? '').scopes[0].resource).toBe(server);
  });

  it('for an API set nothing at its scopes that only a scope of its own may have', () => {
    const given = { ...facts, clientId: '', scope: 'orders.read', api: 'orders', audience: 'orders' };
    const settings = guidesFor('api', given).flatMap(({ files }) => files.filter(({ name }) => /^signet/.test(name)));
    expect(settings.map(({ code }) => parse(code))).toEqual([
      {
        scopes: [{ name: 'orders.read', type: 'resource' }],
        apis: [{ name: 'orders', scopes: ['orders.read'], access_token_typ: 'JWT' }],
      },
      {
        scopes: [{ name: 'orders.read', type: 'resource', open: true }],
        apis: [{ name: 'https://mcp.example/mcp', scopes: ['orders.read'] }],
        portal: { dynamic_registration: 'open' },
      },
    ]);
    for (const { code } of settings) expect(() => parseConfiguration(code)).not.toThrow();
  });

  it('for an API list all its scopes, because a file replaces the whole entry', () => {
    const scope = 'orders.read orders.write';
    const given = { ...facts, clientId: '', scope, api: 'orders', audience: 'https://api.test/mcp' };
    const files = guidesFor('api', given).flatMap((guide) => guide.files);
    const settings = files.filter(({ name }) => /^signet/.test(name)).map(({ code }) => parse(code));
    expect(settings).toHaveLength(2);
    for (const { scopes, apis: listed } of settings) {
      expect(scopes.map(({ name }: { name: string }) => name)).toEqual(scope.split(' '));
      expect(listed[0].scopes).toEqual(scope.split(' '));
    }
    const program = files.find(({ name }) => name === 'server.mjs')?.code;
    expect(program).toContain('scopes_supported: ["orders.read", "orders.write"]');
  });

  it.each([
    // Without a default, Grafana refuses whoever has no claim roles: contains() takes no null.
    ['grafana', 'roles', /^role_attribute_path = contains\(roles \|\| '', /m],
    ['oauth2-proxy', 'groups', /^allowed_groups = /m],
    ['gitlab', 'groups', /^ +gitlab: \{ groups_attribute: "groups"/m],
    ['argo-cd', 'groups', /^ +requestedScopes: \[openid, profile, groups\]$/m],
  ])('use what the client may ask for, in %s %s', (id, scope, line) => {
    const codeWith = (given: GuideFacts) =>
      guidesFor('web', given)
        .find((guide) => guide.id === id)
        ?.files.map(({ code }) => code)
        .join('\n');
    expect(codeWith(facts)).not.toMatch(line);
    expect(codeWith({ ...facts, scope: `openid profile ${scope}` })).toMatch(line);
  });

  it('read groups again with refresh tokens, which take offline_access', () => {
    const settingsOf = (scope: string) => {
      const [file] = filesLike(/^oauth2-proxy\.cfg/, { ...facts, scope });
      return file?.code.match(/^(# )?(scope|cookie_refresh) .*/gm);
    };
    const commented = ['scope = "openid"', '# scope = "openid groups offline_access"', '# cookie_refresh = "5m"'];
    expect(settingsOf('openid')).toEqual(commented);
    expect(settingsOf('openid groups')).toEqual(['scope = "openid groups"', '# cookie_refresh = "5m"']);
    const full = 'openid groups offline_access';
    expect(settingsOf(full)).toEqual([`scope = "${full}"`, 'cookie_refresh = "5m"']);
    for (const scope of ['openid profile', 'openid profile offline_access', 'openid profile groups', full]) {
      const [client] = filesLike(/^signet\.yaml \(the client/, { ...facts, scope });
      const [{ scope: allowed }] = parse(client?.code ?? '').clients;
      expect(allowed.split(' ')).toEqual(expect.arrayContaining([...scope.split(' '), 'groups', 'offline_access']));
    }
  });

  it('lead oauth2-proxy to the sign-out here, and back to the application (RP-Initiated Logout §2)', () => {
    const [file] = filesLike(/^oauth2-proxy\.cfg/, hostile);
    const [, place = ''] = /sign_out\?rd=(\S+)/.exec(file?.code ?? '') ?? [];
    const end = new URL(decodeURIComponent(place));
    expect(end.origin + end.pathname).toBe('https://op.test/connect/endsession');
    expect(Object.fromEntries(end.searchParams)).toEqual({
      client_id: hostile.clientId,
      post_logout_redirect_uri: 'https://app.test/',
    });
    expect(file?.code).toContain('whitelist_domains = ["op.test"]');
  });

  it('ask for no scope that the client may not request', () => {
    const requests = [...applicationKinds.flatMap((kind) => guidesFor(kind, facts))].flatMap(({ files }) =>
      files
        .filter(({ name }) => !name.startsWith('signet.yaml'))
        .map(({ code }) => code.replaceAll(/#.*|RoleClaimType = .*/g, '')),
    );
    expect(requests.join('\n')).not.toMatch(/\b(roles|offline_access|phone|address)\b/);
  });

  it.skipIf(spawnSync('python3', ['--version']).status !== 0)('have Python that imports every module it uses', () => {
    const files = filesLike(/\.py( |$)/, facts);
    expect(files).toHaveLength(4);
    for (const { name, code } of files) {
      const used = [...code.matchAll(/(?<![\w."'])(os|requests|json)\./g)].map(([, module]) => module);
      for (const module of new Set(used)) expect(code, name).toMatch(new RegExp(`^import ${module}$`, 'm'));
      execFileSync('python3', ['-c', 'import ast, sys; ast.parse(sys.stdin.read())'], { input: code });
    }
  });

  it.each(all.map((guide) => [guide.title, guide] as const))('%s names issuer and client ID', (_, { files }) => {
    const text = files.map(({ code }) => code).join('\n');
    expect(text).toContain(facts.issuer);
    expect(text).toContain(facts.clientId);
  });

  it.each([facts, hostile])('are valid JavaScript for any name of the client', (given) => {
    const files = filesLike(/\.(m?js|tsx?)$/, given);
    expect(files).toHaveLength(14);
    for (const { name, code } of files) {
      const loader = name.endsWith('.tsx') ? 'tsx' : 'ts';
      expect(() => transformSync(code, { loader, format: 'esm' })).not.toThrow();
    }
  });

  it.each([facts, hostile])('are valid shell scripts that never run the name of a client', (given) => {
    const files = filesLike(/\.sh$/, given);
    expect(files).toHaveLength(2);
    for (const { code } of files) {
      execFileSync('sh', ['-n'], { input: code });
      const line = code.split('\n').find((text) => text.includes('client_id=')) ?? expect.fail('no client_id');
      const word = /client_id=(.*?)( \\)?$/.exec(line)?.[1] ?? '';
      expect(execFileSync('sh', ['-c', `printf %s ${word}`]).toString()).toBe(given.clientId);
    }
  });

  it.skipIf(spawnSync('jq', ['--version']).status !== 0)('shows why a device gets no code', () => {
    const [file] = filesLike(/^sign-in\.sh$/, facts);
    const curl = `curl() { echo '{"error":"unauthorized_client"}'; }\n`;
    const { status, stdout, stderr } = spawnSync('sh', ['-c', curl + file?.code], { encoding: 'utf8' });
    expect([status, stdout, stderr]).toEqual([1, '', '{"error":"unauthorized_client"}\n']);
  });

  it('is valid YAML with the client ID, for any client ID', () => {
    const [file] = filesLike(/\.yml$/, hostile);
    const { registration } = parse(file?.code ?? '').spring.security.oauth2.client;
    expect(registration.signet['client-id']).toBe(hostile.clientId);
    const [user, client] = ['kube/config', 'signet.yaml (the client'].map((name) => {
      const found = filesLike(/./, hostile).find((one) => one.name.includes(name));
      return parse(found?.code ?? '');
    });
    expect(user[0].user.exec.args).toContain(`--oidc-client-id=${hostile.clientId}`);
    expect(client.clients[0].client_id).toBe(hostile.clientId);
  });

  it('for an API name issuer and audience', () => {
    expect(apis.map(({ id }) => id)).toEqual(['spring', 'aspnet', 'mcp']);
    for (const { files, title } of apis) {
      const text = files.map(({ code }) => code).join('\n');
      expect(text, title).toContain(facts.issuer);
      expect(text, title).toContain('orders');
    }
  });

  it('have settings that are valid in a configuration file', () => {
    const files = filesLike(/^signet\.yaml/, facts);
    expect(files).toHaveLength(3);
    for (const { code } of files) expect(() => parseConfiguration(code)).not.toThrow();
  });

  it('describe the most common problem, and what was tested, in sentences', () => {
    for (const { title, trouble, registered, proof } of [...all, ...apis]) {
      for (const text of [trouble.sign, trouble.remedy, registered, proof]) expect(text, title).toMatch(/[.”]\.?$/);
    }
  });

  it('make up docs/clients.md (npx vitest run -u writes it)', async () => {
    await expect(renderClientsPage()).toMatchFileSnapshot('../../../../docs/clients.md');
  });
});

it.each([
  [['https://a.test/cb'], { uri: 'https://a.test/auth/cb' }],
  [['https://a.test/x', 'https://b.test/auth/cb'], null],
  [['https://a.test/auth/cb/'], { uri: 'https://a.test/auth/cb' }],
  [['http://localhost:3000/'], { uri: 'http://localhost:3000/auth/cb' }],
  [['com.example.app:/cb'], { uri: null }],
  [[], { uri: null }],
])('a client with %j lacks for /auth/cb: %j', (registered, expected) => {
  expect(expectedRedirectUri(registered, '/auth/cb')).toEqual(expected);
});

it.each([
  [['http://localhost:8000'], null],
  [['http://localhost:8000/'], { uri: 'http://localhost:8000' }],
  [['https://a.test/cb'], { uri: 'http://localhost:8000' }],
  [[], { uri: 'http://localhost:8000' }],
])('a client with %j lacks for http://localhost:8000, whole: %j', (registered, expected) => {
  expect(expectedRedirectUri(registered, 'http://localhost:8000')).toEqual(expected);
});
