import { setTimeout } from 'node:timers/promises';
import type { Contender } from '../contenders';
import type { Step } from '../load';
import { activities } from './steps';

/** One user that repeats what it does. */
export type Lane = {
  readonly name: string;
  readonly step: Step;
  /** How often it can in a second, while all others do what they can. */
  perSecond: number;
  /** In the soak. */
  count: number;
  readonly errors: string[];
};

export async function openLanes(server: Contender): Promise<Lane[]> {
  const lanes: Lane[] = [];
  for (const { name, users, prepare } of activities) {
    for (let index = 0; index < users; index += 1) {
      lanes.push({ name, step: await prepare(server), perSecond: 0, count: 0, errors: [] });
    }
  }
  return lanes;
}

/** Lets all do what they can, and notes how much that is. @throws if anything fails */
export async function calibrate(lanes: readonly Lane[], seconds: number): Promise<void> {
  const begin = performance.now();
  const run = async (lane: Lane) => {
    let done = 0;
    while (performance.now() < begin + seconds * 1000) {
      await lane.step();
      done += 1;
    }
    lane.perSecond = (done * 1000) / (performance.now() - begin);
  };
  await Promise.all(lanes.map(run));
}

/** Lets each do half of what it can, evenly. Errors are noted, and it goes on. */
export async function runAtHalf(lanes: readonly Lane[], seconds: number): Promise<void> {
  const begin = performance.now();
  const end = begin + seconds * 1000;
  const run = async (lane: Lane) => {
    const everyMs = 2000 / lane.perSecond;
    let due = begin + Math.random() * everyMs;
    while (due < end) {
      await setTimeout(Math.max(0, due - performance.now()));
      await lane.step().catch((error: unknown) => lane.errors.push(`${lane.name}: ${String(error)}`));
      lane.count += 1;
      // What is late is not made up for: that would be more than half.
      due = Math.max(due + everyMs, performance.now());
    }
  };
  await Promise.all(lanes.map(run));
}
