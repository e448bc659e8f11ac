import type { Database } from '#lib/db/database';
import type { Explain } from '#lib/explain/refusal';
import type { HttpRequest, HttpResponse } from '#lib/http/types';
import type { Logger } from '#lib/log/log';
import type { Settings } from '#lib/settings/settings';
import type { Snapshot } from '#lib/snapshot/snapshot';
import type { NotedAccess, RecordExchange } from '#lib/trace/http-exchange';

/**
 * Everything that a handler needs for one request. `now` is the only clock. `snapshot` stays the same during the
 * request.
 */
export type Context = {
  readonly settings: Settings;
  readonly db: Database;
  readonly snapshot: Snapshot;
  readonly now: Date;
  readonly requestId: string;
  /** The caller and the issuer are both this machine. What is for nobody else asks for it: outbox, demo, metrics. */
  readonly isLocal: boolean;
  readonly log: Logger;
  /**
   * Reads the configuration again. Resolves with it once this process serves everything that was written before the
   * call.
   */
  readonly refreshConfiguration: () => Promise<Snapshot>;
  /** Records why this request is refused. The answer contains the reference. */
  readonly explain: Explain;
  /** Notes what was decided about access, while a client is traced. */
  readonly noteAccess?: (decision: NotedAccess) => void;
  /** Adds a request and its answer to the running traces. */
  readonly noteExchange: RecordExchange;
};

export type Handler = (request: HttpRequest, context: Context) => Promise<HttpResponse>;
