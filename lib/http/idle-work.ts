import { performance } from 'node:perf_hooks';

/** How often this process looks whether it is at rest. */
const lookEveryMs = 1_000;

/** The part of a period in which a process at rest is busy: its background jobs take less. */
const atRest = 0.1;

/**
 * Does work that nobody waits for, one step after each second in which this process had next to nothing to do. A process
 * that is busy from its start on does none of it. The timer keeps no process alive.
 * @returns gives up what has not begun; resolves once the step that has begun is over
 */
export function workWhenIdle(
  steps: readonly (() => Promise<unknown>)[],
  onError: (error: unknown) => void,
): () => Promise<void> {
  const left = [...steps];
  let running: Promise<unknown> | undefined;
  let before = performance.eventLoopUtilization();
  const timer = setTimeout(look, lookEveryMs).unref();

  async function look() {
    const isIdle = performance.eventLoopUtilization(before).utilization < atRest;
    if (isIdle) running = left.shift()?.().catch(onError);
    await running;
    before = performance.eventLoopUtilization();
    if (left.length > 0) timer.refresh();
  }

  return async () => {
    left.length = 0;
    clearTimeout(timer);
    await running;
  };
}
