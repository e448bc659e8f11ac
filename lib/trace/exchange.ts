import type { Refusal } from '#lib/explain/refusal';
import type { HttpRequest, HttpResponse } from '#lib/http/types';

/** A refusal with the reference of its explanation record. */
export type NotedRefusal = Refusal & { readonly reference: string };

/** A request with its answer, as they came and went: full of secrets, and never kept as it is. */
export type Exchange = {
  readonly request: HttpRequest;
  readonly response: Pick<HttpResponse, 'status' | 'headers' | 'body' | 'report'>;
  /** Why it was refused, when it was. */
  readonly refusals: readonly NotedRefusal[];
  readonly requestId: string;
  /** When it came. */
  readonly at: Date;
  readonly durationMs: number;
  readonly issuer: string;
};

/** Takes an exchange down if it concerns a client that is traced. Never throws. */
export type NoteExchange = (exchange: Exchange, running: RunningTraces) => void;

/** The clients that are traced now, by client id. */
export type RunningTraces = ReadonlyMap<string, RunningTrace>;

export type RunningTrace = { readonly id: string; readonly endsAt: Date };
