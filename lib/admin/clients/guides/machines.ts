import type { Guide, GuideFacts } from './guide';
import { isHttp, literal, nodeVariable, shellWord } from './quote';

export function deviceGuide({ issuer, clientId, scope }: GuideFacts): Guide {
  return {
    id: 'device',
    title: 'Command line or device (shell)',
    callbackPath: null,
    install: 'apt-get install curl jq',
    files: [
      {
        name: 'sign-in.sh',
        code: `#!/bin/sh
issuer=${shellWord(issuer)}
client_id=${shellWord(clientId)}
answer=$(curl -s "$issuer/connect/deviceauthorization" \\
  --data-urlencode "client_id=$client_id" --data-urlencode scope=${shellWord(scope)})
echo "$answer" | jq -r '"Open \\(.verification_uri) and enter \\(.user_code)"'
interval=$(echo "$answer" | jq -r '.interval // 5')
device_code=$(echo "$answer" | jq -r .device_code)
while sleep "$interval"; do
  tokens=$(curl -s "$issuer/connect/token" \\
    --data-urlencode "client_id=$client_id" \\
    --data-urlencode "device_code=$device_code" \\
    --data-urlencode grant_type=urn:ietf:params:oauth:grant-type:device_code)
  case $(echo "$tokens" | jq -r .error) in
    authorization_pending) ;;
    slow_down) interval=$((interval + 5)) ;;
    null) echo "$tokens"; exit 0 ;;
    *) echo "$tokens" >&2; exit 1 ;;
  esac
done`,
      },
    ],
    trouble: {
      sign: 'The first answer is unauthorized_client.',
      remedy:
        'The client needs the grant urn:ietf:params:oauth:grant-type:device_code and, without a secret, token_endpoint_auth_method: none.',
    },
    proof: 'curl 7.88.1 and jq 1.6, by hand.',
  };
}

export function curlMachineGuide({ issuer, clientId, scope }: GuideFacts): Guide {
  return {
    id: 'curl',
    title: 'curl',
    callbackPath: null,
    install: null,
    files: [
      {
        name: 'token.sh',
        code: `curl ${shellWord(`${issuer}/connect/token`)} \\
  --data-urlencode client_id=${shellWord(clientId)} \\
  --data-urlencode client_secret="$CLIENT_SECRET" \\
  --data-urlencode grant_type=client_credentials \\
  --data-urlencode scope=${shellWord(scope)}`,
      },
    ],
    trouble: {
      sign: 'invalid_client, although the secret is right.',
      remedy: 'The body has to be form-encoded: --data-urlencode, not --data.',
    },
    proof: 'curl, in the tests of docs/protocol.md.',
  };
}

export function nodeMachineGuide({ issuer, clientId, scope }: GuideFacts): Guide {
  const more = isHttp(issuer) ? '\n  undefined,\n  { execute: [client.allowInsecureRequests] },' : '';
  return {
    id: 'node',
    title: 'Node.js (openid-client)',
    callbackPath: null,
    install: 'npm install openid-client@6',
    files: [
      {
        name: 'token.mjs',
        code: `import * as client from 'openid-client';

const configuration = await client.discovery(
  new URL(${literal(issuer)}),
  ${literal(clientId)},
  ${nodeVariable('CLIENT_SECRET')},${more}
);
const tokens = await client.clientCredentialsGrant(configuration, { scope: ${literal(scope)} });
console.log(tokens.access_token, tokens.expires_in);`,
      },
    ],
    trouble: {
      sign: '“only requests to HTTPS are allowed”.',
      remedy: 'The issuer is http. Add allowInsecureRequests on localhost, and use https elsewhere.',
    },
    proof: 'openid-client 6.8.9, in the tests.',
  };
}

export function goMachineGuide({ issuer, clientId, scope }: GuideFacts): Guide {
  return {
    id: 'go',
    title: 'Go',
    callbackPath: null,
    install: 'go get golang.org/x/oauth2',
    files: [
      {
        name: 'main.go',
        code: `package main

import (
	"context"
	"fmt"
	"log"
	"os"

	"golang.org/x/oauth2/clientcredentials"
)

func main() {
	config := clientcredentials.Config{
		ClientID:     ${literal(clientId)},
		ClientSecret: os.Getenv("CLIENT_SECRET"),
		TokenURL:     ${literal(`${issuer}/connect/token`)},
		Scopes:       []string{${scope.split(' ').filter(Boolean).map(literal).join(', ')}},
	}
	token, err := config.Token(context.Background())
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(token.AccessToken, token.Expiry)
}`,
      },
    ],
    trouble: {
      sign: 'invalid_scope.',
      remedy: 'A client can get only the resource scopes in its settings.',
    },
    proof: 'golang.org/x/oauth2 0.37.0, by hand.',
  };
}
