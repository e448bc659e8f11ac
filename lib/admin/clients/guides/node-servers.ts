import type { Guide, GuideFacts } from './guide';
import { literal, nodeVariable } from './quote';

/** Auth.js in a Next.js application (next-auth 4). */
export function nextGuide({ issuer, clientId, scope }: GuideFacts): Guide {
  return {
    id: 'next',
    title: 'Next.js (Auth.js 4, next-auth)',
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
      checks: ['pkce', 'state'],
      idToken: true,
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
    trouble: {
      sign: '“The redirect URI is not registered” on our page.',
      remedy:
        'NEXTAUTH_URL has to be the address that people open. Register that address with /api/auth/callback/signet.',
    },
    proof: 'next-auth 4.24.15 on Next.js 16.4.6, in the browser tests.',
  };
}

/** Auth.js 5: the same provider for Next.js (`next-auth@5`), Express, SvelteKit and the others. */
export function authJsGuide({ issuer, clientId, scope }: GuideFacts): Guide {
  return {
    id: 'auth-js',
    title: 'Auth.js 5',
    callbackPath: '/auth/callback/signet',
    install: 'npm install express @auth/express',
    files: [
      {
        name: 'app.mjs',
        code: `import { ExpressAuth, getSession } from '@auth/express';
import express from 'express';

const config = {
  providers: [
    {
      id: 'signet',
      name: 'Signet',
      type: 'oidc',
      issuer: ${literal(issuer)},
      clientId: ${literal(clientId)},
      clientSecret: ${nodeVariable('CLIENT_SECRET')},
      authorization: { params: { scope: ${literal(scope)} } },
    },
  ],
  secret: ${nodeVariable('AUTH_SECRET')},
  trustHost: true,
};

const app = express();
app.use('/auth', ExpressAuth(config));
app.get('/', async (request, response) => {
  const session = await getSession(request, config);
  if (!session) return response.redirect('/auth/signin');
  response.json(session.user);
});
app.listen(8080);`,
      },
      { name: '.env', code: '# node --env-file=.env app.mjs\nAUTH_SECRET=# openssl rand -base64 32\nCLIENT_SECRET=' },
    ],
    trouble: {
      sign: 'The session has no name and no e-mail address.',
      remedy:
        'Auth.js reads them only from the ID token. Leave always_include_user_claims_in_id_token at auto, and give the client the scopes profile and email.',
    },
    proof: '@auth/express 0.12.3 (@auth/core 0.41.3), in the browser tests.',
  };
}

export function passportGuide({ issuer, clientId, scope }: GuideFacts): Guide {
  const scopes = scope.split(' ').filter((name) => name !== 'openid');
  return {
    id: 'passport',
    title: 'Passport (passport-openidconnect)',
    callbackPath: '/cb',
    install: 'npm install express express-session passport passport-openidconnect',
    files: [
      {
        name: 'app.mjs',
        code: `import express from 'express';
import session from 'express-session';
import passport from 'passport';
import OpenIDConnectStrategy from 'passport-openidconnect';

const issuer = ${literal(issuer)};
passport.use(
  new OpenIDConnectStrategy(
    {
      issuer,
      authorizationURL: issuer + '/connect/authorize',
      tokenURL: issuer + '/connect/token',
      userInfoURL: issuer + '/connect/userinfo',
      clientID: ${literal(clientId)},
      clientSecret: ${nodeVariable('CLIENT_SECRET')},
      callbackURL: ${nodeVariable('BASE_URL')} + '/cb',
      scope: ${JSON.stringify(scopes)},
      nonce: true,
    },
    (issuer, profile, done) => done(null, profile),
  ),
);
passport.serializeUser((user, done) => done(null, user));
passport.deserializeUser((user, done) => done(null, user));

const app = express();
app.use(session({ secret: ${nodeVariable('SESSION_SECRET')}, resave: false, saveUninitialized: false }));
app.use(passport.session());
app.get('/login', passport.authenticate('openidconnect'));
app.get('/cb', passport.authenticate('openidconnect', { successRedirect: '/', failureRedirect: '/login' }));
app.get('/', ({ user }, response) => (user ? response.json(user) : response.redirect('/login')));
app.listen(8080);`,
      },
      {
        name: '.env',
        code: '# node --env-file=.env app.mjs\nBASE_URL=https://app.example\nSESSION_SECRET=# openssl rand -base64 32\nCLIENT_SECRET=',
      },
    ],
    trouble: {
      sign: 'invalid_request: a code_challenge or a nonce is required.',
      remedy: 'The library sends no PKCE, and a nonce only if it is configured to. Set nonce: true.',
    },
    proof: 'passport-openidconnect 0.1.2 with Passport 0.7.0 on Express 5.3.0, in the browser tests.',
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
    trouble: {
      sign: 'The callback gets unauthorized_client.',
      remedy:
        'Without response_type: code it asks for the implicit flow (id_token). Set response_type and clientSecret, or give the client the grant implicit and the response type id_token.',
    },
    proof: 'express-openid-connect 3.4.0 on Express 5.3.0, with and without response_type: code, in the browser tests.',
  };
}
