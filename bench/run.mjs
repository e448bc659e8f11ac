import { runTypeScript } from '../lib/testing/run-typescript.mjs';

// node bench/run.mjs [access | builds | check | compare | fast-lane | journeys | pressure | profile | scale | seed | admin-lists | sign-ins | soak | timing] [arguments]: docs/performance.md
await runTypeScript(`bench/${process.argv.splice(2, 1)[0] ?? 'compare'}.ts`);
