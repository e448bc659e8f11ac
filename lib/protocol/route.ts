import type { Handler } from '#lib/context';
import type { Endpoint } from '#lib/http/server';
import type { HttpResponse } from '#lib/http/types';
import type { FindDocument } from './public-document';

/** An endpoint that is not a page, for both lanes. */
export type Route = Endpoint & {
  readonly handler: Handler;
  /** Gives the same answer immediately, for a document that anybody may read. */
  readonly document?: FindDocument;
  /** Answers instead of the handler, without configuration and database. */
  readonly withoutContext?: () => HttpResponse;
  /**
   * The pages that may read the response: any, those of a client's allowed_cors_origins, or any while registration is
   * open. If absent, none.
   */
  readonly cors?: 'any' | 'registered' | 'open_registration';
};
