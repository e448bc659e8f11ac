import { password } from '../../fixtures';

export const redirectUri = 'https://shop.example/callback';
export const shopSecret = 'a-secret-nobody-uses-outside-these-pictures';

/** The people in the pictures of accounts. Each has their own address. */
export const people = { owner: 'ana', newcomer: 'bruno', forgetful: 'carla', administrator: 'root' } as const;

/** A configuration with all features of accounts turned on. */
export const accountsConfiguration = {
  portal: {
    registration: 'on',
    second_factor: 'optional',
    email_code: 'on',
    email_second_factor: 'on',
    account_deletion: 'on',
  },
  scopes: [
    {
      name: 'orders',
      type: 'resource',
      display_name: 'Your orders',
      description: 'See your orders and their delivery dates',
    },
  ],
  clients: [
    {
      client_id: 'shop',
      client_name: 'Lantern Books',
      client_secrets: [{ value: shopSecret }],
      redirect_uris: [redirectUri],
      grant_types: ['authorization_code', 'refresh_token'],
      scope: 'openid profile email offline_access orders',
      client_uri: 'https://shop.example/',
      policy_uri: 'https://shop.example/privacy',
      tos_uri: 'https://shop.example/terms',
    },
    {
      client_id: 'bank',
      client_name: 'Lantern Bank',
      client_secrets: [{ value: 'another-secret-nobody-uses-in-these-pictures' }],
      redirect_uris: [redirectUri],
      scope: 'openid profile',
      minimum_acr: 'urn:signet:acr:2',
    },
  ],
  users: [
    person(people.owner, 'Ana Ribeiro'),
    { username: people.newcomer, password, claims: { name: 'Bruno Costa' } },
    person(people.forgetful, 'Carla Nunes'),
    { username: people.administrator, password, admin: 'owner' },
  ],
};

function person(username: string, name: string): object {
  const [given, family] = name.split(' ');
  const email = emailOf(username);
  return { username, password, claims: { name, given_name: given, family_name: family, email, email_verified: true } };
}

export function emailOf(username: string): string {
  return `${username}@example.com`;
}
