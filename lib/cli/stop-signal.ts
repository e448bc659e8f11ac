import { isStartedByNpm } from '#lib/settings/read';

const lookEveryMs = 500;

/**
 * Calls `stop` if the process should end. In a terminal, the signal reaches the primary, the workers and npm. npm and
 * the primary also pass it on, so a second signal must not interrupt the stop. There is a shell between npm and this
 * process. A signal only to npm ends the shell, which does not pass it on. So a process that npm started also stops
 * when its parent ends.
 */
export function onStopSignal(stop: () => void): void {
  process.on('SIGTERM', stop).on('SIGINT', stop);
  if (isStartedByNpm()) onOrphaned(stop);
}

/** Calls `stop` once if the parent process changes, because the original one has ended. */
function onOrphaned(stop: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    stop();
  }, lookEveryMs);
  timer.unref();
}
