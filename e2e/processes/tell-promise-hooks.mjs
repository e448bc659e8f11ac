import { executionAsyncId } from 'node:async_hooks';

// Loaded into a server: on SIGUSR2 it tells whether hooks run for every promise. Continuations have an id only then.
process.on('SIGUSR2', async () => {
  await null;
  process.stderr.write(`promise hooks ${executionAsyncId() === 0 ? 'off' : 'on'}\n`);
});
