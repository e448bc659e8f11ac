import { describe, expect, it } from 'vitest';
import { parseConfiguration, parseOperatorFile, readConfiguration, readSentConfiguration } from './file';
import { ConfigurationError, describeProblem } from './problem';
import { sentLimit } from './source';

/** The problems of a file as the command line prints them. */
function problems(text: string): string[] {
  try {
    parseConfiguration(text, 'f.yaml');
    return [];
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return error.problems.map((problem) => describeProblem(error.file, problem));
  }
}

const noTheme = {
  primary: null,
  primaryDark: null,
  background: null,
  backgroundDark: null,
  logo: null,
  logoDark: null,
  favicon: null,
  texts: null,
  radius: null,
};

describe('parseConfiguration', () => {
  it('reads YAML and JSON alike', () => {
    const yaml = parseConfiguration('scopes:\n  - name: orders\n    type: resource\n');
    const json = parseConfiguration('{\n\t"scopes": [{ "name": "orders", "type": "resource" }]\n}');
    expect(json.sections).toEqual(yaml.sections);
  });

  it.each(['', '# nothing\n', '{}', '---\n...\n'])('reads %j as a file without sections', (text) => {
    expect(parseConfiguration(text).sections).toEqual({});
  });

  it('gives portal, scope, user, provider and tenant their defaults (design: configuration)', () => {
    const { sections } = parseConfiguration(`
portal: {}
scopes: [{ name: orders, type: resource }]
users: [{ username: Alice }]
identity_providers:
  - { name: corp, display_name: Contoso, type: oidc, issuer: "https://corp.example", client_id: signet }
  - { name: hub, display_name: Hub, type: github, client_id: signet, client_secret: s }
tenants: [{ name: acme, display_name: Acme }]
`);
    expect(sections).toEqual({
      portal: {
        displayName: null,
        theme: { ...noTheme, font: 'system', mode: 'system' },
        links: { support: null, privacy: null, terms: null },
        sessionIdleSeconds: 36000,
        sessionAbsoluteSeconds: 86400,
        rememberSeconds: 2592000,
        login: 'password',
        registration: 'off',
        identifiers: ['username', 'email'],
        secondFactor: 'optional',
        trustedDeviceDays: 30,
        passkeys: 'on',
        emailCode: 'off',
        emailSecondFactor: 'off',
        recovery: 'email',
        accountDeletion: 'off',
        acrAliases: {},
        adminSecondFactor: 'optional',
        passwordMinLength: 15,
        securityProfile: 'none',
        defaultLocale: null,
        dynamicRegistration: 'off',
        clientIdMetadataDocuments: 'off',
        agents: {
          trustedDomains: [],
          deniedDomains: [],
          unusedDays: 90,
          grantDays: 30,
          accessTokenSeconds: 3600,
          customSchemes: ['cursor'],
        },
        legacyFlows: 'on',
        auditRetentionDays: 400,
      },
      scopes: [
        {
          name: 'orders',
          type: 'resource',
          displayName: null,
          description: null,
          claims: [],
          required: false,
          emphasize: false,
          enabled: true,
          resource: null,
          audience: 'name',
          open: false,
          accessTokenTyp: null,
          introspectionSignedResponseAlg: null,
          introspectionEncryptedResponseAlg: null,
          introspectionEncryptedResponseEnc: null,
          secrets: [],
          jwks: null,
          jwksUri: null,
          texts: {},
        },
      ],
      users: [
        { username: 'Alice', canonicalUsername: 'alice', enabled: true, admin: null, tenants: 'all', claims: {} },
      ],
      identity_providers: [
        {
          name: 'corp',
          displayName: 'Contoso',
          type: 'oidc',
          enabled: true,
          issuer: 'https://corp.example',
          clientId: 'signet',
          clientSecret: null,
          teamId: null,
          keyId: null,
          privateKey: null,
          tokenEndpointAuthMethod: null,
          responseMode: 'query',
          allowedTenants: [],
          scope: 'openid profile email',
          domains: [],
          button: 'show',
          createUsers: true,
          claimMapping: { name: 'name', email: 'email' },
          acrMapping: {},
          groupMapping: null,
          logo: null,
          logoDark: null,
        },
        expect.objectContaining({ type: 'github', issuer: null, scope: 'read:user user:email', clientSecret: 's' }),
      ],
      tenants: [
        {
          name: 'acme',
          displayName: 'Acme',
          enabled: true,
          defaultLocale: null,
          identityProviders: null,
          login: null,
          registration: null,
          identifiers: null,
          secondFactor: null,
          emailCode: null,
          theme: { ...noTheme, font: null, mode: null },
          links: { support: null, privacy: null, terms: null },
        },
      ],
    });
  });

  it.each([
    [true, 'owner'],
    [false, null],
    ['owner', 'owner'],
    ['editor', 'editor'],
    ['auditor', 'auditor'],
  ])('reads admin: %s as %s (design: configuration)', (admin, role) => {
    const { sections } = parseConfiguration(JSON.stringify({ users: [{ username: 'a', admin }] }));
    expect(sections.users?.[0]?.admin).toBe(role);
  });

  it('resolves an alias', () => {
    const { sections } = parseConfiguration(
      'scopes:\n  - { name: a, type: resource, claims: &c [role] }\n  - { name: b, type: resource, claims: *c }\n',
    );
    expect(sections.scopes?.[1]?.claims).toEqual(['role']);
  });
});

describe('a problem of a file is reported with line, path and expectation', () => {
  it.each([
    ['- a', 'f.yaml:1: expected a group of keys, got a list'],
    ['text', 'f.yaml:1: expected a group of keys, got text'],
    ['client: []', 'f.yaml:1: client: unknown key; did you mean clients?'],
    [
      'nonsense: 1',
      'f.yaml:1: nonsense: unknown key; expected one of portal, scopes, groups, apis, clients, users, identity_providers, tenants',
    ],
    ['clients:\n', 'f.yaml:1: clients: expected a list, got nothing'],
    ['clients: {}', 'f.yaml:1: clients: expected a list, got a group of keys'],
    [
      'scopes:\n  - type: resource\n    display_name: x\n',
      'f.yaml:2: scopes[0].name: expected text, but it is missing',
    ],
    [
      'scopes:\n  - name: a\n    type: resource\n    dispay_name: x\n',
      'f.yaml:4: scopes[0].dispay_name: unknown key; did you mean display_name?',
    ],
    ['scopes:\n  - name: a\n    type: api\n', 'f.yaml:3: scopes[0].type: expected one of identity, resource'],
    [
      'scopes:\n  - name: 1\n    type: resource\n',
      'f.yaml:2: scopes[0].name: expected text, got a number (put text in quotes)',
    ],
    ['portal:\n  login: no\n', 'f.yaml:2: portal.login: expected one of password, identifier'],
    ['portal:\n  registration: true\n', 'f.yaml:2: portal.registration: expected one of on, off'],
    ['portal:\n\n  remember_seconds: 0\n', 'f.yaml:3: portal.remember_seconds: expected at least 1'],
    ['portal:\n  remember_seconds: 1.5\n', 'f.yaml:2: portal.remember_seconds: expected a whole number'],
    [
      'scopes:\n  - { name: a, type: resource, enabled: "yes" }',
      'f.yaml:2: scopes[0].enabled: expected true or false, got text',
    ],
    [
      'scopes:\n  - { name: offline_access, type: resource }',
      'f.yaml:2: scopes[0].name: offline_access is built in and has no settings',
    ],
    ['scopes:\n  - { name: profile, type: resource }', 'f.yaml:2: scopes[0].type: profile is always an identity scope'],
    [
      'scopes:\n  - name: a\n    type: identity\n    secrets: [{ value: x }]',
      'f.yaml:4: scopes[0].secrets: only a resource scope has secrets',
    ],
    [
      'scopes:\n  - name: a\n    type: identity\n    audience: resource',
      'f.yaml:4: scopes[0].audience: only a resource scope has an audience',
    ],
    [
      'scopes:\n  - name: a\n    type: identity\n    open: true',
      'f.yaml:4: scopes[0].open: only a resource scope can be open, because every client can request identity scopes',
    ],
    [
      'scopes:\n  - name: a\n    type: resource\n    audience: resource',
      'f.yaml:4: scopes[0].audience: audience: resource needs the key resource',
    ],
    [
      'scopes:\n  - name: a\n    type: resource\n    texts: { de: { name: x } }',
      'f.yaml:4: scopes[0].texts.de.name: unknown key; expected one of display_name, description',
    ],
    [
      'scopes:\n  - name: a\n    type: resource\n  - name: a\n    type: resource',
      'f.yaml:4: scopes[1].name: a is already in this section',
    ],
    [
      'users:\n  - username: Alice\n  - username: ALICE',
      'f.yaml:3: users[1].username: alice is already in this section',
    ],
    [
      'users:\n  - { username: a, sub: x }\n  - { username: b, sub: x }',
      'f.yaml:3: users[1].sub: x is already in this section',
    ],
    [
      'users:\n  - username: " a"',
      'f.yaml:2: users[0].username: expected 1 to 100 visible characters without spaces at the ends',
    ],
    [
      'users:\n  - username: a\n    password: 12345',
      'f.yaml:3: users[0].password: expected text, got a number (put text in quotes)',
    ],
    ['users:\n  - username: a\n    password:', 'f.yaml:3: users[0].password: expected text, got nothing'],
    [
      'users:\n  - username: a\n    password_hash: "$2b$10$abc"',
      'f.yaml:3: users[0].password_hash: expected a complete argon2, bcrypt, scrypt or PBKDF2 hash in a format of docs/configuration.md',
    ],
    [
      `users:\n  - username: a\n    password_hash: "$2b$15$${'.'.repeat(53)}"`,
      'f.yaml:3: users[0].password_hash: is too expensive to verify; expected bcrypt with a cost of at most 14',
    ],
    [
      'users:\n  - username: a\n    password: x\n    password_hash: null',
      'f.yaml:4: users[0].password_hash: expected either password or password_hash',
    ],
    [
      'users:\n  - username: a\n    admin: root',
      'f.yaml:3: users[0].admin: expected false, true or one of owner, editor, auditor',
    ],
    [
      'users:\n  - username: a\n    claims:\n      name: A\n      sub: x',
      'f.yaml:5: users[0].claims.sub: is a reserved claim',
    ],
    [
      'identity_providers:\n  - name: local\n    display_name: x\n    type: oidc\n    client_id: x\n    issuer: https://x.example',
      'f.yaml:2: identity_providers[0].name: local is reserved for password sign-in',
    ],
    [
      'identity_providers:\n  - { name: a, display_name: x, type: oidc, client_id: x }',
      'f.yaml:2: identity_providers[0].issuer: type oidc needs an issuer',
    ],
    [
      'identity_providers:\n  - { name: a, display_name: x, type: github, client_id: x }',
      'f.yaml:2: identity_providers[0].client_secret: type github needs a client_secret',
    ],
    [
      'identity_providers:\n  - { name: a, display_name: x, type: oidc, client_id: x, issuer: "https://x.example/?a" }',
      'f.yaml:2: identity_providers[0].issuer: must not contain a query or fragment',
    ],
    [
      'tenants:\n  - name: a\n    display_name: x\n    theme: { primary: red }',
      'f.yaml:4: tenants[0].theme.primary: expected a color such as #0a5, #00aa55 or oklch(0.6 0.15 155)',
    ],
    [
      'tenants:\n  - { name: a, display_name: x, identity_providers: [b, b] }',
      'f.yaml:2: tenants[0].identity_providers[1]: is already in this list',
    ],
    [
      'clients:\n  - client_id: a\n    client_secrets: [{ value: x }]\n    redirect_uris:\n      - https://a.example/cb\n      - http://a.example/cb\n',
      'f.yaml:6: clients[0].redirect_uris[1]: expected https://…; http is only for 127.0.0.1, [::1] or localhost, a private address, or a host without a dot or under .local, .lan or .internal (RFC 9700 §2.6)',
    ],
  ])('%j → %s', (text, expected) => {
    expect(problems(text)).toEqual([expected]);
  });

  it.each([
    ['a: 1\na: 2', 'f.yaml:2: the key "a" appears twice'],
    ['{"a": 1,\n "a": 2}', 'f.yaml:2: the key "a" appears twice'],
    ['__proto__: {}', 'f.yaml:1: the key __proto__ is not allowed'],
    ['a: [1', /^f\.yaml:1: Flow sequence/],
    ['a: 1\n\tb: 2', /^f\.yaml:2: /],
    ['a: "\\q"', /^f\.yaml:1: Invalid escape/],
    ['a: !ruby/object x', /^f\.yaml:1: Unresolved tag/],
    ['a: !!binary aGk=', 'f.yaml:1: expected a value without a tag'],
    ['a: 1\nb: !!str 1.0', 'f.yaml:2: expected a value without a tag'],
    ['!!map {}', 'f.yaml:1: expected a value without a tag'],
    ['a: !!seq [1]', 'f.yaml:1: expected a value without a tag'],
    ['a: ! x', 'f.yaml:1: expected a value without a tag'],
    ['a: *b', 'f.yaml:1: the anchor &b is not defined before this'],
    ['a: &a [*a]', /^f\.yaml:1: is nested too deeply/],
    ['? [a]\n: 1', /^f\.yaml:1: .*keys must be strings/],
    ['a: 1\n---\nb: 2', 'f.yaml:2: expected one document; a second one starts here'],
    ['%YAML 1.1\n---\na: on', 'f.yaml:1: expected YAML 1.2'],
    [`${'['.repeat(40)}${']'.repeat(40)}`, 'f.yaml:1: is nested too deeply; expected at most 16 levels'],
    [`${'['.repeat(17)}${']'.repeat(17)}`, 'f.yaml:1: is nested too deeply; expected at most 16 levels'],
    [`a: ${'['.repeat(16)}${']'.repeat(16)}`, 'f.yaml:1: is nested too deeply; expected at most 16 levels'],
    [`a: ${'['.repeat(15)}${']'.repeat(15)}`, /^f\.yaml:1: a: /],
    ['['.repeat(100_000), 'f.yaml: is nested too deeply'],
    [`a: ${' '.repeat(5 * 1024 * 1024)}`, 'f.yaml: expected at most 5 MB'],
  ])('refuses %j completely (%#)', (text, expected) => {
    const found = problems(text);
    expect(found).toHaveLength(1);
    if (typeof expected === 'string') expect(found[0]).toBe(expected);
    else expect(found[0]).toMatch(expected);
  });

  it('takes a larger file from the operator than from the administration, as an export has it', () => {
    const text = `scopes: [] # ${'x'.repeat(6 * 1024 * 1024)}`;
    expect(problems(text)).toEqual(['f.yaml: expected at most 5 MB']);
    expect(parseOperatorFile(text, 'f.yaml').sections).toMatchObject({ scopes: [] });
  });

  it('refuses aliases that expand beyond the limit', () => {
    const levels = ['a: &a [x, x, x, x, x, x, x, x, x]'];
    for (const [from, to] of ['ab', 'bc', 'cd', 'de', 'ef']) levels.push(`${to}: &${to} [${`*${from}, `.repeat(9)}]`);
    expect(problems(levels.join('\n'))).toEqual([expect.stringMatching('aliases expand to more than 10000 values')]);
  });

  it('reports all problems in the order of lines', () => {
    const found = problems('tenants:\n  - { name: a }\nscopes:\n  - { name: "x y", type: resource, color: red }\n');
    expect(found).toEqual([
      'f.yaml:2: tenants[0].display_name: expected text, but it is missing',
      expect.stringMatching(/^f\.yaml:4: scopes\[0\]\.name: /),
      expect.stringMatching(/^f\.yaml:4: scopes\[0\]\.color: /),
    ]);
  });

  it.each<[object, string]>([
    [{ clients: [{ client_idd: 'web', redirect_uris: ['https://rp.test/cb'] }] }, 'client_idd'],
    [{ clients: [{ client_id: 'web', redirect_urls: ['https://rp.test/cb'] }] }, 'redirect_urls'],
    [
      { clients: [{ client_id: 'job', grant_typs: ['client_credentials'], client_secrets: [{ value: 'y' }] }] },
      'grant_typs',
    ],
    [
      { clients: [{ client_id: 'web', redirect_uris: ['https://rp.test/cb'], client_secrets: [{ valu: 'y' }] }] },
      'valu',
    ],
    [{ users: [{ usernam: 'x' }] }, 'usernam'],
    [{ scopes: [{ name: 'x', typ: 'resource' }] }, 'typ'],
    [
      { identity_providers: [{ name: 'x', display_name: 'X', type: 'oidc', isuer: 'https://x.test', client_id: 'x' }] },
      'isuer',
    ],
  ])('prints a misspelled key without what follows from it: %j', (file, key) => {
    expect(problems(JSON.stringify(file))).toEqual([
      expect.stringMatching(new RegExp(`\\.${key}: unknown key; did you mean `)),
    ]);
  });

  it('prints a misspelled key beside what is wrong with other values and entries', () => {
    const file = { scopess: [], users: [{ usernam: 'x', enabled: 7 }, {}], tenants: [{ name: 'a', color: 'red' }] };
    expect(
      problems(JSON.stringify(file))
        .map((line) => line.replace(/^f\.yaml:1: /, '').split(': ')[0])
        .sort(),
    ).toEqual([
      'scopess',
      'tenants[0].color',
      'tenants[0].display_name',
      'users[0].enabled',
      'users[0].usernam',
      'users[1].username',
    ]);
  });

  it('looks at each of many misspelled keys once: compared with each other, these would take minutes', () => {
    const count = 100_000;
    const users = Array.from({ length: count }, () => ({ usernam: 'x' }));
    try {
      readConfiguration({ users });
      expect.unreachable();
    } catch (error) {
      expect(error).toHaveProperty('problems.length', count);
    }
  });

  it.each<[string, string, RegExp, number]>([
    [
      'unknown keys',
      `portal:\n${Array.from({ length: 40_000 }, (_, index) => `  k${index}: 1\n`).join('')}`,
      /^f\.yaml:40001: portal\.k39999: unknown key/,
      40_000,
    ],
    [
      'aliases',
      `x: &x 1\ny:\n${'- [1, 2, 3, 4]\n'.repeat(15_000)}z:\n${'- *x\n'.repeat(9_999)}`,
      /^f\.yaml:15004: z: unknown key/,
      3,
    ],
  ])('goes through a file once, however many %s it has (security #196)', (_, text, last, count) => {
    const found = problems(text);
    expect(found).toHaveLength(count);
    expect(found.at(-1)).toMatch(last);
  });

  it('counts the entries of what was sent before it looks at any, and tells its first problems (security #196)', async () => {
    const entries = (count: number) => ({ tenants: [{}], clients: Array.from({ length: count - 1 }, () => ({})) });
    expect(await sentProblems(entries(10_001))).toEqual(['configuration: expected at most 10,000 entries']);
    expect(await sentProblems(entries(10_000))).toHaveLength(1_000);
    const keys = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`k${index}`, 1]));
    expect(await sentProblems({ portal: keys, tenants: [keys] })).toHaveLength(1_000);
  });

  it.each<[string, unknown]>([
    ['no object', 'text'],
    ['a section that is no list', { clients: 7, scopes: [{ name: 'orders', type: 'resource' }] }],
    ['unknown sections', { aps: [], clients: [] }],
    ['broken entries of several sections', { clients: [{ client_id: 'a' }, 7, { client_nam: 'x' }], scopes: [null] }],
    ['values that are wrong', { portal: { remember_seconds: -1 }, scopes: [{ name: 'a b', type: 'x' }, {}] }],
    ['the same entry twice', { tenants: [1, 2].map(() => ({ name: 'acme', display_name: 'Acme' })) }],
  ])('finds the same in what was sent, one entry at a time: %s', async (_, value) => {
    const whole = problemsIn(() => readConfiguration(value));
    expect(whole.length).toBeGreaterThan(0);
    expect((await sentProblems(value)).toSorted()).toEqual(whole.toSorted());
  });

  it('reads the same from what was sent, one entry at a time', async () => {
    const value = {
      portal: { remember_seconds: 77 },
      clients: ['a', 'b'].map((client_id) => ({
        client_id,
        redirect_uris: ['https://rp.test/cb'],
        client_secrets: [{ value: 'x' }],
      })),
      scopes: [{ name: 'orders', type: 'resource' }],
    };
    const [sent, whole] = [await readSentConfiguration(value, sentLimit), readConfiguration(value)];
    expect(sent.sections).toEqual(whole.sections);
    expect(sent.portalKeys).toEqual(['remember_seconds']);
  });

  it('takes an anchor as it was defined last before the alias', () => {
    const text =
      'portal: { login: &n no }\ntenants: [{ name: *n, display_name: &n 7 }]\nscopes: [{ name: *n, type: x }]\n';
    expect(problems(text)).toEqual([
      expect.stringMatching(/^f\.yaml:1: portal\.login: /),
      expect.stringMatching(/^f\.yaml:2: tenants\[0\]\.display_name: .* got a number/),
      expect.stringMatching(/^f\.yaml:3: scopes\[0\]\.name: .* got a number/),
      expect.stringMatching(/^f\.yaml:3: scopes\[0\]\.type: /),
    ]);
  });

  it('never repeats a secret', () => {
    const text = 'users:\n  - { username: a, password: hunter2, password_hash: hunter2 }\n';
    expect(problems(text).join()).not.toContain('hunter2');
  });

  it('summarizes the first problem and the number of the others in one line', () => {
    expect(() => parseConfiguration('a: 1\nb: 2\nc: 3', 'f.yaml')).toThrow(/^f\.yaml:1: a: .* \(and 2 more\)$/);
  });
});

function toldBy(error: unknown): string[] {
  if (!(error instanceof ConfigurationError)) throw error;
  return error.problems.map((problem) => describeProblem(error.file, problem));
}

function problemsIn(read: () => unknown): string[] {
  try {
    read();
    return [];
  } catch (error) {
    return toldBy(error);
  }
}

async function sentProblems(value: unknown): Promise<string[]> {
  return readSentConfiguration(value, sentLimit).then(() => [], toldBy);
}
