import type { ServedRequest } from '#lib/http/server';

/** What an answered request is called in the log and the metrics. */
export type Observation = {
  /** A path of the route table or the name of an area. */
  readonly endpoint: string;
  readonly outcome: string;
};

/** OpenTelemetry of this process, where it is on. */
export type Telemetry = {
  /** Makes the span of an answered request. Null: no spans are sent. */
  readonly noteRequest: ((served: ServedRequest, observation: Observation) => void) | null;
  /** Sends what waits. */
  readonly stop: () => Promise<void>;
};
