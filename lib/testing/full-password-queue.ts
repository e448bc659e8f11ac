import { passwordQueue } from '#lib/users/password-queue';

/**
 * Does something while the password queue is so full that another password from the same network is refused.
 * @param network see turnKey(). Empty for the server's own work
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
