import { vi } from 'vitest';
import { startSnapshot } from '#lib/snapshot/current';
import type { TestProvider } from './provider';

/**
 * Reads the configuration without the timer that looks at it again: it goes by the clock on the wall, for which keys of
 * a test have expired long ago.
 */
export async function startStillSnapshot(provider: TestProvider): Promise<void> {
  const { db, settings, now } = provider.context();
  vi.useFakeTimers({ toFake: ['setInterval'] });
  const started = startSnapshot({ db, secret: settings.secret, now });
  vi.useRealTimers();
  await started;
}
