import type { ApiFacts, Guide } from './guide';
import { isHttp, literal, yamlText } from './quote';

export function springApiGuide({ issuer, scope }: ApiFacts): Guide {
  return {
    id: 'spring-api',
    title: 'Spring Boot',
    callbackPath: null,
    install: 'implementation "org.springframework.boot:spring-boot-starter-oauth2-resource-server"',
    files: [
      {
        name: 'src/main/resources/application.yml',
        code: `spring:
  security:
    oauth2:
      resourceserver:
        jwt:
          issuer-uri: ${yamlText(issuer)}
          audiences: ${yamlText(scope)}`,
      },
      {
        name: 'signet.yaml (the scope)',
        code: `scopes:
  - name: ${yamlText(scope)}
    type: resource
    access_token_typ: JWT`,
      },
    ],
    trouble: {
      sign: '401 with “JOSE header typ (type) at+jwt not allowed”.',
      remedy:
        'Spring Security accepts the type at+jwt only with a decoder that is configured for it. Set access_token_typ: JWT on the scope, as above.',
    },
    proof: 'Spring Boot 3.5.6 with Spring Security 6.5.5, with access_token_typ: JWT and without, by hand.',
  };
}

export function aspNetApiGuide({ issuer, scope }: ApiFacts): Guide {
  const http = isHttp(issuer) ? '\n        options.RequireHttpsMetadata = false;' : '';
  return {
    id: 'aspnet-api',
    title: 'ASP.NET Core',
    callbackPath: null,
    install: 'dotnet add package Microsoft.AspNetCore.Authentication.JwtBearer',
    files: [
      {
        name: 'Program.cs',
        code: `var builder = WebApplication.CreateBuilder(args);
builder.Services
    .AddAuthentication("Bearer")
    .AddJwtBearer("Bearer", options =>
    {
        options.Authority = ${literal(issuer)};${http}
        options.Audience = ${literal(scope)};
        options.MapInboundClaims = false;
        options.TokenValidationParameters.ValidTypes = ["at+jwt"];
    });
builder.Services.AddAuthorization();

var app = builder.Build();
app.UseAuthentication();
app.UseAuthorization();
app.MapGet("/", (HttpContext http) => http.User.FindFirst("sub")?.Value).RequireAuthorization();
app.Run();`,
      },
    ],
    trouble: {
      sign: '401 with “The audience is invalid” (IDX10214).',
      remedy: 'The audience of a token is the name of the resource scope. Set Audience to it.',
    },
    proof: 'Not run.',
  };
}

/** A Model Context Protocol server is an API: it says who issues its tokens (RFC 9728) and verifies them. */
export function mcpGuide({ issuer, scope }: ApiFacts): Guide {
  return {
    id: 'mcp',
    title: 'MCP server (Node.js)',
    callbackPath: null,
    install: 'npm install express jose',
    files: [
      {
        name: 'server.mjs',
        code: `import express from 'express';
import { createRemoteJWKSet, jwtVerify } from 'jose';

const issuer = ${literal(issuer)};
const server = 'https://mcp.example/mcp';
const metadata = 'https://mcp.example/.well-known/oauth-protected-resource/mcp';
const keys = createRemoteJWKSet(new URL(issuer + '/.well-known/openid-configuration/jwks'));

const app = express();
app.get('/.well-known/oauth-protected-resource/mcp', (_, response) => {
  response.json({ resource: server, authorization_servers: [issuer], scopes_supported: [${literal(scope)}] });
});
app.use('/mcp', async (request, response, next) => {
  const token = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
  try {
    const expected = { issuer, audience: ${literal(scope)}, typ: 'at+jwt' };
    request.person = (await jwtVerify(token, keys, expected)).payload.sub;
    next();
  } catch {
    response.set('WWW-Authenticate', 'Bearer resource_metadata="' + metadata + '"').status(401).end();
  }
});
app.post('/mcp', (request, response) => response.json({ person: request.person })); // your MCP handler
app.listen(8080);`,
      },
      {
        name: 'signet.yaml (the scope, and a client for each MCP client)',
        code: `scopes:
  - name: ${yamlText(scope)}
    type: resource
    resource: https://mcp.example/mcp
clients:
  - client_id: mcp-client
    token_endpoint_auth_method: none
    redirect_uris: ["http://127.0.0.1/callback"]
    grant_types: [authorization_code, refresh_token]
    scope: ${yamlText(`openid offline_access ${scope}`)}`,
      },
    ],
    trouble: {
      sign: 'The MCP client registers itself and is then refused the scope.',
      remedy:
        'A client that registers without an initial access token gets identity scopes only. Configure the MCP client with the client_id of a client that an administrator created.',
    },
    proof: 'The server with express 5.3.0 and jose 6.2.17, called by curl with tokens. No MCP client was run.',
  };
}
