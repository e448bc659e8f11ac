import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'playwright/test';
import { createCertificate, type TestCertificate } from '#lib/testing/certificates';
import { freePort, startServer } from '#lib/testing/running-server';

const secret = 'm2m-secret-0123456789abcdef';
const configuration = {
  scopes: [{ name: 'orders', type: 'resource' }],
  clients: [
    {
      client_id: 'm2m',
      client_secrets: [{ value: secret }],
      grant_types: ['client_credentials'],
      scope: 'orders',
      tls_client_certificate_bound_access_tokens: true,
    },
  ],
};

type Asked = { readonly port: number; readonly path: string; readonly client: TestCertificate | null };

/** Posts the client's token request over TLS, with a certificate or without. */
function askTls({ port, path, client }: Asked): Promise<{ status: number | undefined; body: string }> {
  const identity = client === null ? {} : { cert: client.pem, key: client.privateKeyPem };
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    authorization: `Basic ${Buffer.from(`m2m:${secret}`).toString('base64')}`,
  };
  return new Promise((resolve, reject) => {
    // The server's own certificate is of no interest here.
    const options = { method: 'POST', host: '127.0.0.1', rejectUnauthorized: false, agent: false, port, path, headers };
    const sent = request({ ...options, ...identity }, async (response) => {
      let body = '';
      for await (const chunk of response) body += chunk;
      resolve({ status: response.statusCode, body });
    });
    sent.on('error', reject).end('grant_type=client_credentials&scope=orders');
  });
}

test('a token is bound to the certificate of its TLS connection (RFC 8705 §3)', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'signet-mtls-'));
  const [own, client] = [createCertificate(), createCertificate()];
  const files = { cert: join(folder, 'tls.pem'), key: join(folder, 'tls.key') };
  await Promise.all([writeFile(files.cert, own.pem), writeFile(files.key, own.privateKeyPem)]);
  const port = await freePort();
  const server = await startServer({
    configuration,
    env: {
      SIGNET_MTLS_ORIGIN: `https://localhost:${port}`,
      SIGNET_MTLS_PORT: String(port),
      SIGNET_MTLS_CERT_FILE: files.cert,
      SIGNET_MTLS_KEY_FILE: files.key,
    },
  });
  try {
    const path = '/connect/token';
    const { status, body } = await askTls({ port, path, client });
    expect(status, body).toBe(200);
    const [, payload = ''] = String(JSON.parse(body).access_token).split('.');
    const { cnf } = JSON.parse(Buffer.from(payload, 'base64url').toString());
    expect(cnf).toEqual({ 'x5t#S256': client.thumbprint });
    const without = await askTls({ port, path, client: null });
    expect([without.status, JSON.parse(without.body).error]).toEqual([400, 'invalid_request']);
    expect((await askTls({ port, path: '/login', client })).status, 'pages never live there').toBe(404);
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
});
