/** The one place that reads the clock: adapters and timers ask here, everything below takes `now`. */
export function readClock(): Date {
  return new Date();
}
