/** The limits of one connection, in bytes and milliseconds. */
export type Limits = {
  /** Request line and headers together. Beyond it: 431. */
  readonly headerBytes: number;
  /** Bytes of path and query, unless the route has its own limit. Beyond it: 414. */
  readonly urlBytes: number;
  /** The body of a request that no route of the table answers. Beyond it: 413. */
  readonly pageBodyBytes: number;
  /** From the first byte until the headers are complete. Beyond it: 408. */
  readonly headersTimeoutMs: number;
  /** From the first byte until the body is complete. Beyond it: 408. */
  readonly requestTimeoutMs: number;
  /** How long a connection without a request is kept. Longer than the usual idle timeout of proxies (60 s). */
  readonly idleTimeoutMs: number;
  /** How long a connection may be idle during a request or response. */
  readonly stallTimeoutMs: number;
  /** How often the two request timeouts are checked. */
  readonly checkIntervalMs: number;
  /** How long a stop waits for running requests. */
  readonly stopTimeoutMs: number;
};

export const defaultLimits: Limits = {
  headerBytes: 32 * 1024,
  urlBytes: 8 * 1024,
  pageBodyBytes: 1024 * 1024,
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  idleTimeoutMs: 65_000,
  stallTimeoutMs: 60_000,
  checkIntervalMs: 1_000,
  stopTimeoutMs: 10_000,
};
