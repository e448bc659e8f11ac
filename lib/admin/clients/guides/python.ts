import type { Guide, GuideFacts } from './guide';
import { literal } from './quote';

/** mozilla-django-oidc has no discovery: the addresses of the endpoints are settings. */
export function djangoGuide({ issuer, clientId, scope }: GuideFacts): Guide {
  return {
    id: 'django',
    title: 'Django',
    callbackPath: '/oidc/callback/',
    install: 'pip install mozilla-django-oidc',
    files: [
      {
        name: 'settings.py (added)',
        code: `INSTALLED_APPS += ["mozilla_django_oidc"]
AUTHENTICATION_BACKENDS = ["mozilla_django_oidc.auth.OIDCAuthenticationBackend"]

OIDC_RP_CLIENT_ID = ${literal(clientId)}
OIDC_RP_CLIENT_SECRET = os.environ["CLIENT_SECRET"]
OIDC_RP_SCOPES = ${literal(scope)}
OIDC_RP_SIGN_ALGO = "RS256"
OIDC_USE_PKCE = True
OIDC_OP_AUTHORIZATION_ENDPOINT = ${literal(`${issuer}/connect/authorize`)}
OIDC_OP_TOKEN_ENDPOINT = ${literal(`${issuer}/connect/token`)}
OIDC_OP_USER_ENDPOINT = ${literal(`${issuer}/connect/userinfo`)}
OIDC_OP_JWKS_ENDPOINT = ${literal(`${issuer}/.well-known/openid-configuration/jwks`)}
LOGIN_URL = "oidc_authentication_init"
LOGIN_REDIRECT_URL = "/"`,
      },
      {
        name: 'urls.py (added)',
        code: `from django.urls import include, path

urlpatterns += [path("oidc/", include("mozilla_django_oidc.urls"))]`,
      },
    ],
    trouble: {
      sign: 'People come back and are not signed in, without an error page.',
      remedy:
        'The library finds people by their e-mail address: request the scope email. For details, set the logger mozilla_django_oidc to DEBUG.',
    },
    proof: 'mozilla-django-oidc 5.0.2 on Django 5.2.19, by hand.',
  };
}

export function pythonGuide({ issuer, clientId, scope }: GuideFacts): Guide {
  return {
    id: 'python',
    title: 'Python (Flask)',
    callbackPath: '/callback',
    install: 'pip install Flask Authlib requests',
    files: [
      {
        name: 'app.py',
        code: `import os

from authlib.integrations.flask_client import OAuth
from flask import Flask, redirect, session, url_for

app = Flask(__name__)
app.secret_key = os.environ["SESSION_SECRET"]
oauth = OAuth(app)
oauth.register(
    name="signet",
    server_metadata_url=${literal(`${issuer}/.well-known/openid-configuration`)},
    client_id=${literal(clientId)},
    client_secret=os.environ["CLIENT_SECRET"],
    client_kwargs={"scope": ${literal(scope)}, "code_challenge_method": "S256"},
)


@app.route("/login")
def login():
    return oauth.signet.authorize_redirect(url_for("callback", _external=True))


@app.route("/callback")
def callback():
    token = oauth.signet.authorize_access_token()
    session["user"] = oauth.signet.userinfo(token=token)
    return redirect("/")


@app.route("/")
def home():
    user = session.get("user")
    return f"Hello {user['sub']}" if user else redirect("/login")`,
      },
    ],
    trouble: {
      sign: 'MismatchingStateError at the callback.',
      remedy:
        'The session cookie was lost. localhost and 127.0.0.1 are different hosts: open the one that is registered.',
    },
    proof: 'Authlib 1.9.9 on Flask 3.1.3, by hand.',
  };
}
