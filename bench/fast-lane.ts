import { hashSecret } from '#lib/crypto/client-secret';
import { type RunningServer, startServer } from '#lib/testing/running-server';
import { cpuSeconds, type LoadRequest, runLoad } from './load';

/** npm run bench -- fast-lane [rounds] [folder]: with a folder the server with the fast lane leaves a CPU profile there. */
const rounds = Number(process.argv[2] ?? 5);
const profileFolder = process.argv[3];
const secondsPerRound = 4;
const connections = 16;
const secret = 'a-client-secret-with-enough-entropy-0123456789';

const configuration = {
  scopes: [{ name: 'orders', type: 'resource' }],
  clients: [
    {
      client_id: 'machine',
      client_secrets: [{ hash: hashSecret(secret) }],
      grant_types: ['client_credentials'],
      scope: 'orders',
    },
  ],
};

const body = 'grant_type=client_credentials&scope=orders';

function tokenRequest(port: number): LoadRequest {
  const basic = Buffer.from(`machine:${secret}`).toString('base64');
  const headers = {
    authorization: `Basic ${basic}`,
    'content-type': 'application/x-www-form-urlencoded',
    'content-length': String(body.length),
  };
  return { port, path: '/connect/token', headers, body };
}

type Lane = { name: string; server: RunningServer; microseconds: number[] };

/** CPU microseconds a request in one round. */
async function measure({ server, microseconds }: Lane, seconds: number): Promise<void> {
  const before = await cpuSeconds(server.port);
  const { requests } = await runLoad(tokenRequest(server.port), connections, seconds);
  microseconds.push(((await cpuSeconds(server.port)) - before) * (1e6 / requests));
}

const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

const lanes: Lane[] = [];
for (const name of ['on', 'off']) {
  const profiled = profileFolder !== undefined && name === 'on';
  const nodeArguments = profiled ? ['--cpu-prof', `--cpu-prof-dir=${profileFolder}`] : [];
  const server = await startServer({ configuration, env: { SIGNET_FAST_LANE: name }, nodeArguments });
  lanes.push({ name, server, microseconds: [] });
}
for (const lane of lanes) await measure(lane, 2);
for (const lane of lanes) lane.microseconds.length = 0;
for (let round = 0; round < rounds; round += 1) for (const lane of lanes) await measure(lane, secondsPerRound);

console.log('client_credentials, ES256 JWT, server CPU per request (median of the rounds)\n');
console.log('| fast lane | µs/request | requests per CPU second | rounds (µs) |');
console.log('|---|--:|--:|---|');
for (const { name, microseconds } of lanes) {
  const value = median(microseconds);
  const each = microseconds.map((one) => one.toFixed(0)).join(' ');
  console.log(`| ${name} | ${value.toFixed(0)} | ${(1e6 / value).toFixed(0)} | ${each} |`);
}
const [on, off] = lanes.map(({ microseconds }) => median(microseconds));
console.log(`\nratio ${((off ?? 0) / (on ?? 1)).toFixed(1)}`);
await Promise.all(lanes.map(({ server }) => server.stop()));
