/** A fixture that a Playwright worker creates when a test first asks for it, and keeps until its last test. */
export type WorkerFixture<T> = [
  (fixtures: Record<never, never>, use: (made: T) => Promise<void>) => Promise<void>,
  { scope: 'worker'; timeout: number },
];
