import type { Database } from '#lib/db/database';
import type { Explain } from '#lib/explain/refusal';
import type { HttpRequest, HttpResponse } from '#lib/http/types';
import type { Logger } from '#lib/log/log';
import type { Settings } from '#lib/settings/settings';
import type { Snapshot } from '#lib/snapshot/snapshot';
import type { RecordExchange } from '#lib/trace/http-exchange';

/** What one request works with. `now` is the only clock and `snapshot` does not change while the request runs. */
export type Context = {
  readonly settings: Settings;
  readonly db: Database;
  readonly snapshot: Snapshot;
  readonly now: Date;
  readonly requestId: string;
  readonly log: Logger;
  /** Resolves, with it, once this process serves with the configuration as it was written before the call. */
  readonly refreshConfiguration: () => Promise<Snapshot>;
  /** Notes why this request is refused; the answer carries the reference. */
  readonly explain: Explain;
  /** Takes an exchange down for the traces that run. */
  readonly noteExchange: RecordExchange;
};

export type Handler = (request: HttpRequest, context: Context) => Promise<HttpResponse>;
