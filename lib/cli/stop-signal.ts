import { isStartedByNpm } from '#lib/settings/read';

const lookEveryMs = 500;

/**
 * Calls `stop` when the process shall end. In a terminal the signal reaches primary, workers and npm alike, and the
 * last two pass it on: asking twice must not cut short what is finishing. Between npm and us stands a shell, which a
 * signal to npm alone ends without passing it on; so a start by npm also ends with its parent.
 */
export function onStopSignal(stop: () => void): void {
  process.on('SIGTERM', stop).on('SIGINT', stop);
  if (isStartedByNpm()) onOrphaned(stop);
}

/** Calls `stop` once when another process has become the parent: the one that started us is gone. */
function onOrphaned(stop: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    stop();
  }, lookEveryMs);
  timer.unref();
}
