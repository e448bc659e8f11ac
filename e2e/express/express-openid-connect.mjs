import express from 'express';
import oidc from 'express-openid-connect';

const { ISSUER_BASE_URL, BASE_URL, CLIENT_SECRET, PORT } = process.env;

// Without a secret, as in the library's README. With a secret, the code flow as in its EXAMPLES.
const withCode = { clientSecret: CLIENT_SECRET, authorizationParams: { response_type: 'code' } };

const app = express();
app.use(
  oidc.auth({
    issuerBaseURL: ISSUER_BASE_URL,
    baseURL: BASE_URL,
    clientID: CLIENT_SECRET ? 'express-code' : 'express',
    secret: 'seals the cookies of the application in these tests',
    idpLogout: true,
    routes: { postLogoutRedirect: '/' },
    ...(CLIENT_SECRET ? withCode : {}),
  }),
);
app.get('/', ({ oidc: { user } }, response) => {
  response.send(`<p id="name">${user.name}</p><p id="email">${user.email}</p><a href="/logout">Sign out</a>`);
});
app.listen(Number(PORT), '127.0.0.1');
