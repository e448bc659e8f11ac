import type { Explained } from '#lib/tokens/claims';
/** The simulator: an authorization request without its effects, or a whole sign-in without the application. */
export const texts = {
  form: {
    address: 'Authorization URL',
    addressHelp: 'The URL the client sends users to, or only its parameters.',
    or: 'Or start from a client:',
    client: 'Client',
    redirectUri: 'Redirect URI',
    redirectUriHelp: 'Leave empty for the first one registered.',
    scope: 'Scopes',
    scopeHelp: 'Separated by spaces. Leave empty for all the client can request.',
    user: 'User (optional)',
    userHelp: 'A name, username or email. The domain of an unknown email can still lead to an identity provider.',
    memberOf: 'As if member of (optional)',
    memberOfHelp: 'Up to 5 names of groups, separated by commas. Their members stay the same.',
    run: 'Simulate',
  },
  refused: 'The request is refused',
  tokens: 'Tokens without a sign-in in the browser',
  droppedHelp: 'Unknown, disabled, not allowed for this client, or only granted with a user.',
  problems: {
    unknown_client: 'This client doesn’t exist.',
    unknown_user: 'This user doesn’t exist.',
    no_user: 'Choose a user. Without one, the client gets none of these scopes.',
    no_scope: 'None of these scopes would be granted, so the request would be refused with invalid_scope.',
  },
  toPage: 'The user sees the error on a page of this server, because the redirect URI can’t be trusted.',
  toClient: (uri: string) => `The error goes to ${uri}.`,
  fix: 'How to fix it',
  openSetting: 'Open setting',
  comparison: 'Received and registered values',
  accepted: 'The request is accepted',
  noAccess: {
    title: 'The user has no access',
    text: (user: string, client: string) => `${user} can’t use ${client} and sees a page that says so.`,
    silent: (error: string) => `With prompt=none, the client gets ${error}.`,
    opens: 'What would give access',
    group: (name: string) => `Membership of the group ${name}`,
    role: (name: string) => `The role ${name}`,
    assignment: 'A direct assignment',
    give: 'Give access',
  },
  hypothetical: (user: string, groups: readonly string[]) =>
    `As if ${user} were a member of ${groups.join(' and ')}. In fact, nothing has changed.`,
  groupProblems: {
    too_many: 'Enter at most 5 groups.',
    group_unknown: (name: string) => `No group is called ${name}.`,
  },
  client: 'Client',
  tenant: 'Tenant',
  redirectUri: 'Redirect URI',
  responseType: 'Response type',
  signIn: 'Not signed in',
  choices: {
    provider: (name: string) => `Goes to the identity provider ${name}`,
    login: 'Signs in on the sign-in page',
    realm: 'Chooses an identity provider',
    nowhere: 'Can’t sign in: no sign-in method is allowed',
  },
  person: 'User',
  unknown: 'No user has this name.',
  disabled: 'This user is disabled and can’t sign in.',
  otherTenant: 'This user belongs to other tenants and can’t sign in here.',
  next: 'After sign-in',
  steps: {
    login: 'Signs in again with another method',
    consent: 'Is asked for consent',
    complete: 'Returns to the client right away',
    factor: 'Is asked for a second factor',
    enrol: 'Adds a second factor',
    access: 'Is refused: the user has no access to this client',
    refuse: 'Is refused: the request names another user, or a level that this user can’t reach',
  },
  twoStep: 'two-step verification is on',
  setsPassword: (next: string) => `Sets a new password, because an administrator requires one. After that: ${next}`,
  silent: 'With prompt=none',
  silentText: (signedOut: string, signedIn: string | null) =>
    `Not signed in: ${signedOut}. ${signedIn === null ? 'Signed in: returns right away.' : `Signed in: ${signedIn}.`}`,
  scope: 'Scope',
  dropped: 'Not granted',
  why: {
    offline_without_code: 'refresh tokens need the authorization code flow',
    not_open: 'self-registered clients can’t request it',
    other_resource: 'it belongs to a resource that wasn’t requested',
  },
  refreshToken: 'Refresh token',
  yes: 'Yes',
  no: 'No',
  idToken: 'ID token',
  accessToken: 'Access token',
  userinfo: 'UserInfo',
  none: 'Not issued.',
  notes: {
    value: (claim: string, { value, groups, isAssigned, isDefault }: Explained) => {
      const named = groups.map((name) => `the group ${name}`);
      const from = [...named, ...(isAssigned ? ['an assignment'] : []), ...(isDefault ? ['everyone has it'] : [])];
      return `${claim}: “${value}”${from.length === 0 ? '' : ` (${from.join(', ')})`}`;
    },
    own: (claim: string, scope: string) => `${claim}: the user’s own claim, from the scope ${scope}`,
    rule: (claim: string, place: number, from: string | null) =>
      from === null ? `${claim}: the value of rule ${place}` : `${claim}: rule ${place}, from ${from}`,
    consent: (claim: string) => `${claim}: a rule doesn’t apply, because its source isn’t released here`,
    type: (claim: string) => `${claim}: a rule doesn’t apply, because the value has another type`,
    size: (claim: string) =>
      `${claim}: left out, because the token would be too large. UserInfo and introspection have it`,
    several_audiences: (claim: string) =>
      `${claim}: left out, because the token is for several APIs. To get a token for one API, use the resource parameter`,
    elsewhere:
      'roles: not included. An access token contains the user’s roles only if it is for one API and that API defines roles',
    filter: (count: number, owner: string, isNamed: boolean) => {
      const groups = count === 1 ? '1 group isn’t shown' : `${count} groups aren’t shown`;
      if (!isNamed) return `${groups}: “Which groups?” of ${owner} leaves ${count === 1 ? 'it' : 'them'} out`;
      return `${groups}: ${owner} names ${count === 1 ? 'no such group' : 'none of them'}`;
    },
    bytes: (bytes: number) => `Size of groups, roles and claim rules: ${bytes} bytes`,
  },
  trial: {
    title: 'Try sign-in',
    description:
      'Go through this client’s real sign-in in this browser. It ends here: the app isn’t opened and receives nothing, and consent isn’t remembered.',
    again: 'Try again',
    start: 'Start',
    prompts: { select_account: 'Choose an account', login: 'Enter credentials again' },
    answered: 'Sign-in works',
    refused: 'The app would get an error',
    none: 'This result has expired, or another session started this sign-in.',
    facts: {
      user: 'User',
      finished: 'Finished',
      authTime: 'Authenticated (auth_time)',
      amr: 'Methods (amr)',
      acr: 'Level (acr)',
      idp: 'Identity provider',
      scope: 'Granted scopes',
      refused: 'Refused scopes',
      refreshToken: 'Refresh token',
      yes: 'Yes',
      no: 'No',
    },
  },
} as const;
