import { passwordQueue } from '#lib/users/password-queue';

/**
 * Does something while so many passwords wait that those of one more from the same network are refused.
 * @param network see turnKey(); empty for the server's own work
 */
export async function whilePasswordsWait<T>(work: () => Promise<T>, network = ''): Promise<T> {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const waiting: Promise<void>[] = [];
  while (passwordQueue().load().waiting < 100) waiting.push(passwordQueue().run(() => held, network));
  try {
    return await work();
  } finally {
    release();
    await Promise.allSettled(waiting);
  }
}
