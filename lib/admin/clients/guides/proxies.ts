import type { Guide, GuideFacts } from './guide';
import { literal, originOf } from './quote';

/** oauth2-proxy in front of an application. */
export function oauth2ProxyGuide(facts: GuideFacts): Guide {
  return {
    id: 'oauth2-proxy',
    title: 'oauth2-proxy',
    callbackPath: '/oauth2/callback',
    install: 'oauth2-proxy --config oauth2-proxy.cfg',
    files: [{ name: 'oauth2-proxy.cfg', code: oauth2ProxyFile(facts, ['upstreams = ["http://127.0.0.1:8080"]']) }],
    trouble: {
      sign: '500 after the sign-in, and “email in id_token isn’t verified” in the log.',
      remedy: 'The account needs the claim email_verified: true. oauth2-proxy refuses unverified addresses.',
    },
    proof: 'oauth2-proxy built from commit 14af2951 (after 7.15.3), by hand.',
  };
}

/** nginx asks oauth2-proxy for each request. */
export function nginxGuide(facts: GuideFacts): Guide {
  return {
    id: 'nginx',
    title: 'nginx',
    callbackPath: '/oauth2/callback',
    install: 'oauth2-proxy --config oauth2-proxy.cfg',
    files: [
      {
        name: 'oauth2-proxy.cfg',
        code: oauth2ProxyFile(facts, ['reverse_proxy = true', 'set_xauthrequest = true']),
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
    trouble: {
      sign: '502, and “upstream sent too big header” in the log of nginx.',
      remedy:
        'The cookie of oauth2-proxy is longer than the buffer of nginx. Set proxy_buffer_size 16k and proxy_busy_buffers_size 24k for /oauth2/.',
    },
    proof: 'nginx 1.22.1 with oauth2-proxy as above, by hand.',
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
    trouble: {
      sign: 'An error page of Apache after the sign-in, and “unknown or invalid state” in its log.',
      remedy: 'The browser did not send the state cookie. People have to open the host and scheme of OIDCRedirectURI.',
    },
    proof: 'mod_auth_openidc 2.4.12.3 on Apache 2.4.71, by hand.',
  };
}

function oauth2ProxyFile({ issuer, clientId, scope, redirectUri }: GuideFacts, lines: readonly string[]): string {
  return `# OAUTH2_PROXY_CLIENT_SECRET and OAUTH2_PROXY_COOKIE_SECRET come from the environment.
provider = "oidc"
oidc_issuer_url = ${literal(issuer)}
client_id = ${literal(clientId)}
scope = ${literal(scope)}
code_challenge_method = "S256"
redirect_url = ${literal(`${originOf(redirectUri)}/oauth2/callback`)}
email_domains = ["*"]
${lines.join('\n')}
http_address = "127.0.0.1:4180"`;
}
