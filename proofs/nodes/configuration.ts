export const redirectUri = 'https://rp.test/cb';
export const secret = 'a-client-secret-with-enough-entropy-0123456789';

/** Each client of the load has its own person. */
export const people = Array.from({ length: 24 }, (_, index) => ({
  username: `person-${index}`,
  password: 'correct horse battery staple',
}));
export type Account = (typeof people)[number];
/** A person who is not part of the load. */
export const visitor: Account = { username: 'visitor', password: 'correct horse battery staple' };

/** The common settings of the applications. */
const application = {
  client_secrets: [{ value: secret }],
  redirect_uris: [redirectUri],
  access_token_format: 'reference',
  require_consent: false,
};

/** The scopes, clients and users of the load. */
export const loadConfiguration = {
  scopes: [{ name: 'orders', type: 'resource', secrets: [{ value: secret }] }],
  clients: [
    {
      client_id: 'machine',
      client_secrets: [{ value: secret }],
      grant_types: ['client_credentials'],
      access_token_format: 'reference',
      scope: 'orders',
    },
    { ...application, client_id: 'shop', scope: 'openid profile orders' },
    {
      ...application,
      client_id: 'web',
      grant_types: ['authorization_code', 'refresh_token'],
      refresh_token_rotation: true,
      scope: 'openid profile orders offline_access',
    },
  ],
  users: [...people, visitor].map((person) => ({ ...person, claims: { name: person.username } })),
};
