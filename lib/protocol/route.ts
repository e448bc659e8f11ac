import type { Audience } from '#lib/http/types';
import type { Handler } from './context';

/** One protocol endpoint, as both lanes serve it. */
export type Route = {
  /** Matched whole and as it came. */
  readonly path: string;
  /** HEAD is answered only where it is listed. */
  readonly methods: readonly string[];
  readonly handler: Handler;
  readonly maxBodyBytes: number;
  /** Who reads what the server answers in the handler's stead. */
  readonly audience: Audience;
  /** Which pages may read the answer: any, or those of a client's allowed_cors_origins. Absent: none. */
  readonly cors?: 'any' | 'registered';
};
