import { executionAsyncId } from 'node:async_hooks';

// Loaded into a server. On SIGUSR2 it prints whether promise hooks are on: only then do continuations have an id.
process.on('SIGUSR2', async () => {
  await null;
  process.stderr.write(`promise hooks ${executionAsyncId() === 0 ? 'off' : 'on'}\n`);
});
