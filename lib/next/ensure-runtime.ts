import { isRuntimeStarted } from '#lib/runtime';
import { singleton } from '#lib/singleton';

/** Prepares the process if this was not done yet. Under `next dev` and `next start`, our server does not run. */
export async function ensureRuntime(): Promise<void> {
  if (isRuntimeStarted()) return;
  const starting = singleton('lazy-start', (): { done: Promise<void> | null } => ({ done: null }));
  starting.done ??= startLazily().finally(() => {
    starting.done = null;
  });
  await starting.done;
}

/** Loaded only if it is needed. A production server has done all this before Next gets a request. */
async function startLazily(): Promise<void> {
  const { startWithoutServer } = await import('#lib/cli/start-without-server');
  await startWithoutServer();
}
