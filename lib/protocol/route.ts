import type { Handler } from '#lib/context';
import type { Audience, HttpResponse } from '#lib/http/types';
import type { FindDocument } from './public-document';

/** An endpoint that is not a page, for both lanes. */
export type Route = {
  /** Compared as a whole and unchanged. `[name]` stands for one segment, as in the names of route files. */
  readonly path: string;
  /** Its name in the log, the metrics and explanations, if that is not the path. */
  readonly name?: string;
  /** The body may be anything, such as a form with a file. The handler gets it as `bytes`. */
  readonly takesFile?: boolean;
  /** Only the server answers it: Next has no route file for it. */
  readonly isOwn?: true;
  /** Its answer may be a page of Next, for which the server asks. */
  readonly mayShowPage?: true;
  /** HEAD is answered only if it is listed. */
  readonly methods: readonly string[];
  readonly handler: Handler;
  /** Gives the same answer immediately, for a document that anybody may read. */
  readonly document?: FindDocument;
  /** Answers instead of the handler, without configuration and database. */
  readonly withoutContext?: () => HttpResponse;
  readonly maxBodyBytes: number;
  /** In bytes, for path and query. If absent, the usual limit applies. */
  readonly maxUrlBytes?: number;
  /** Who reads the answers that the server gives without the handler. */
  readonly audience: Audience;
  /**
   * The pages that may read the response: any, those of a client's allowed_cors_origins, or any while registration is
   * open. If absent, none.
   */
  readonly cors?: 'any' | 'registered' | 'open_registration';
};
