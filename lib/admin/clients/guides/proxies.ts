import type { Guide, GuideFacts } from './guide';
import { literal, originOf } from './quote';

/** nginx asks oauth2-proxy for each request. */
export function nginxGuide({ issuer, clientId, scope, redirectUri }: GuideFacts): Guide {
  const origin = originOf(redirectUri);
  return {
    id: 'nginx',
    title: 'nginx',
    callbackPath: '/oauth2/callback',
    install: 'oauth2-proxy --config oauth2-proxy.cfg',
    files: [
      {
        name: 'oauth2-proxy.cfg',
        code: `# OAUTH2_PROXY_CLIENT_SECRET and OAUTH2_PROXY_COOKIE_SECRET come from the environment.
provider = "oidc"
oidc_issuer_url = ${literal(issuer)}
client_id = ${literal(clientId)}
scope = ${literal(scope)}
code_challenge_method = "S256"
redirect_url = ${literal(`${origin}/oauth2/callback`)}
email_domains = ["*"]
reverse_proxy = true
set_xauthrequest = true
http_address = "127.0.0.1:4180"`,
      },
      {
        name: 'nginx.conf (inside server { … })',
        code: `location /oauth2/ {
  proxy_pass http://127.0.0.1:4180;
  proxy_set_header Host $host;
  proxy_set_header X-Real-IP $remote_addr;
  proxy_set_header X-Forwarded-Proto $scheme;
  proxy_set_header X-Auth-Request-Redirect $request_uri;
}
location = /oauth2/auth {
  internal;
  proxy_pass http://127.0.0.1:4180;
  proxy_set_header Host $host;
  proxy_set_header X-Forwarded-Uri $request_uri;
  proxy_set_header Content-Length "";
  proxy_pass_request_body off;
}
location / {
  auth_request /oauth2/auth;
  error_page 401 = /oauth2/sign_in;
  auth_request_set $user $upstream_http_x_auth_request_user;
  proxy_set_header X-User $user;
  proxy_pass http://127.0.0.1:8080;
}`,
      },
    ],
  };
}

/** mod_auth_openidc. The redirect URI is a path of its own that no page has. */
export function apacheGuide({ issuer, clientId, scope, redirectUri }: GuideFacts): Guide {
  const quoted = (text: string) => `"${text.replaceAll('"', '\\"')}"`;
  return {
    id: 'apache',
    title: 'Apache',
    callbackPath: '/oidc/callback',
    install: 'a2enmod auth_openidc',
    files: [
      {
        name: 'auth_openidc.conf',
        code: `OIDCProviderMetadataURL ${quoted(`${issuer}/.well-known/openid-configuration`)}
OIDCClientID ${quoted(clientId)}
OIDCClientSecret \${CLIENT_SECRET}
OIDCRedirectURI ${quoted(`${originOf(redirectUri)}/oidc/callback`)}
OIDCCryptoPassphrase \${SESSION_SECRET}
OIDCScope ${quoted(scope)}
OIDCPKCEMethod S256
OIDCRemoteUserClaim sub

<Location "/">
  AuthType openid-connect
  Require valid-user
</Location>`,
      },
    ],
  };
}
