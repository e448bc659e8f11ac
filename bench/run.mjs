import { runTypeScript } from '../lib/testing/run-typescript.mjs';

// node bench/run.mjs [access | admin-lists | builds | check | compare | fast-lane | grown | journeys | latency | pressure | profile | scale | seed | sign-ins | soak | start | timing] [arguments]: docs/performance.md
await runTypeScript(`bench/${process.argv.splice(2, 1)[0] ?? 'compare'}.ts`);
