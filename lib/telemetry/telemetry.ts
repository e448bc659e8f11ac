import type { ServedRequest } from '#lib/http/server';

/** The name and outcome of an answered request in the log and the metrics. */
export type Observation = {
  /** A path of the route table or the name of an area. */
  readonly endpoint: string;
  readonly outcome: string;
};

/** OpenTelemetry in this process, if it is on. */
export type Telemetry = {
  /** Creates the span of an answered request. Null if no spans are sent. */
  readonly recordRequest: ((served: ServedRequest, observation: Observation) => void) | null;
  /** Sends everything that is waiting. */
  readonly stop: () => Promise<void>;
};
