import type { Guide, GuideFacts } from './guide';
import { literal } from './quote';

/** The crate openidconnect with axum. */
export function rustGuide({ issuer, clientId, scope, redirectUri }: GuideFacts): Guide {
  const scopes = scope.split(' ').filter((name) => name !== 'openid');
  return {
    id: 'rust',
    title: 'Rust',
    callbackPath: null,
    install: 'cargo add openidconnect axum && cargo add tokio --features full && cargo add serde --features derive',
    files: [
      {
        name: 'src/main.rs',
        code: `use std::sync::{Arc, Mutex};

use axum::{extract::{Query, State}, response::Redirect, routing::get, Router};
use openidconnect::{
    core::{CoreAuthenticationFlow, CoreClient, CoreProviderMetadata},
    reqwest, AuthorizationCode, ClientId, ClientSecret, CsrfToken, IssuerUrl, Nonce, PkceCodeChallenge,
    PkceCodeVerifier, RedirectUrl, Scope, TokenResponse,
};

type Pending = Option<(CsrfToken, Nonce, PkceCodeVerifier)>;

#[derive(Clone)]
struct App {
    metadata: CoreProviderMetadata,
    http: reqwest::Client,
    // One sign-in at a time: keep this in a session cookie instead.
    pending: Arc<Mutex<Pending>>,
}

#[derive(serde::Deserialize)]
struct Answer {
    code: String,
    state: String,
}

macro_rules! client {
    ($app:expr) => {
        CoreClient::from_provider_metadata(
            $app.metadata.clone(),
            ClientId::new(${literal(clientId)}.into()),
            std::env::var("CLIENT_SECRET").ok().map(ClientSecret::new),
        )
        .set_redirect_uri(RedirectUrl::new(${literal(redirectUri || 'https://app.example/callback')}.into()).unwrap())
    };
}

async fn login(State(app): State<App>) -> Redirect {
    let (challenge, verifier) = PkceCodeChallenge::new_random_sha256();
    let client = client!(app);
    let (url, state, nonce) = client
        .authorize_url(CoreAuthenticationFlow::AuthorizationCode, CsrfToken::new_random, Nonce::new_random)
        .add_scopes([${scopes.map((name) => `Scope::new(${literal(name)}.into())`).join(', ')}])
        .set_pkce_challenge(challenge)
        .url();
    *app.pending.lock().unwrap() = Some((state, nonce, verifier));
    Redirect::to(url.as_str())
}

async fn callback(State(app): State<App>, Query(answer): Query<Answer>) -> Result<String, String> {
    let (state, nonce, verifier) = app.pending.lock().unwrap().take().ok_or("start again at /login")?;
    if state.secret() != &answer.state {
        return Err("start again at /login".into());
    }
    let client = client!(app);
    let tokens = client
        .exchange_code(AuthorizationCode::new(answer.code))
        .map_err(|error| error.to_string())?
        .set_pkce_verifier(verifier)
        .request_async(&app.http)
        .await
        .map_err(|error| error.to_string())?;
    let claims = tokens
        .id_token()
        .ok_or("no ID token")?
        .claims(&client.id_token_verifier(), &nonce)
        .map_err(|error| error.to_string())?;
    Ok(format!("Hello {}", claims.subject().as_str()))
}

#[tokio::main]
async fn main() {
    let http = reqwest::ClientBuilder::new().redirect(reqwest::redirect::Policy::none()).build().unwrap();
    let issuer = IssuerUrl::new(${literal(issuer)}.into()).unwrap();
    let metadata = CoreProviderMetadata::discover_async(issuer, &http).await.unwrap();
    let app = App { metadata, http, pending: Arc::default() };
    let router = Router::new().route("/login", get(login)).route("/callback", get(callback)).with_state(app);
    let listener = tokio::net::TcpListener::bind("127.0.0.1:8080").await.unwrap();
    axum::serve(listener, router).await.unwrap();
}`,
      },
    ],
    trouble: {
      sign: '“unexpected issuer URI” at the start.',
      remedy: 'The issuer is compared byte for byte. Remove the slash at its end.',
    },
    proof: 'openidconnect 4.1.0 with axum 0.8.9, by hand.',
  };
}
