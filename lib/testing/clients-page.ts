import type { ApplicationKind } from '#lib/admin/clients/application-kind';
import type { Guide } from '#lib/admin/clients/guides/guide';
import { guidesFor } from '#lib/admin/clients/guides/guides';
import { pkceLibraries } from '#views/admin/clients/views/overview';

const issuer = 'https://id.example.com';
const facts = {
  issuer,
  clientId: 'app',
  redirectUri: 'https://app.example/callback',
  scope: 'openid profile email',
};

type Chapter = {
  readonly title: string;
  readonly text: string;
  /** A configuration file, as YAML. */
  readonly settings: string;
  readonly guides: readonly Guide[];
};

const chapters: readonly Chapter[] = [
  {
    title: 'Web applications',
    text: 'A confidential client with the code flow:',
    ...chapter('web', [
      '    client_secrets: [{ value: "at-least-32-random-characters-of-yours" }]',
      '    redirect_uris: ["https://app.example/callback"]',
      '    post_logout_redirect_uris: ["https://app.example/"]',
      '    scope: "openid profile email"',
    ]),
  },
  {
    title: 'Single-page applications',
    text: 'A public client. Its pages call the token endpoint themselves:',
    ...chapter('spa', [
      '    token_endpoint_auth_method: none',
      '    redirect_uris: ["https://app.example/callback"]',
      '    post_logout_redirect_uris: ["https://app.example/"]',
      '    scope: "openid profile email"',
    ]),
  },
  {
    title: 'Native applications',
    text: 'A public client that users return to by a custom scheme or a loopback address:',
    ...chapter(
      'native',
      [
        '    token_endpoint_auth_method: none',
        '    redirect_uris: ["com.example.app:/callback"]',
        '    grant_types: [authorization_code, refresh_token]',
        '    scope: "openid profile email offline_access"',
      ],
      { ...facts, redirectUri: 'com.example.app:/callback' },
    ),
  },
  {
    title: 'Devices and command lines',
    text: 'A public client with the device grant:',
    ...chapter('device', [
      '    token_endpoint_auth_method: none',
      '    grant_types: ["urn:ietf:params:oauth:grant-type:device_code"]',
      '    scope: "openid profile email"',
    ]),
  },
  {
    title: 'Machines',
    text: 'A confidential client without users, and the API that it calls:',
    ...chapter(
      'machine',
      [
        '    client_secrets: [{ value: "at-least-32-random-characters-of-yours" }]',
        '    grant_types: [client_credentials]',
        '    scope: orders',
        'scopes:',
        '  - name: orders',
        '    type: resource',
      ],
      { ...facts, scope: 'orders' },
    ),
  },
  {
    title: 'APIs',
    text: 'An API is the audience of the tokens with its scopes. A resource scope that no API lists is an audience of its own.',
    settings: `scopes:
  - { name: orders.read, type: resource }
apis:
  - name: orders
    scopes: [orders.read]
    roles:
      - { name: approver }
      - { name: reader, default: true }`,
    guides: guidesFor('api', {
      issuer,
      clientId: '',
      redirectUri: '',
      scope: 'orders.read',
      api: 'orders',
      audience: 'orders',
    }),
  },
];

function chapter(kind: ApplicationKind, lines: readonly string[], filled = facts) {
  const settings = ['clients:', '  - client_id: app', ...lines].join('\n');
  return { settings, guides: guidesFor(kind, filled) };
}

/** docs/clients.md: the guides of the administration, filled in for an example. */
export function renderClientsPage(): string {
  const rows = chapters.flatMap(({ title, guides }) =>
    guides.map(
      (guide) => `| [${guide.title}](#${anchorOf(title, guide)}) | ${title} | ${guide.registered} | ${guide.proof} |`,
    ),
  );
  return [
    '# Clients',
    introduction,
    ['| Library or product | For | As the wizard registers it | Tried with |', '|---|---|---|---|', ...rows].join('\n'),
    ...chapters.flatMap((one) => [
      `## ${one.title}`,
      one.text,
      fence('yaml', one.settings),
      ...one.guides.flatMap((guide) => renderGuide(one.title, guide)),
    ]),
    renderOthers(),
  ]
    .join('\n\n')
    .concat('\n');
}

function renderOthers(): string {
  const rows = pkceLibraries.flatMap(({ library, line, tried }) =>
    tried === null ? [] : [`| ${library} | Works. | ${line === null ? 'none' : `\`${line}\``} | ${tried}, by hand. |`],
  );
  return `## Other libraries

Web applications without a guide here. Only pac4j sends PKCE by default. Signet accepts clients with a secret without it. With the
line, the others send it.

| Library | As the wizard registers it | The line that turns PKCE on | Tried with |
|---|---|---|---|
${rows.join('\n')}
| pac4j (Java) | Works. | sent by default | pac4j-oidc 6.5.5 with jakartaee-pac4j 8.0.1, by hand. |`;
}

const introduction = `How to connect popular libraries and products. Each section has the files to copy, the most frequent problem, and what was
tested with a server of this version. “By hand”: we tested it once. “In the automated tests”: it runs with every \`npm test\`.
“Not run”: written from the documentation of the product. [Groups, roles and access](access.md) says where roles and groups come from.

“As the wizard registers it”: the client was created at \`/admin/clients/new\`, with a name, the redirect URI and, for a machine, the
scope of its API. Nothing else was changed. Then its guide was followed: sign-in, and UserInfo and sign-out where the guide has them.
For an API, the API was created at \`/admin/apis/new\`.

In the administration, the guides of each client (\`/admin/clients\`) and each API (\`/admin/apis\`) show the same files with its own
values. The files contain no secret. It comes from the environment.

For all of them:

- The issuer is \`${issuer}\`, without a slash at its end. Libraries compare it byte for byte.
- Signet compares the redirect URI byte for byte: scheme, host, port, path and slash.
- Every refusal has a reference: \`npm run signet -- explain REFERENCE\` says what was wrong.`;

function anchorOf(chapterTitle: string, guide: Guide): string {
  return headingOf(chapterTitle, guide)
    .toLowerCase()
    .replace(/[^\w -]/g, '')
    .replaceAll(' ', '-');
}

/** The heading of a guide, which no other guide has. The anchor is derived from it. */
function headingOf(chapterTitle: string, { title }: Guide): string {
  const isTwice = chapters.flatMap(({ guides }) => guides).filter((guide) => guide.title === title).length > 1;
  return isTwice && chapterTitle !== 'Web applications' ? `${title}: ${chapterTitle}` : title;
}

function renderGuide(chapterTitle: string, guide: Guide): readonly string[] {
  const { callbackPath, install, files, access, trouble, proof } = guide;
  const address = callbackPath?.startsWith('/') ? `https://app.example${callbackPath}` : callbackPath;
  return [
    `### ${headingOf(chapterTitle, guide)}`,
    ...(address ? [`Redirect URI: \`${address}\``] : []),
    // For Gradle, it is a line of the build file.
    ...(install ? [fence(install.startsWith('implementation') ? 'groovy' : 'sh', install)] : []),
    ...files.flatMap(({ name, language, code }) => [`\`${name}\``, fence(language, code)]),
    ...(access ? [`**Roles and groups:** ${access}`] : []),
    `**If it does not work:** ${trouble.sign} ${trouble.remedy}`,
    `**Tried with:** ${proof}`,
  ];
}

function fence(language: string, code: string): string {
  return `\`\`\`${language}\n${code.trimEnd()}\n\`\`\``;
}
