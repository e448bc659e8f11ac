import { once } from 'node:events';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { hashSync, verifySync } from '@node-rs/argon2';
import { singleton } from '#lib/singleton';

/** The functions that a thread can run, with their parameters and results. */
type Functions = {
  readonly argon2: typeof hashSync;
  readonly argon2Verify: typeof verifySync;
  /** @param salt version, cost and salt as bcrypt writes them. The result is these and the digest */
  readonly bcrypt: (password: string, salt: string) => string;
  readonly pbkdf2: typeof import('node:crypto').pbkdf2Sync;
  readonly scrypt: typeof import('node:crypto').scryptSync;
};

/**
 * A thread cannot be bundled, so it loads the packages itself. On Linux, a priority belongs to a thread. With a lower
 * priority, hashing yields to the protocol if all cores are busy. On other systems it belongs to the process and stays
 * unchanged.
 */
const script = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { pbkdf2Sync, scryptSync } = require('node:crypto');
  const { hashSync, verifySync } = require(workerData.argon2);
  const functions = {
    argon2: hashSync,
    argon2Verify: verifySync,
    bcrypt: (password, salt) => require(workerData.bcrypt).hashSync(password, salt),
    pbkdf2: pbkdf2Sync,
    scrypt: scryptSync,
  };
  const { getPriority, setPriority } = require('node:os');
  if (process.platform === 'linux' && getPriority() < workerData.priority) setPriority(workerData.priority);
  parentPort.on('message', ({ name, parameters }) => parentPort.postMessage(functions[name](...parameters)));
`;

/** A nice value: if the protocol competes for a core, the scheduler gives these threads a tenth of it. */
const priority = 10;

/**
 * Computes a password hash in a thread. The password queue limits the number of threads, because each caller waits for
 * its turn there. Threads are kept, because a check that has to start one would take longer than those of other
 * accounts (security #86).
 * @throws if the thread fails; the message contains nothing of the parameters
 */
export async function computeHash<N extends keyof Functions>(
  name: N,
  ...parameters: Parameters<Functions[N]>
): Promise<ReturnType<Functions[N]>> {
  const idle = singleton('hashing-threads', (): Worker[] => []);
  const worker = idle.pop() ?? startThread();
  worker.ref();
  try {
    const answered = once(worker, 'message');
    worker.postMessage({ name, parameters });
    const [made] = await answered;
    // An idle thread does not keep the process alive.
    worker.unref();
    idle.push(worker);
    return made;
  } catch (cause) {
    await worker.terminate();
    throw new Error(`the thread for ${name} failed`, { cause });
  }
}

function startThread(): Worker {
  const { resolve } = createRequire(join(process.cwd(), 'package.json'));
  const workerData = { argon2: resolve('@node-rs/argon2'), bcrypt: resolve('bcryptjs'), priority };
  return new Worker(script, { eval: true, workerData, env: {}, execArgv: [] });
}
