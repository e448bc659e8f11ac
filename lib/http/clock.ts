/** The only function that reads the clock. Adapters and timers call it, and everything below them gets `now`. */
export function readClock(): Date {
  return new Date();
}
