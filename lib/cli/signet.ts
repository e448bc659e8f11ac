// The entry of the program. Nothing else of ours is imported before the version of Node is known.
import module from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { requireNode } from './node-version.mjs';

requireNode();

// V8 compiles a WebAssembly function again, optimized, once it has run for a moment. Prisma's compiler of queries runs
// about as long as that at a start, and later only for a new query. With a hundred times the usual budget, the second
// compilation is left to processes that have many new queries.
setFlagsFromString('--wasm-tiering-budget=180000000');

// Node 22 and later keep what they compiled for the next start. It is no error if the folder cannot be written.
if ('enableCompileCache' in module && typeof module.enableCompileCache === 'function') {
  module.enableCompileCache(`${import.meta.dirname}/compile-cache`);
}

await import('./command-line');
