import crypto from 'node:crypto';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import threads from 'node:worker_threads';

/*
 * Passwords are hashed for 10 ms, recovery codes for 40 ms each, ten at a time: a fifth of the unit tests' time. Here
 * the product's own costs take the least time that there is. Every other cost stays, so a test still sees which one the
 * product asks for. Child processes hash as the product does, so against server processes (proofs/attacks) all do.
 */

/** The cost of recovery codes (lib/factors/recovery-codes.ts). */
const scryptCosts = { real: 2 ** 14, quick: 2 };

const argon2 = createRequire(import.meta.url).resolve('./quick-argon2.cjs');

if (process.env.TEST_AGAINST !== 'build') {
  crypto.scrypt = new Proxy(crypto.scrypt, {
    apply(scrypt, self, list: unknown[]) {
      const options = list[3];
      const isReal =
        typeof options === 'object' && options !== null && 'N' in options && options.N === scryptCosts.real;
      return Reflect.apply(scrypt, self, isReal ? list.with(3, { ...options, N: scryptCosts.quick }) : list);
    },
  });

  // A hashing thread (lib/users/hashes/hashing-thread.ts) loads Argon2 from the path that it is told.
  threads.Worker = class extends threads.Worker {
    constructor(script: string | URL, options: threads.WorkerOptions = {}) {
      const { workerData } = options;
      const isHashing = typeof workerData === 'object' && workerData !== null && 'argon2' in workerData;
      super(script, isHashing ? { ...options, workerData: { ...workerData, argon2 } } : options);
    }
  };

  syncBuiltinESMExports();
}
