/** A lock with one holder at a time, granted in the order of requests. */
export type WriteLock = {
  /**
   * @param timeoutMs how long to wait for the lock
   * @returns releases the lock; null if the time ran out first
   */
  acquire(timeoutMs: number): Promise<(() => void) | null>;
};

export function createWriteLock(): WriteLock {
  const waiting: (() => void)[] = [];
  let held = false;

  function release(): void {
    const next = waiting.shift();
    if (next) next();
    else held = false;
  }

  return {
    acquire(timeoutMs) {
      if (!held) {
        held = true;
        return Promise.resolve(once(release));
      }
      return new Promise((resolve) => {
        const turn = () => {
          clearTimeout(timer);
          resolve(once(release));
        };
        const timer = setTimeout(() => {
          waiting.splice(waiting.indexOf(turn), 1);
          resolve(null);
        }, timeoutMs);
        waiting.push(turn);
      });
    },
  };
}

function once(action: () => void): () => void {
  let done = false;
  return () => {
    if (done) return;
    done = true;
    action();
  };
}
