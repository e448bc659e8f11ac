/** The sections of the forms in their order, with their titles and descriptions. */
export const formSections = {
  /** By page. */
  clients: {
    settings: {
      general: ['General', 'The app as users and administrators see it.'],
      redirects: ['URLs', 'Where users return to, and which pages can call the token endpoint.'],
      sign_out: ['Sign-out notifications', 'How the app learns that a user’s session has ended.'],
      device: ['Device sign-in', 'For TVs and command lines, where users enter a code in another browser.'],
      machine: ['Machine tokens', 'Tokens that this client gets without a user.'],
    },
    access: {
      people: ['Access and roles', 'Who can use this client, and as what.'],
      scopes: ['Scopes', 'What this client can request.'],
      sign_in: ['Sign-in', 'How users can sign in to this client.'],
      consent: ['Consent', 'Whether users are asked before the app gets their data.'],
      security: ['Security', 'The security standard that this client has to meet.'],
      protocol: ['Protocol', 'Protection of authorization requests.'],
      grants: ['Grant types', 'The OAuth flows that this client can use.'],
    },
    credentials: {
      authentication: ['Authentication', 'How this client authenticates when it requests tokens.'],
    },
    tokens: {
      access_token: ['Access tokens', 'What APIs accept.'],
      refresh_token: ['Refresh tokens', 'How long users stay signed in to the app.'],
      id_token: ['ID tokens', 'Tells the app who signed in.'],
      codes: ['Codes', 'One-time codes that the app exchanges for tokens.'],
    },
  },
  portal: {
    sessions: ['Sessions', 'How long users stay signed in to the portal.'],
    sign_in: ['Sign-in', 'How users prove who they are.'],
    accounts: ['Accounts', 'How users create, recover and delete accounts.'],
    service: ['Clients and records', 'What apps can do, and how long events are kept.'],
    agents: ['Self-registered apps and agents', 'Apps your team didn’t register, such as MCP clients.'],
  },
  providers: {
    sign_in: ['Sign-in page', 'Where users find this provider.'],
    accounts: ['Accounts', 'Who can sign in with it.'],
    mapping: ['Mapping', 'What Signet takes from the provider at each sign-in.'],
    groups: ['Groups', 'Which groups the provider decides, at each sign-in.'],
  },
  scopes: {
    'consent-text': ['Consent page', 'What users read when an app asks for this scope.'],
    access: ['Access', 'What this scope gives, and who can get it.'],
  },
  apis: {
    about: ['General', 'What this API is called, and whether tokens are for it.'],
    access: ['Access', 'Which tokens are for this API, and how it introspects them.'],
    tokens: ['Access tokens', 'What tokens for this API contain.'],
    people: ['Roles and groups', 'Which roles users have in this API, and which of their groups it sees.'],
  },
  groups: {
    about: ['General', 'What this group is called, and what it is for.'],
  },
  tenants: {
    general: ['General', 'What this tenant is called, and who can sign in.'],
    'sign-in': ['Sign-in', 'How this tenant’s users prove who they are.'],
    links: ['Footer links', 'Shown below the sign-in page.'],
  },
  users: {
    profile: ['Profile', 'What apps can learn about this user.'],
    access: ['Tenants', 'Where this user can sign in.'],
  },
} as const;
