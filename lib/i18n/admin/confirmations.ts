/** What an action does: what stops, what keeps working, and what cannot be undone. */
export type Consequences = {
  /** Its further effects. */
  readonly text?: string;
  readonly stops?: readonly string[];
  readonly stays?: readonly string[];
  readonly final?: readonly string[];
};

/** The texts of a confirmation before an action. */
export type Told = Consequences & {
  readonly title: (name: string) => string;
  /** A verb and its object. */
  readonly button: string;
};

const clients = {
  disable: {
    title: (name: string) => `Disable ${name}?`,
    stops: ['New sign-ins and token requests', 'Its tokens at this server'],
    stays: [
      'Access tokens that APIs verify themselves, until they expire',
      'Its settings, secrets, grants and consents, for when you enable it again',
    ],
    button: 'Disable client',
  },
  delete: {
    title: (name: string) => `Delete ${name}?`,
    stops: ['All requests of this client'],
    stays: ['Its settings and secrets, in the history'],
    final: ['Grants, tokens and consents are gone for good', 'So are assignments of users, and requests for access'],
    button: 'Delete client',
  },
} satisfies Readonly<Record<string, Told>>;

const providers = {
  disable: {
    title: (name: string) => `Disable ${name}?`,
    stops: ['Signing in with this provider'],
    stays: [
      'Existing sessions and app access',
      'Linked identities, for when you enable it again',
      'The groups that users are in through it',
    ],
    button: 'Disable provider',
  },
  delete: {
    title: (name: string) => `Delete ${name}?`,
    stops: [
      'Signing in with this provider',
      'Links to accounts there. They work again if you add a provider with this name and issuer',
      'Groups that users are in through it. Only a new sign-in there brings them back',
    ],
    stays: ['The accounts of linked users', 'Its settings and client secret, in the history'],
    button: 'Delete provider',
  },
} satisfies Readonly<Record<string, Told>>;

const tenants = {
  disable: {
    title: (name: string) => `Disable ${name}?`,
    stops: ['Sign-ins to its clients', 'Its branding, for requests that name it'],
    stays: ['Existing sessions and tokens', 'Its settings and logos, for when you enable it again'],
    button: 'Disable tenant',
  },
  delete: {
    title: (name: string) => `Delete ${name}?`,
    stops: ['Sign-ins to this tenant. Users limited to it can then only sign in without a tenant'],
    stays: ['Its settings and logos, in the history', 'The accounts of its users'],
    final: ['App access granted in this tenant is gone for good'],
    button: 'Delete tenant',
  },
} satisfies Readonly<Record<string, Told>>;

const scopes = {
  delete: {
    title: (name: string) => `Delete ${name}?`,
    stops: ['The scope. Clients can no longer request it'],
    stays: ['Its settings and secrets, in the history'],
    button: 'Delete scope',
  },
  reset: {
    title: (name: string) => `Reset ${name} to its defaults?`,
    stops: ['Your texts and claims of this scope'],
    stays: ['The built-in scope', 'Your texts and claims, in the history'],
    button: 'Reset scope',
  },
} satisfies Readonly<Record<string, Told>>;

const secret = {
  others: 'Other secrets',
  delete: {
    title: (name: string) => `Delete the secret ${name}?`,
    stops: ['Every app and service that uses this secret'],
    text: 'You can restore it from the history.',
    stays: ['Other secrets of the same client or scope', 'Tokens that were issued with it'],
    button: 'Delete secret',
  },
};

export const confirmations = {
  stops: 'Stops',
  stays: 'Keeps working',
  final: 'Can’t be undone',
  typed: (name: string) => `Type ${name} to confirm`,
  clients,
  identity_providers: providers,
  tenants,
  scopes,
  secret,
};
