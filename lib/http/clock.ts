/** The only reader of the clock: adapters and timers call it, everything below takes `now`. */
export function readClock(): Date {
  return new Date();
}
