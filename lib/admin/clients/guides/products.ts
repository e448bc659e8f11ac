import type { Guide, GuideFacts } from './guide';
import { literal, originOf, shellWord, yamlText } from './quote';

/** kubelogin signs people in for kubectl; the API server reads the ID token. */
export function kubernetesGuide({ issuer, clientId, scope }: GuideFacts): Guide {
  const more = [...new Set([...scope.split(' '), 'roles'])].filter((name) => name !== 'openid');
  const extra = more.map((name) => `\n      - --oidc-extra-scope=${name}`).join('');
  return {
    id: 'kubernetes',
    title: 'Kubernetes (kubelogin)',
    callbackPath: 'http://localhost:8000',
    install: 'kubectl krew install oidc-login',
    files: [
      {
        name: '~/.kube/config (the user)',
        code: `- name: signet
  user:
    exec:
      apiVersion: client.authentication.k8s.io/v1
      interactiveMode: IfAvailable
      command: kubectl
      args:
      - oidc-login
      - get-token
      - ${yamlText(`--oidc-issuer-url=${issuer}`)}
      - ${yamlText(`--oidc-client-id=${clientId}`)}${extra}`,
      },
      {
        name: 'kube-apiserver',
        code: `--oidc-issuer-url=${shellWord(issuer)}
--oidc-client-id=${shellWord(clientId)}
--oidc-username-claim=sub
--oidc-groups-claim=role`,
      },
      {
        name: 'signet.yaml (the client, for groups)',
        code: `clients:
  - client_id: ${yamlText(clientId)}
    token_endpoint_auth_method: none
    redirect_uris: ["http://localhost:8000", "http://localhost:18000"]
    scope: ${yamlText([...new Set([...scope.split(' '), 'roles'])].join(' '))}
    # The ID token is all that the API server sees.
    always_include_user_claims_in_id_token: true`,
      },
    ],
    trouble: {
      sign: '“The redirect URI is not registered” on our page.',
      remedy:
        'kubelogin listens at http://localhost:8000, or at http://localhost:18000 if that port is taken. Register both.',
    },
    proof: 'kubelogin built from commit 4ac72f1 (after 1.36.3), by hand. No Kubernetes API server was run.',
  };
}

export function grafanaGuide({ issuer, clientId, scope, redirectUri }: GuideFacts): Guide {
  return {
    id: 'grafana',
    title: 'Grafana',
    callbackPath: '/login/generic_oauth',
    install: null,
    files: [
      {
        name: 'grafana.ini',
        code: `[server]
root_url = ${originOf(redirectUri)}

[auth.generic_oauth]
enabled = true
name = Signet
client_id = ${clientId}
client_secret = $__env{CLIENT_SECRET}
scopes = ${scope}
auth_url = ${issuer}/connect/authorize
token_url = ${issuer}/connect/token
api_url = ${issuer}/connect/userinfo
use_pkce = true
login_attribute_path = preferred_username
name_attribute_path = name
email_attribute_path = email
role_attribute_path = contains(role[*], 'admin') && 'Admin' || 'Viewer'`,
      },
    ],
    trouble: {
      sign: '“The redirect URI is not registered” on our page, with an address at localhost:3000.',
      remedy: 'Grafana builds the address from root_url. Set it to the address that people open.',
    },
    proof: 'Not run.',
  };
}

export function gitLabGuide({ issuer, clientId, scope, redirectUri }: GuideFacts): Guide {
  const uri = `${originOf(redirectUri)}/users/auth/openid_connect/callback`;
  const scopes = scope.split(' ').map(literal).join(', ');
  return {
    id: 'gitlab',
    title: 'GitLab',
    callbackPath: '/users/auth/openid_connect/callback',
    install: null,
    files: [
      {
        name: '/etc/gitlab/gitlab.rb',
        code: `gitlab_rails['omniauth_allow_single_sign_on'] = ['openid_connect']
gitlab_rails['omniauth_providers'] = [
  {
    name: "openid_connect",
    label: "Signet",
    args: {
      name: "openid_connect",
      scope: [${scopes}],
      response_type: "code",
      issuer: ${literal(issuer)},
      discovery: true,
      client_auth_method: "basic",
      uid_field: "sub",
      pkce: true,
      client_options: {
        identifier: ${literal(clientId)},
        secret: ENV["CLIENT_SECRET"],
        redirect_uri: ${literal(uri)}
      }
    }
  }
]`,
      },
    ],
    trouble: {
      sign: 'GitLab says that people without a GitLab account may not sign in.',
      remedy:
        'List openid_connect in omniauth_allow_single_sign_on, as above, and check omniauth_block_auto_created_users.',
    },
    proof: 'Not run.',
  };
}
