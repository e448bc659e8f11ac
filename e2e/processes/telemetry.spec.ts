import { expect, test } from 'playwright/test';
import { type OtlpReceiver, startOtlpReceiver } from '#lib/testing/otlp-receiver';
import { type RunningServer, startServer } from '#lib/testing/running-server';
import { issueCodes, postToken, processConfiguration, processPerson, refreshBody } from './configuration';

const traceId = '0af7651916cd43dd8448eb211c80319c';
const parentSpanId = 'b7ad6b7169203331';

test.describe('OpenTelemetry of a server', () => {
  test.describe.configure({ timeout: 180_000 });
  let receiver: OtlpReceiver;
  let server: RunningServer;

  test.beforeAll(async () => {
    receiver = await startOtlpReceiver();
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint, OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' };
    server = await startServer({ configuration: processConfiguration, env: { ...env, SIGNET_LOG_LEVEL: 'info' } });
  });
  test.afterAll(() => receiver?.stop());

  test('has a span for each request and contains no secret (security #160)', async () => {
    const [{ body } = { body: '' }] = await issueCodes(server.issuer, 1);
    const issued = await postToken(server.issuer, body);
    const refreshed = await postToken(server.issuer, refreshBody(String(issued.body.refresh_token)));
    const replayed = await postToken(server.issuer, body);
    await fetch(`${server.issuer}/connect/userinfo?access_token=canary-query`, {
      headers: {
        authorization: `Bearer ${refreshed.body.access_token}`,
        traceparent: `00-${traceId}-${parentSpanId}-01`,
        tracestate: 'canary=state',
        baggage: 'canary=baggage',
      },
    });
    expect([issued.status, refreshed.status, replayed.status]).toEqual([200, 200, 400]);
    // The server sends the remaining spans when it stops.
    expect(await server.stop()).toBe(0);

    const spans = receiver.spans();
    const ofTokens = spans.filter(({ name }) => name === 'POST /connect/token').map(({ attributes }) => attributes);
    expect(ofTokens).toMatchObject([
      { 'signet.client_id': 'app', 'signet.grant': 'authorization_code', 'signet.outcome': 'ok' },
      { 'signet.client_id': 'app', 'signet.grant': 'refresh_token', 'signet.outcome': 'ok' },
      { 'signet.client_id': 'app', 'signet.grant': 'authorization_code', 'signet.outcome': 'invalid_grant' },
    ]);
    const names = new Set(spans.map(({ name }) => name));
    for (const name of ['GET /connect/authorize', 'GET /login', 'POST /login/submit']) expect(names).toContain(name);
    expect(spans.filter((span) => span.traceId === traceId)).toMatchObject([
      { name: 'GET /connect/userinfo', parentSpanId },
    ]);

    const logged = server
      .output()
      .split('\n')
      .filter((line) => line.includes('"msg":"request"'));
    expect(spans.map(({ attributes }) => attributes['signet.request_id']).sort()).toEqual(
      logged.map((line) => JSON.parse(line).requestId).sort(),
    );
    const sent = receiver.posts.map((post) => post.body.toString('utf8')).join('\n');
    const code = new URLSearchParams(body).get('code') ?? '';
    const tokens = [issued, refreshed].flatMap(({ body: { access_token, refresh_token, id_token } }) => [
      access_token,
      refresh_token,
      id_token,
    ]);
    const secrets = [code, ...tokens.map(String), processPerson.username, processPerson.password];
    const leaked = [...secrets, 'canary', '127.0.0.1', 'rp.test'].filter((secret) => sent.includes(secret));
    expect(leaked).toEqual([]);
    expect(receiver.metrics().get('signet_tokens_issued_total')?.sum?.dataPoints).toHaveLength(2);
  });
});
