import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '#lib/testing/running-server';
import { startDaemon, until } from './daemon';
import { publicFolder } from './folder';
import { findProgram } from './programs';

export type Balancer = {
  readonly port: number;
  readonly stop: () => Promise<void>;
};

/**
 * How often HAProxy checks /health, and the number of failures after which it stops sending requests to a process. No
 * request is lost if a process drains for longer than these checks and their time limit take. The limit is long because
 * a process on a busy machine may be slow.
 */
const check = 'inter 1s fall 2 rise 1';
const checkSeconds = 5;
export const drainSeconds = 8;

/** Starts HAProxy in front of processes on these loopback ports, as described in docs/operations.md. */
export async function startHaproxy(port: number, nodes: readonly number[]): Promise<Balancer> {
  const folder = publicFolder('haproxy');
  const statistics = await freePort();
  const file = join(folder.path, 'haproxy.cfg');
  writeFileSync(file, configure(port, nodes, statistics));
  const daemon = startDaemon(findProgram('haproxy'), ['-db', '-f', file], folder.path);
  const find = async () => {
    const answer = await fetch(`http://127.0.0.1:${statistics}/statistics;csv`).catch(() => null);
    const lines = (await answer?.text())?.split('\n').filter((line) => /^signet,node\d/.test(line)) ?? [];
    return lines.length === nodes.length && lines.every((line) => line.split(',')[17] === 'UP') ? true : null;
  };
  await until('HAProxy to find every process', find, daemon.output);
  return {
    port,
    stop: async () => {
      await daemon.stop();
      folder.remove();
    },
  };
}

function configure(port: number, nodes: readonly number[], statistics: number): string {
  const servers = nodes.map((node, index) => `  server node${index + 1} 127.0.0.1:${node} check`);
  return `
global
  maxconn 2000
defaults
  mode http
  timeout connect 2s
  timeout client 60s
  timeout server 60s
  timeout check ${checkSeconds}s
  option redispatch
  retries 3
frontend public
  bind 127.0.0.1:${port}
  option forwardfor
  default_backend signet
backend signet
  balance roundrobin
  option httpchk GET /health
  http-check expect status 200
  default-server ${check}
${servers.join('\n')}
frontend statistics
  bind 127.0.0.1:${statistics}
  stats enable
  stats uri /statistics
`;
}
