import { text } from '#lib/forms/read-posted';
import { tracePath, tracesPath } from '../entries/entry-path';
import { type Action, defineAction } from '../kit/define-action';
import { maximumTyped, resolvePick } from '../pick/read';
import { addressWith } from '../query';
import { startTrace, stopTrace } from './change-trace';
import { texts } from './texts';

const typed = text(maximumTyped);

/** Starts a trace of the typed client, and leads to its page. */
export const start = defineAction({
  path: 'debug/traces',
  permission: 'edit',
  proof: 'none',
  target: async () => null,
  fields: { client: typed, client_chosen: typed },
  event: 'trace.started',
  run: async (admin, _, { client, client_chosen: chosen }) => {
    const named = chosen || client;
    const found = await resolvePick(admin, 'client', named);
    // The page shows the matches of an ambiguous name.
    if (found === null || !('picked' in found)) {
      return { goTo: addressWith(tracesPath, {}, { client: named }), say: null };
    }
    return { goTo: tracePath(await startTrace(admin, found.picked.id)), say: texts.recording };
  },
  done: (_, next) => next,
});

export const stop = defineAction({
  path: 'debug/traces/[trace]',
  permission: 'edit',
  proof: 'none',
  target: async (_, { trace = '' }) => trace,
  event: 'trace.stopped',
  run: stopTrace,
  done: (id) => ({ goTo: tracePath(id), say: texts.stopped }),
});

export const traceActions: readonly Action[] = [start, stop];
