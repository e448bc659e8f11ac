import { runTypeScript } from '../lib/testing/run-typescript.mjs';

// node bench/run.mjs fast-lane [rounds]
await runTypeScript(`bench/${process.argv.splice(2, 1)[0] ?? 'fast-lane'}.ts`);
