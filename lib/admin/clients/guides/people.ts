import type { Guide, GuideFacts } from './guide';
import { kotlinLiteral, literal, originOf } from './quote';

export function spaGuide({ issuer, clientId, scope, redirectUri }: GuideFacts): Guide {
  return {
    id: 'spa',
    title: 'JavaScript (oidc-client-ts)',
    callbackPath: null,
    install: 'npm install oidc-client-ts',
    files: [
      {
        name: 'auth.ts',
        code: `import { UserManager } from 'oidc-client-ts';

const manager = new UserManager({
  authority: ${literal(issuer)},
  client_id: ${literal(clientId)},
  redirect_uri: ${literal(redirectUri || 'https://app.example/callback')},
  post_logout_redirect_uri: ${literal(`${originOf(redirectUri)}/`)},
  response_type: 'code',
  scope: ${literal(scope)},
});

export const signIn = () => manager.signinRedirect();
export const signOut = () => manager.signoutRedirect();
/** On the page of the redirect URI. */
export const finishSignIn = () => manager.signinRedirectCallback();
export const currentUser = () => manager.getUser();`,
      },
    ],
    trouble: {
      sign: '“Failed to fetch” when it redeems the code.',
      remedy:
        'Pages of other origins may not call the token endpoint. Without allowed_cors_origins, only the origins of the redirect URIs may: register the right one, or list the origin.',
    },
    proof: 'oidc-client-ts 3.5.0, in the browser tests.',
  };
}

export function appleGuide({ issuer, clientId, scope, redirectUri }: GuideFacts): Guide {
  const scopes = scope.split(' ').map(literal).join(', ');
  return {
    id: 'apple',
    title: 'iOS and macOS (AppAuth)',
    callbackPath: null,
    install: 'https://github.com/openid/AppAuth-iOS',
    files: [
      {
        name: 'SignIn.swift',
        code: `import AppAuth

var flow: OIDExternalUserAgentSession?
var authState: OIDAuthState?

func signIn(from controller: UIViewController) {
  let issuer = URL(string: ${literal(issuer)})!
  OIDAuthorizationService.discoverConfiguration(forIssuer: issuer) { configuration, error in
    guard let configuration else { return print(error as Any) }
    let request = OIDAuthorizationRequest(
      configuration: configuration,
      clientId: ${literal(clientId)},
      scopes: [${scopes}],
      redirectURL: URL(string: ${literal(redirectUri || 'com.example.app:/callback')})!,
      responseType: OIDResponseTypeCode,
      additionalParameters: nil)
    // AppAuth adds state, nonce and PKCE.
    flow = OIDAuthState.authState(byPresenting: request, presenting: controller) { state, error in
      authState = state
    }
  }
}`,
      },
    ],
    trouble: {
      sign: 'The browser stays open after the sign-in.',
      remedy: 'Add the scheme of the redirect URI to CFBundleURLTypes in Info.plist.',
    },
    proof: 'Not run.',
  };
}

export function androidGuide({ issuer, clientId, scope, redirectUri }: GuideFacts): Guide {
  return {
    id: 'android',
    title: 'Android (AppAuth)',
    callbackPath: null,
    install: 'implementation("net.openid:appauth:0.11.1")',
    files: [
      {
        name: 'SignIn.kt',
        code: `import android.app.Activity
import android.net.Uri
import net.openid.appauth.*

fun signIn(activity: Activity, requestCode: Int) {
  AuthorizationServiceConfiguration.fetchFromIssuer(Uri.parse(${kotlinLiteral(issuer)})) { configuration, error ->
    if (configuration == null) throw checkNotNull(error)
    val request = AuthorizationRequest.Builder(
      configuration,
      ${kotlinLiteral(clientId)},
      ResponseTypeValues.CODE,
      Uri.parse(${kotlinLiteral(redirectUri || 'com.example.app:/callback')}),
    ).setScope(${kotlinLiteral(scope)}).build()
    // AppAuth adds state, nonce and PKCE.
    activity.startActivityForResult(AuthorizationService(activity).getAuthorizationRequestIntent(request), requestCode)
  }
}`,
      },
    ],
    trouble: {
      sign: 'The browser stays open after the sign-in.',
      remedy: 'Set appAuthRedirectScheme in build.gradle to the scheme of the redirect URI.',
    },
    proof: 'Not run.',
  };
}
