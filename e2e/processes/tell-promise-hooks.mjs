import { executionAsyncId } from 'node:async_hooks';

// Is loaded into a server. On SIGUSR2 it prints whether promise hooks are on. Continuations have an id only if they are
// on.
process.on('SIGUSR2', async () => {
  await null;
  process.stderr.write(`promise hooks ${executionAsyncId() === 0 ? 'off' : 'on'}\n`);
});
