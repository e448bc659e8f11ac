import { singleton } from '#lib/singleton';
import { metrics } from './metrics';

type Count = (seconds: number) => void;

/**
 * Counts an answered request.
 * @param endpoint a path of the route table or the name of an area
 * @param outcome a word from a closed set
 */
export function countRequest(endpoint: string, outcome: string, seconds: number): void {
  const counts = singleton('request-counts', () => new Map<string, Count>());
  const key = `${endpoint} ${outcome}`;
  const count = counts.get(key) ?? resolve(endpoint, outcome);
  counts.set(key, count);
  count(seconds);
}

/** Resolves the labels once, because every request is counted here. */
function resolve(endpoint: string, outcome: string): Count {
  const total = metrics().requests.labels(endpoint, outcome);
  const duration = metrics().durations.labels(endpoint);
  return (seconds) => {
    total.inc();
    duration.observe(seconds);
  };
}
