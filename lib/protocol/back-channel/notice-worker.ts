import type { Logger } from '#lib/log/log';
import { singleton } from '#lib/singleton';
import type { Context } from '../context';
import { deliverDueNotices } from './deliver-notices';

/** How often the queue is looked at, for retries and for what other processes left behind. */
const intervalMs = 5_000;

const holder = () => singleton('notice-worker', (): { wake: (() => void) | null } => ({ wake: null }));

/**
 * Delivers logout notices in the background: soon after each sign-out of this process, and every few seconds what is
 * due from any. The timer keeps no process alive.
 * @param createContext what an attempt works with; may reject while the configuration cannot be read
 * @returns ends it; resolves when the attempts under way are through
 */
export function startNoticeWorker(
  createContext: () => Context | Promise<Context>,
  log: Pick<Logger, 'warn'>,
): () => Promise<void> {
  const state: { running: Promise<void> | null; again: boolean; stopped: boolean } = {
    running: null,
    again: false,
    stopped: false,
  };
  const work = async () => {
    do {
      state.again = false;
      await deliverAll(createContext, log);
    } while (state.again && !state.stopped);
    state.running = null;
  };
  const wake = () => {
    // Work that is under way may have read the queue before this notice was in it.
    state.again = true;
    state.running ??= work();
  };
  const timer = setInterval(wake, intervalMs).unref();
  holder().wake = wake;
  return async () => {
    state.stopped = true;
    clearInterval(timer);
    holder().wake = null;
    await state.running;
  };
}

/** To be called after the transaction that wrote notices; does nothing in a process without the worker. */
export function wakeNoticeWorker(): void {
  holder().wake?.();
}

async function deliverAll(createContext: () => Context | Promise<Context>, log: Pick<Logger, 'warn'>): Promise<void> {
  try {
    await deliverDueNotices(await createContext());
  } catch (error) {
    log.warn({ err: error }, 'could not deliver logout notices');
  }
}
