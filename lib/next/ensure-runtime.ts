import { isRuntimeStarted } from '#lib/runtime';
import { singleton } from '#lib/singleton';

/** Prepares the process if that was not done yet: under `next dev` and `next start` there is no server of ours. */
export async function ensureRuntime(): Promise<void> {
  if (isRuntimeStarted()) return;
  const starting = singleton('lazy-start', (): { done: Promise<void> | null } => ({ done: null }));
  starting.done ??= startLazily().finally(() => {
    starting.done = null;
  });
  await starting.done;
}

/** Loaded only when it is needed: a production server has done all this before Next sees a request. */
async function startLazily(): Promise<void> {
  const { startWithoutServer } = await import('#lib/cli/start-without-server');
  await startWithoutServer();
}
