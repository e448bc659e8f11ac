/** A person who may see everything in a seeded database. */
export const seedOwner = { username: 'root', password: 'the owner of a seeded database' };

export const seedSecret = 'a-client-secret-with-enough-entropy-0123456789';

const person = { scope: 'openid profile email orders offline_access' };
const withSecret = { client_secrets: [{ value: seedSecret }] };

/** The first configuration of a seeded database. Every additional client is like one of these. */
export const seedConfiguration = {
  scopes: Array.from({ length: 40 }, (_, index) => ({
    name: index === 0 ? 'orders' : `api-${index}`,
    type: 'resource',
    display_name: `API ${index}`,
    description: 'An API of this installation',
  })),
  clients: [
    {
      ...person,
      ...withSecret,
      client_id: 'model-web',
      redirect_uris: ['https://web.example/callback'],
      grant_types: ['authorization_code', 'refresh_token'],
    },
    {
      ...person,
      client_id: 'model-spa',
      token_endpoint_auth_method: 'none',
      redirect_uris: ['https://spa.example/callback'],
      allowed_cors_origins: ['https://spa.example'],
    },
    {
      ...person,
      client_id: 'model-native',
      token_endpoint_auth_method: 'none',
      redirect_uris: ['com.example.app:/callback'],
      grant_types: ['authorization_code', 'refresh_token'],
    },
    {
      ...withSecret,
      client_id: 'model-machine',
      grant_types: ['client_credentials'],
      response_types: [],
      scope: 'orders api-1',
    },
    {
      ...person,
      client_id: 'model-device',
      token_endpoint_auth_method: 'none',
      grant_types: ['urn:ietf:params:oauth:grant-type:device_code', 'refresh_token'],
      response_types: [],
    },
  ],
  users: [{ ...seedOwner, admin: 'owner', claims: { name: 'Root', email: 'root@example.com' } }],
};
