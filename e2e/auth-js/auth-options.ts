import type { NextAuthOptions } from 'next-auth';
import type { JWT } from 'next-auth/jwt';
import { clientId } from './client-id';

const { SIGNET_ISSUER: issuer = '', CLIENT_SECRET: clientSecret = '' } = process.env;

type Profile = { readonly sub: string; readonly name: string; readonly email: string };

/** Auth.js configured for a custom provider, as its documentation shows. The profile comes from the ID token. */
export const authOptions: NextAuthOptions = {
  providers: [
    {
      id: 'signet',
      name: 'Signet',
      type: 'oauth',
      wellKnown: `${issuer}/.well-known/openid-configuration`,
      clientId,
      clientSecret,
      authorization: { params: { scope: 'openid profile email' } },
      checks: ['pkce', 'state'],
      idToken: true,
      profile: ({ sub, name, email }: Profile) => ({ id: sub, name, email }),
    },
  ],
  session: { strategy: 'jwt' },
  callbacks: {
    // Kept in the sealed cookie for the sign-out at the provider.
    jwt: ({ token, account }): JWT => (account ? { ...token, idToken: account.id_token } : token),
  },
};
