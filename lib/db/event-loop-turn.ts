/** In milliseconds. Longer work without a pause keeps everything else waiting. */
const longTurnMs = 10;

/** The time when the current turn of the event loop began its work; null if it has none. */
let startedAt: number | null = null;

/**
 * Yields to the event loop if work has run for long without a pause. The SQLite driver answers synchronously, so a loop
 * of statements runs from promise to promise, and no timer fires and no request is read until it ends.
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
