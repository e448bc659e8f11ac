import { hashSecret } from '#lib/crypto/client-secret';
import { type RunningServer, startServer } from '#lib/testing/running-server';
import { type LoadRequest, openConnection, type Step } from './load';
import { measure, median } from './measure';

/** npm run bench -- fast-lane [rounds] [folder]: with a folder, it writes a CPU profile of the fast lane there. */
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

function tokenRequest(port: number): LoadRequest {
  const basic = Buffer.from(`machine:${secret}`).toString('base64');
  const headers = { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' };
  return { port, path: '/connect/token', headers, body: 'grant_type=client_credentials&scope=orders' };
}

function createUser(target: LoadRequest): Step {
  const ask = openConnection();
  return async () => {
    const { status, text } = await ask(target);
    if (status !== 200) throw new Error(`the token endpoint answered ${status}: ${text}`);
  };
}

type Lane = { name: string; server: RunningServer; users: Step[]; microseconds: number[] };

const lanes: Lane[] = [];
for (const name of ['on', 'off']) {
  const profiled = profileFolder !== undefined && name === 'on';
  const nodeArguments = profiled ? ['--cpu-prof', `--cpu-prof-dir=${profileFolder}`] : [];
  const server = await startServer({ configuration, env: { SIGNET_FAST_LANE: name }, nodeArguments });
  const users = Array.from({ length: connections }, () => createUser(tokenRequest(server.port)));
  await measure(server.port, users, 2);
  lanes.push({ name, server, users, microseconds: [] });
}
for (let round = 0; round < rounds; round += 1) {
  for (const { server, users, microseconds } of lanes) {
    microseconds.push((await measure(server.port, users, secondsPerRound)).microseconds);
  }
}

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
