import type { Refusal } from '#lib/explain/refusal';
import type { HttpRequest, HttpResponse } from '#lib/http/types';

/** A refusal with the reference of its explanation record. */
export type NotedRefusal = Refusal & { readonly reference: string };

/** Whether a person may use a client, and why. */
export type NotedAccess = {
  readonly clientId: string;
  readonly may: boolean;
  /** In words: `everyone`, groups, assignments. Empty for somebody who may not use it. */
  readonly because: readonly string[];
};

/** A request with its answer, including secrets. It is never stored like this. */
export type HttpExchange = {
  readonly request: HttpRequest;
  readonly response: Pick<HttpResponse, 'status' | 'headers' | 'body' | 'report'>;
  /** The refusals, if it was refused. */
  readonly refusals: readonly NotedRefusal[];
  /** What was decided about access. */
  readonly access?: readonly NotedAccess[];
  readonly requestId: string;
  /** The time of the request. */
  readonly at: Date;
  readonly durationMs: number;
  readonly issuer: string;
};

/** Records an exchange if it concerns a traced client. Never throws. */
export type RecordExchange = (exchange: HttpExchange, running: RunningTraces) => void;

/** The running traces, by client ID. */
export type RunningTraces = ReadonlyMap<string, RunningTrace>;

type RunningTrace = { readonly id: string; readonly startedAt: Date; readonly endsAt: Date };
