import express from 'express';
import session from 'express-session';
import passport from 'passport';
import OpenIDConnectStrategy from 'passport-openidconnect';

const { ISSUER, BASE_URL, CLIENT_SECRET, PORT } = process.env;

// As in the library's README, plus the scopes for name and address, and the nonce.
passport.use(
  new OpenIDConnectStrategy(
    {
      issuer: ISSUER,
      authorizationURL: `${ISSUER}/connect/authorize`,
      tokenURL: `${ISSUER}/connect/token`,
      userInfoURL: `${ISSUER}/connect/userinfo`,
      clientID: 'passport',
      clientSecret: CLIENT_SECRET,
      callbackURL: `${BASE_URL}/cb`,
      scope: ['profile', 'email'],
      nonce: true,
    },
    (_issuer, profile, _context, idToken, done) => done(null, { profile, idToken }),
  ),
);
passport.serializeUser((user, done) => done(null, user));
passport.deserializeUser((user, done) => done(null, user));

const app = express();
app.use(session({ secret: 'signs the cookies of these tests', resave: false, saveUninitialized: false }));
app.use(passport.session());
app.get('/login', passport.authenticate('openidconnect'));
app.get('/cb', passport.authenticate('openidconnect', { failureRedirect: '/refused' }), (_, response) => {
  response.redirect('/');
});
app.get('/refused', (_, response) => response.send('<p id="refused">Nobody is signed in</p>'));
app.get('/', ({ user }, response) => {
  if (!user) return response.redirect('/login');
  const { displayName, emails } = user.profile;
  response.send(`<p id="name">${displayName}</p><p id="email">${emails[0].value}</p><a href="/logout">Sign out</a>`);
});
app.get('/logout', (request, response, next) => {
  const query = { id_token_hint: request.user.idToken, post_logout_redirect_uri: `${BASE_URL}/` };
  request.logout((error) => {
    if (error) return next(error);
    response.redirect(`${ISSUER}/connect/endsession?${new URLSearchParams(query)}`);
  });
});
app.listen(Number(PORT), '127.0.0.1');
