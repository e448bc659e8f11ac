import { openSync, readSync, writeSync } from 'node:fs';

/**
 * For a server process, with `--import`: writes a line for each time that the event loop was held for at least 5 ms of
 * CPU time. The time that other processes took the core away does not count. On Linux.
 */
const shortestMs = 5;
const schedule = openSync(`/proc/self/task/${process.pid}/schedstat`, 'r');
const text = Buffer.alloc(64);
const cpuMs = () => Number(text.toString('latin1', 0, readSync(schedule, text, 0, 64, 0)).split(' ')[0]) / 1e6;

let last = cpuMs();
const timer = setInterval(() => {
  const now = cpuMs();
  if (now - last >= shortestMs) writeSync(2, `held for ${(now - last).toFixed(0)} ms\n`);
  last = now;
}, 1);
timer.unref();
