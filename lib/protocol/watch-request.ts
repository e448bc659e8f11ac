import type { Context, Handler } from '#lib/context';
import type { HttpRequest, HttpResponse } from '#lib/http/types';
import type { HttpExchange, NotedAccess, NotedRefusal } from '#lib/trace/http-exchange';

/**
 * Runs a handler. While a client is traced, it records the request and the answer if they concern that client.
 */
export function runHandler(handler: Handler, request: HttpRequest, context: Context): Promise<HttpResponse> {
  if (context.snapshot.traces.size === 0) return handler(request, context);
  return runWatched(handler, request, watch(context));
}

/** A request while some client is traced. */
type WatchedRequest = {
  /** The request's context, which also records its refusals. */
  readonly context: Context;
  readonly finish: (request: HttpRequest, response: HttpExchange['response']) => void;
};

/** @returns null if no client is traced */
export function watchRequest(context: Context): WatchedRequest | null {
  return context.snapshot.traces.size === 0 ? null : watch(context);
}

function watch(context: Context): WatchedRequest {
  const { requestId, now: at, settings, snapshot } = context;
  const refusals: NotedRefusal[] = [];
  const access: NotedAccess[] = [];
  const begin = performance.now();
  return {
    context: {
      ...context,
      explain: (refusal) => {
        const reference = context.explain(refusal);
        refusals.push({ ...refusal, reference });
        return reference;
      },
      noteAccess: (decision) => access.push(decision),
    },
    finish: (request, response) => {
      const durationMs = performance.now() - begin;
      const exchange = { request, response, refusals, access, requestId, at, durationMs, issuer: settings.issuer };
      context.noteExchange(exchange, snapshot.traces);
    },
  };
}

async function runWatched(
  handler: Handler,
  request: HttpRequest,
  { context, finish }: WatchedRequest,
): Promise<HttpResponse> {
  try {
    const response = await handler(request, context);
    finish(request, response);
    return response;
  } catch (error) {
    // The adapter decides between 503 and 500. In both cases there is no answer.
    finish(request, { status: 500, headers: {}, body: '' });
    throw error;
  }
}
