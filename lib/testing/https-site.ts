import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';

/** A web server for programs that publish their own client metadata document. */
export type HttpsSite = {
  /** The client_id of a document at this path. */
  readonly url: (path: string) => string;
  /** The answer of the site at a path: a document to serve as JSON, or a listener. */
  readonly serve: (path: string, answer: object | RequestListener) => void;
  /** How often a path was requested. */
  readonly hits: (path: string) => number;
  readonly close: () => void;
};

/** Starts the site at https://localhost, with `siteCertificate`. */
export async function startHttpsSite(): Promise<HttpsSite> {
  const answers = new Map<string, object | RequestListener>();
  const hits = new Map<string, number>();
  const respond: RequestListener = (request, response) => {
    const path = request.url ?? '';
    hits.set(path, (hits.get(path) ?? 0) + 1);
    const answer = answers.get(path);
    if (typeof answer === 'function') return answer(request, response);
    response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer ?? {}));
  };
  const server = createServer({ key, cert: siteCertificate }, respond);
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: (path) => `https://localhost:${port}${path}`,
    serve: (path, answer) => void answers.set(path, answer),
    hits: (path) => hits.get(path) ?? 0,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** The private key for localhost, used only in these tests. */
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgRYJMQAC4H5RB1Ox4
Tm0lSiT/GdV7G5M058CZxXLOB9mhRANCAATenCQgksp5hHpuRq/NnUvS5kmkNuhh
U3zIW0vPN2N4Zvty1PL9ew4yiZg9DI1tOBADq8Zz5e+OD5yEuXiDl9fS
-----END PRIVATE KEY-----
`;
/** A self-signed certificate. NODE_EXTRA_CA_CERTS makes a process accept it. */
export const siteCertificate = `-----BEGIN CERTIFICATE-----
MIIBljCCATugAwIBAgIUHp7aQwqub2BXzKJmmMpxM37mMBowCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMzIxMjcwMVoYDzIxMjYxMDMw
MjEyNzAxWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAATenCQgksp5hHpuRq/NnUvS5kmkNuhhU3zIW0vPN2N4Zvty1PL9ew4y
iZg9DI1tOBADq8Zz5e+OD5yEuXiDl9fSo2kwZzAdBgNVHQ4EFgQUHloLzxiNJ13f
a/9kuvCgJV/5ea0wHwYDVR0jBBgwFoAUHloLzxiNJ13fa/9kuvCgJV/5ea0wDwYD
VR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglsb2NhbGhvc3QwCgYIKoZIzj0EAwID
SQAwRgIhAK/cTZgMv4eojM6VptNgdhf8oenDm+AeLDrvqpS8N+uaAiEAtxfG5vs/
4TZMp9sgaqUzk7sa7B2OWGsYDMgLSSYTNL0=
-----END CERTIFICATE-----
`;
