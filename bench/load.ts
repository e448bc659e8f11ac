import { Agent, type IncomingHttpHeaders, request } from 'node:http';

export type LoadRequest = {
  readonly port: number;
  readonly path: string;
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
};

export type Answer = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly text: string };

/** Sends a request on its own persistent connection. */
export type Ask = (target: LoadRequest) => Promise<Answer>;

/** One operation of a user with a check of its answer. It rejects if the answer is wrong. */
export type Step = () => Promise<void>;

export function openConnection(): Ask {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return (target) => send(target, agent);
}

/**
 * A closed loop: each user repeats its operation.
 * @param seconds the duration; operations under way at the end are finished and counted
 * @throws if any operation fails, because a run with errors is invalid
 */
export async function runLoad(users: readonly Step[], seconds: number): Promise<{ count: number; seconds: number }> {
  const started = performance.now();
  const deadline = started + seconds * 1000;
  let count = 0;
  const loop = async (step: Step) => {
    while (performance.now() < deadline) {
      await step();
      count += 1;
    }
  };
  await Promise.all(users.map(loop));
  return { count, seconds: (performance.now() - started) / 1000 };
}

function send({ port, path, method = 'POST', headers = {}, body = '' }: LoadRequest, agent: Agent): Promise<Answer> {
  const length = method === 'POST' ? { 'content-length': String(Buffer.byteLength(body)) } : {};
  const options = { host: '127.0.0.1', port, path, method, headers: { ...headers, ...length }, agent };
  return new Promise((resolve, reject) => {
    const sent = request(options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const { statusCode = 0, headers: received } = response;
        resolve({ status: statusCode, headers: received, text: Buffer.concat(chunks).toString() });
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
