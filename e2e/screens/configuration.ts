import { crowd, password, providersOf, tenantPeople } from '../provider-failures';

export const person = { username: 'ana', password };
export const upstreamSecret = 'a-secret-of-the-provider-in-these-pictures';

/** The configuration that the pictures show. */
export function configuration(upstream: number) {
  return {
    portal: { registration: 'on' },
    scopes: [
      {
        name: 'orders',
        type: 'resource',
        display_name: 'Your orders',
        description: 'See your orders and their delivery dates',
      },
      {
        name: 'returns',
        type: 'resource',
        display_name: 'Returns',
        description: 'Send books back in your name',
        emphasize: true,
      },
      { name: 'profile', type: 'identity', claims: ['name', 'given_name', 'family_name'], required: true },
    ],
    clients: [
      {
        client_id: 'shop',
        client_name: 'Lantern Books',
        client_secrets: [{ value: 'a-secret-nobody-uses-in-these-pictures' }],
        redirect_uris: ['https://shop.example/callback'],
        grant_types: ['authorization_code', 'refresh_token'],
        scope: 'openid profile email offline_access orders returns',
        identity_providers: { allow: [] },
        client_uri: 'https://shop.example/',
        consent_lifetime_seconds: 7_776_000,
        policy_uri: 'https://shop.example/privacy',
        tos_uri: 'https://shop.example/terms',
      },
      {
        client_id: 'press',
        client_name: 'Lantern Press',
        client_secrets: [{ value: 'another-secret-nobody-uses-in-these-pictures' }],
        redirect_uris: ['https://press.example/callback'],
        scope: 'openid profile email',
        client_uri: 'https://press.example/',
        frontchannel_logout_uri: 'http://localhost:1/signed-out',
        identity_providers: { deny: crowd },
      },
      {
        client_id: 'mall',
        client_name: 'Lantern Campus',
        client_secrets: [{ value: 'a-third-secret-nobody-uses-in-these-pictures' }],
        redirect_uris: ['https://press.example/callback'],
        scope: 'openid',
        identity_providers: { allow: ['corp', ...crowd] },
      },
      {
        client_id: 'tv',
        client_name: 'Lantern TV',
        token_endpoint_auth_method: 'none',
        grant_types: ['urn:ietf:params:oauth:grant-type:device_code'],
        scope: 'openid profile',
      },
    ],
    users: [
      {
        ...person,
        claims: {
          name: 'Ana Ribeiro',
          given_name: 'Ana',
          family_name: 'Ribeiro',
          email: 'ana@example.com',
          email_verified: true,
        },
      },
      ...tenantPeople.users,
      { username: 'bob', password: person.password, claims: {} },
      { username: 'eve', password: person.password, claims: { email: 'alice@example.com' } },
      { ...person, username: 'tomas', claims: { name: 'Tomáš Dvořák', email: 'tomas@harbour.example' } },
    ],
    identity_providers: [
      ...providersOf(upstream, upstreamSecret, {
        corp: 'Contoso',
        gone: 'Northwind',
        invited: 'Fabrikam',
        wrong: 'Tailspin',
      }),
      ...crowd.map((name) => ({
        name,
        display_name: `${name[0]?.toUpperCase()}${name.slice(1)} University`,
        type: 'oidc',
        issuer: `http://localhost:${upstream}`,
        client_id: 'signet',
        client_secret: upstreamSecret,
      })),
      { name: 'github', display_name: 'GitHub', type: 'github', client_id: 'signet', client_secret: upstreamSecret },
    ],
    tenants: [
      {
        name: 'harbour',
        display_name: 'Harbour Library',
        theme: {
          primary: '#0f5e9c',
          primary_dark: '#7cc4f5',
          radius: '6px',
          logo: drawing('#0f5e9c'),
          logo_dark: drawing('#7cc4f5'),
        },
        links: {
          support: 'mailto:desk@harbour.example',
          privacy: 'https://harbour.example/privacy',
          terms: 'https://harbour.example/terms',
        },
      },
      ...tenantPeople.tenants,
      { name: 'meadow', display_name: 'Meadow', theme: { primary: '#ffe27a', radius: '24px', mode: 'dark' } },
    ],
  };
}

function drawing(color: string): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 168 36"><path fill="${color}" d="M18 2a16 16 0 1 0 0 32 16 16 0 0 0 0-32Zm0 5 3 7h6l-5 5 2 8-6-4-6 4 2-8-5-5h6Z"/><text x="44" y="25" font-family="Georgia, serif" font-size="22" fill="${color}">Harbour</text></svg>`;
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
}
