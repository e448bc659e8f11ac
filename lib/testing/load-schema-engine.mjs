import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import * as bindings from '@prisma/schema-engine-wasm/schema_engine_bg';

/** @type {Promise<typeof import('@prisma/schema-engine-wasm')> | undefined} */
let loaded;

/**
 * Loads Prisma's schema engine from its WebAssembly file. The package's own entry imports a `.wasm` file, which Node
 * does not support. Its bindings keep views of the memory, so there is only one instance per process.
 * @returns {Promise<typeof import('@prisma/schema-engine-wasm')>}
 */
export function loadSchemaEngine() {
  loaded ??= instantiate();
  return loaded;
}

async function instantiate() {
  // The engine reports a panic of its own here before it stops.
  Reflect.set(globalThis, 'PRISMA_WASM_PANIC_REGISTRY', {
    set_message(/** @type {string} */ message) {
      throw new Error(`schema engine: ${message}`);
    },
  });
  const entry = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm/schema_engine_bg');
  const bytes = readFileSync(entry.replace(/\.js$/, '.wasm'));
  const { instance } = await WebAssembly.instantiate(bytes, { './schema_engine_bg.js': bindings });
  bindings.__wbg_set_wasm(instance.exports);
  const { __wbindgen_start: start } = instance.exports;
  if (typeof start !== 'function') throw new Error('the schema engine has no start');
  start();
  return bindings;
}
