/**
 * Runs one proof on the production build: npm run test:NAME [-- arguments]. See docs/proofs.md for what each one shows.
 *
 * usage: node proofs/run.mjs NAME [arguments of the proof…]
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const name = process.argv[2] ?? '';
const main = `proofs/${name}/run.ts`;
if (!/^[a-z]+$/.test(name) || !existsSync(main)) {
  process.stderr.write(
    'usage: node proofs/run.mjs NAME [arguments of the proof…]: a folder of proofs/ with a run.ts\n',
  );
  process.exit(2);
}
// The proofs use packages of the tests, and run the build.
for (const purpose of ['test', 'build']) {
  const prepared = spawnSync(process.execPath, ['lib/cli/prepare.mjs', purpose], { stdio: 'inherit' });
  if (prepared.status !== 0) process.exit(prepared.status ?? 1);
}

process.argv.splice(2, 1);
// In a clone without packages, the bundler is only available from here on.
const { runTypeScript } = await import('../lib/testing/run-typescript.mjs');
await runTypeScript(main);
