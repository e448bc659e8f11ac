import type { Guide, GuideFacts } from './guide';
import { literal, nodeVariable } from './quote';

/** Auth.js in a Next.js application (next-auth 4). */
export function nextGuide({ issuer, clientId, scope }: GuideFacts): Guide {
  return {
    id: 'next',
    title: 'Next.js (Auth.js)',
    callbackPath: '/api/auth/callback/signet',
    install: 'npm install next-auth@4',
    files: [
      {
        name: 'app/api/auth/[...nextauth]/route.ts',
        code: `import NextAuth, { type NextAuthOptions } from 'next-auth';

const options: NextAuthOptions = {
  providers: [
    {
      id: 'signet',
      name: 'Signet',
      type: 'oauth',
      wellKnown: ${literal(`${issuer}/.well-known/openid-configuration`)},
      clientId: ${literal(clientId)},
      clientSecret: ${nodeVariable('CLIENT_SECRET')},
      authorization: { params: { scope: ${literal(scope)} } },
      checks: ['pkce', 'state', 'nonce'],
      idToken: true,
      userinfo: { request: ({ client, tokens }) => client.userinfo(tokens.access_token ?? '') },
      profile: ({ sub, name, email }) => ({ id: sub, name, email }),
    },
  ],
};

const handler = NextAuth(options);
export { handler as GET, handler as POST };`,
      },
      {
        name: '.env.local',
        code: 'NEXTAUTH_URL=https://app.example\nNEXTAUTH_SECRET=# openssl rand -base64 32\nCLIENT_SECRET=',
      },
    ],
  };
}

export function expressGuide({ issuer, clientId, scope }: GuideFacts): Guide {
  return {
    id: 'express',
    title: 'Express',
    callbackPath: '/callback',
    install: 'npm install express express-openid-connect',
    files: [
      {
        name: 'app.js',
        code: `const express = require('express');
const { auth, requiresAuth } = require('express-openid-connect');

const app = express();
app.use(
  auth({
    issuerBaseURL: ${literal(issuer)},
    baseURL: ${nodeVariable('BASE_URL')},
    clientID: ${literal(clientId)},
    clientSecret: ${nodeVariable('CLIENT_SECRET')},
    secret: ${nodeVariable('SESSION_SECRET')},
    authRequired: false,
    idpLogout: true,
    authorizationParams: { response_type: 'code', scope: ${literal(scope)} },
  }),
);

app.get('/profile', requiresAuth(), async (request, response) => {
  response.json(await request.oidc.fetchUserInfo());
});

app.listen(8080);`,
      },
      {
        name: '.env',
        code: '# node --env-file=.env app.js\nBASE_URL=https://app.example\nSESSION_SECRET=# openssl rand -base64 32\nCLIENT_SECRET=',
      },
    ],
  };
}
