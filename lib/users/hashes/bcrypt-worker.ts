import { once } from 'node:events';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { singleton } from '#lib/singleton';

/** A thread cannot be bundled, so it loads the package itself. */
const script = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { hashSync } = require(workerData);
  parentPort.on('message', ({ password, salt }) => parentPort.postMessage(hashSync(password, salt)));
`;

/**
 * Hashes with bcryptjs in a thread, because it is written in JavaScript and would block the event loop for the whole
 * time. The password queue bounds the number of threads, because each caller has its turn there. Threads are kept: a
 * check that had to start one would take longer than those of other accounts (security #86).
 * @param salt version, cost and salt as bcrypt writes them
 * @returns version, cost, salt and digest
 */
export async function hashWithBcrypt(password: string, salt: string): Promise<string> {
  const idle = singleton('bcrypt-threads', (): Worker[] => []);
  const worker = idle.pop() ?? startThread();
  worker.ref();
  try {
    const answered = once(worker, 'message');
    worker.postMessage({ password, salt });
    const [made]: unknown[] = await answered;
    // An idle thread does not keep the process alive.
    worker.unref();
    idle.push(worker);
    return String(made);
  } catch (cause) {
    await worker.terminate();
    throw new Error('the thread for bcrypt failed', { cause });
  }
}

function startThread(): Worker {
  const path = createRequire(join(process.cwd(), 'package.json')).resolve('bcryptjs');
  return new Worker(script, { eval: true, workerData: path, env: {}, execArgv: [] });
}
