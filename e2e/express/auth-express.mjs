import { ExpressAuth, getSession } from '@auth/express';
import express from 'express';

const { ISSUER, CLIENT_SECRET, PORT } = process.env;

// A custom provider, as in the guide "Configuring an OIDC provider" of Auth.js.
const config = {
  providers: [
    { id: 'signet', name: 'Signet', type: 'oidc', issuer: ISSUER, clientId: 'auth-js-5', clientSecret: CLIENT_SECRET },
  ],
  secret: 'seals the cookies of the application in these tests',
  trustHost: true,
};

const app = express();
app.use('/auth', ExpressAuth(config));
app.get('/', async (request, response) => {
  const session = await getSession(request, config);
  if (!session) return response.redirect('/auth/signin');
  response.send(`<p id="name">${session.user.name}</p><p id="email">${session.user.email}</p>`);
});
app.listen(Number(PORT), '127.0.0.1');
