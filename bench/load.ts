import { Agent, request } from 'node:http';

export type LoadRequest = {
  readonly port: number;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

export type LoadResult = { readonly requests: number; readonly seconds: number; readonly sample: string };

/**
 * A closed loop of keep-alive connections.
 * @param connections how many requests run at a time
 * @param seconds how long; requests that run at the end are finished and counted
 * @throws when any answer is not 200: a run with errors counts for nothing
 */
export async function runLoad(target: LoadRequest, connections: number, seconds: number): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const started = performance.now();
  const deadline = started + seconds * 1000;
  let requests = 0;
  let sample = '';
  const loop = async () => {
    while (performance.now() < deadline) {
      sample = await send(target, agent);
      requests += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, loop));
  agent.destroy();
  return { requests, seconds: (performance.now() - started) / 1000, sample };
}

function send({ port, path, headers, body }: LoadRequest, agent: Agent): Promise<string> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, method: 'POST', headers, agent }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        if (response.statusCode === 200) resolve(text);
        else reject(new Error(`${path} answered ${response.statusCode}: ${text}`));
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** The CPU seconds (user and system) a server has used, by its own accounting. */
export async function cpuSeconds(port: number): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const value = /^process_cpu_seconds_total (\S+)/m.exec(text)?.[1];
  if (value === undefined) throw new Error('the server does not tell its CPU time');
  return Number(value);
}
