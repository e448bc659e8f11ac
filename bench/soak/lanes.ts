import { setTimeout } from 'node:timers/promises';
import type { Contender } from '../contenders';
import type { Step } from '../load';
import { activities } from './steps';

/** A user that repeats its step. */
export type Lane = {
  readonly name: string;
  readonly step: Step;
  /** The steps per second at full load of all lanes. */
  perSecond: number;
  /** The number of steps during the soak. */
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

/** Runs all lanes at full load and records their rates. @throws if anything fails */
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

/** Runs each lane at half of its rate, evenly. It records errors and continues. */
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
      // The time of a late step is not made up, because that would exceed half of the rate.
      due = Math.max(due + everyMs, performance.now());
    }
  };
  await Promise.all(lanes.map(run));
}
