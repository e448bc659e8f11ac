import type { Guide, GuideFacts } from './guide';
import { isHttp, literal, yamlText } from './quote';

export function springGuide({ issuer, clientId, scope }: GuideFacts): Guide {
  return {
    id: 'spring',
    title: 'Spring Boot',
    callbackPath: '/login/oauth2/code/signet',
    install: 'implementation "org.springframework.boot:spring-boot-starter-oauth2-client"',
    files: [
      {
        name: 'src/main/resources/application.yml',
        code: `spring:
  security:
    oauth2:
      client:
        registration:
          signet:
            client-id: ${yamlText(clientId)}
            client-secret: \${CLIENT_SECRET}
            authorization-grant-type: authorization_code
            redirect-uri: '{baseUrl}/login/oauth2/code/{registrationId}'
            scope: [${scope.split(' ').map(yamlText).join(', ')}]
        provider:
          signet:
            issuer-uri: ${yamlText(issuer)}`,
      },
      {
        name: 'SecurityConfiguration.java',
        code: `import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;
import org.springframework.security.oauth2.client.web.DefaultOAuth2AuthorizationRequestResolver;
import org.springframework.security.oauth2.client.web.OAuth2AuthorizationRequestCustomizers;
import org.springframework.security.web.SecurityFilterChain;

@Configuration
class SecurityConfiguration {
  @Bean
  SecurityFilterChain security(HttpSecurity http, ClientRegistrationRepository clients) throws Exception {
    var requests = new DefaultOAuth2AuthorizationRequestResolver(clients, "/oauth2/authorization");
    requests.setAuthorizationRequestCustomizer(OAuth2AuthorizationRequestCustomizers.withPkce());
    return http
        .authorizeHttpRequests(all -> all.anyRequest().authenticated())
        .oauth2Login(login -> login.authorizationEndpoint(end -> end.authorizationRequestResolver(requests)))
        .build();
  }
}`,
      },
    ],
    trouble: {
      sign: '“authorization_request_not_found” after the sign-in.',
      remedy:
        'The session cookie was lost. Two applications on localhost share JSESSIONID: set another server.servlet.session.cookie.name in one of them.',
    },
    proof: 'Spring Boot 3.5.6 with Spring Security 6.5.5, by hand.',
  };
}

export function aspNetGuide({ issuer, clientId, scope }: GuideFacts): Guide {
  const http = isHttp(issuer) ? '\n        options.RequireHttpsMetadata = false;' : '';
  return {
    id: 'aspnet',
    title: 'ASP.NET Core',
    callbackPath: '/signin-oidc',
    install: 'dotnet add package Microsoft.AspNetCore.Authentication.OpenIdConnect',
    files: [
      {
        name: 'Program.cs',
        code: `using Microsoft.AspNetCore.Authentication.Cookies;
using Microsoft.AspNetCore.Authentication.OpenIdConnect;
using Microsoft.IdentityModel.Protocols.OpenIdConnect;

var builder = WebApplication.CreateBuilder(args);
builder.Services
    .AddAuthentication(options =>
    {
        options.DefaultScheme = CookieAuthenticationDefaults.AuthenticationScheme;
        options.DefaultChallengeScheme = OpenIdConnectDefaults.AuthenticationScheme;
    })
    .AddCookie()
    .AddOpenIdConnect(options =>
    {
        options.Authority = ${literal(issuer)};${http}
        options.ClientId = ${literal(clientId)};
        options.ClientSecret = builder.Configuration["CLIENT_SECRET"];
        options.ResponseType = OpenIdConnectResponseType.Code;
        options.UsePkce = true;
        options.MapInboundClaims = false;
        options.GetClaimsFromUserInfoEndpoint = true;
        options.SaveTokens = true;
        options.Scope.Clear();
${scope
  .split(' ')
  .map((name) => `        options.Scope.Add(${literal(name)});`)
  .join('\n')}
    });
builder.Services.AddAuthorization();

var app = builder.Build();
app.UseAuthentication();
app.UseAuthorization();
app.MapGet("/", (HttpContext http) => $"Hello {http.User.FindFirst("name")?.Value}").RequireAuthorization();
app.Run();`,
      },
    ],
    trouble: {
      sign: '“Correlation failed” after the sign-in.',
      remedy:
        'The correlation cookie needs https. Behind a proxy that ends TLS, add UseForwardedHeaders before UseAuthentication.',
    },
    proof: 'Not run.',
  };
}

export function goGuide({ issuer, clientId, scope, redirectUri }: GuideFacts): Guide {
  const scopes = scope.split(' ').map(literal).join(', ');
  return {
    id: 'go',
    title: 'Go',
    callbackPath: null,
    install: 'go get github.com/coreos/go-oidc/v3/oidc golang.org/x/oauth2',
    files: [
      {
        name: 'main.go',
        code: `package main

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"os"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"
)

func main() {
	ctx := context.Background()
	provider, err := oidc.NewProvider(ctx, ${literal(issuer)})
	if err != nil {
		log.Fatal(err)
	}
	config := oauth2.Config{
		ClientID:     ${literal(clientId)},
		ClientSecret: os.Getenv("CLIENT_SECRET"),
		Endpoint:     provider.Endpoint(),
		RedirectURL:  ${literal(redirectUri || 'https://app.example/callback')},
		Scopes:       []string{${scopes}},
	}
	tokens := provider.Verifier(&oidc.Config{ClientID: config.ClientID})

	http.HandleFunc("/login", func(w http.ResponseWriter, r *http.Request) {
		state, nonce, verifier := oauth2.GenerateVerifier(), oauth2.GenerateVerifier(), oauth2.GenerateVerifier()
		for name, value := range map[string]string{"state": state, "nonce": nonce, "verifier": verifier} {
			http.SetCookie(w, &http.Cookie{Name: name, Value: value, Path: "/", MaxAge: 600, HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: r.TLS != nil})
		}
		http.Redirect(w, r, config.AuthCodeURL(state, oidc.Nonce(nonce), oauth2.S256ChallengeOption(verifier)), http.StatusFound)
	})
	http.HandleFunc("/callback", func(w http.ResponseWriter, r *http.Request) {
		state, err1 := r.Cookie("state")
		nonce, err2 := r.Cookie("nonce")
		verifier, err3 := r.Cookie("verifier")
		if err1 != nil || err2 != nil || err3 != nil || r.URL.Query().Get("state") != state.Value {
			http.Error(w, "start again at /login", http.StatusBadRequest)
			return
		}
		token, err := config.Exchange(ctx, r.URL.Query().Get("code"), oauth2.VerifierOption(verifier.Value))
		if err != nil {
			http.Error(w, "the code was refused", http.StatusBadGateway)
			return
		}
		raw, _ := token.Extra("id_token").(string)
		idToken, err := tokens.Verify(ctx, raw)
		if err != nil || idToken.Nonce != nonce.Value {
			http.Error(w, "the ID token was refused", http.StatusBadGateway)
			return
		}
		fmt.Fprintf(w, "Hello %s\\n", idToken.Subject)
	})
	log.Fatal(http.ListenAndServe(":8080", nil))
}`,
      },
    ],
    trouble: {
      sign: '“oidc: issuer did not match the issuer returned by provider”.',
      remedy: 'The issuer is compared byte for byte. Remove the slash at its end.',
    },
    proof: 'go-oidc 3.21.0 with golang.org/x/oauth2 0.37.0, by hand.',
  };
}
