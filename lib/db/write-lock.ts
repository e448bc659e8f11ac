/** A lock with one holder at a time, granted in the order of requests. */
export type WriteLock = {
  /**
   * @param timeoutMs how long to wait for the lock
   * @returns releases the lock; null if the time ran out first
   */
  acquire(timeoutMs: number): Promise<(() => void) | null>;
};

/** @param verify throws while nobody may get the lock */
export function createWriteLock(verify: () => void = () => {}): WriteLock {
  const waiting: (() => void)[] = [];
  let held = false;

  /** Releases the lock once, however often it is called. */
  const turnOf = () => {
    let done = false;
    return () => {
      if (done) return;
      done = true;
      const next = waiting.shift();
      if (next) next();
      else held = false;
    };
  };

  return {
    async acquire(timeoutMs) {
      verify();
      if (!held) {
        held = true;
        return turnOf();
      }
      return new Promise((resolve) => {
        const turn = () => {
          clearTimeout(timer);
          resolve(turnOf());
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
