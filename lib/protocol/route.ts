import type { Handler } from '#lib/context';
import type { Audience, HttpResponse } from '#lib/http/types';
import type { FindDocument } from './public-document';

/** An endpoint that is not a page, for both lanes. */
export type Route = {
  /** Compared as a whole and unchanged; `[name]` stands for one segment, as in the names of route files. */
  readonly path: string;
  /** Names it in the log, the metrics and explanations, where that is not the path. */
  readonly name?: string;
  /** The body may be anything, such as a form with a file: it comes as `bytes`. */
  readonly takesFile?: boolean;
  /** HEAD is answered only where it is listed. */
  readonly methods: readonly string[];
  readonly handler: Handler;
  /** Gives the same answer at once, for a document that anybody may read. */
  readonly document?: FindDocument;
  /** Answers in the handler's place, without configuration and database. */
  readonly withoutContext?: () => HttpResponse;
  readonly maxBodyBytes: number;
  /** Of path and query in bytes, where it is not the usual limit. */
  readonly maxUrlBytes?: number;
  /** The reader of answers that the server gives without the handler. */
  readonly audience: Audience;
  /**
   * Which pages may read the answer: any, those of a client's allowed_cors_origins, or any while registration is open.
   * Absent: none.
   */
  readonly cors?: 'any' | 'registered' | 'open_registration';
};
