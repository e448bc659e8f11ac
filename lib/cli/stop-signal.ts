import { isStartedByNpm } from '#lib/settings/read';

const lookEveryMs = 500;

/**
 * Calls `stop` if the process should end. In a terminal the signal reaches primary, workers and npm, and npm and the
 * primary pass it on, so a second signal must not interrupt the stop. There is a shell between npm and this process; a
 * signal to only npm ends the shell, which does not pass it on. So a process that npm started also stops when its
 * parent ends.
 */
export function onStopSignal(stop: () => void): void {
  process.on('SIGTERM', stop).on('SIGINT', stop);
  if (isStartedByNpm()) onOrphaned(stop);
}

/** Calls `stop` once if the parent process changes: the original one has ended. */
function onOrphaned(stop: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    stop();
  }, lookEveryMs);
  timer.unref();
}
