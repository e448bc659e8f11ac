/** In milliseconds. Longer work without a pause blocks everything else. */
const longTurnMs = 10;

/** The time at which the current turn of the event loop began its work. Null if there is none. */
let startedAt: number | null = null;

/**
 * Yields to the event loop if work has run for too long without a pause. The SQLite driver answers synchronously, so
 * during a loop of statements no timer fires and no request is read.
 */
export async function shareEventLoop(): Promise<void> {
  if (startedAt === null) {
    startedAt = performance.now();
    setImmediate(() => {
      startedAt = null;
    });
    return;
  }
  if (performance.now() - startedAt < longTurnMs) return;
  await new Promise((resolve) => setImmediate(resolve));
}
