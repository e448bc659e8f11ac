import { describe, expect, it } from 'vitest';
import { createUseTally } from './use-tally';

const noon = new Date('2026-01-01T12:00:00Z');
const later = (minutes: number) => new Date(noon.getTime() + minutes * 60_000);

const createTally = () => createUseTally(({ name }: { readonly name: string; readonly at: Date }) => name);

describe('the uses that a process saw', () => {
  it('are taken once', () => {
    const tally = createTally();
    for (const name of ['openid', 'profile', 'openid']) tally.note({ name, at: noon });
    expect(tally.take()).toEqual([
      { name: 'openid', at: noon },
      { name: 'profile', at: noon },
    ]);
    expect(tally.take()).toEqual([]);
  });

  it('are recorded again after an hour, and at once for something else', () => {
    const tally = createTally();
    const note = (minutes: number, name = 'openid') => {
      tally.note({ name, at: later(minutes) });
      return tally.take().length;
    };
    expect([note(0), note(59), note(0, 'profile'), note(60), note(119)]).toEqual([1, 0, 1, 1, 0]);
    expect(note(0), 'a clock that was set back by an hour').toBe(1);
  });

  it('are known with their last time, also if they are not written again', () => {
    const tally = createTally();
    expect(tally.lastSeen('openid')).toBeNull();
    for (const minutes of [0, 59]) tally.note({ name: 'openid', at: later(minutes) });
    tally.take();
    expect(tally.lastSeen('openid')).toEqual(later(59));
  });

  it('are taken with their last time, also if they were put back', () => {
    const tally = createTally();
    tally.note({ name: 'openid', at: noon });
    tally.note({ name: 'profile', at: noon });
    const taken = tally.take();
    tally.note({ name: 'openid', at: later(60) });
    tally.putBack(taken);
    expect(tally.take()).toEqual([
      { name: 'openid', at: later(60) },
      { name: 'profile', at: noon },
    ]);
  });

  it('need memory for a limited number of uses', () => {
    const tally = createTally();
    for (let index = 0; index < 100_000; index += 1) tally.note({ name: `s${index}`, at: noon });
    tally.note({ name: 's0', at: noon });
    expect(tally.take()).toHaveLength(100_000);
    for (const name of ['one-more', 's0']) tally.note({ name, at: noon });
    expect(tally.take().map(({ name }) => name)).toEqual(['one-more', 's0']);
  });
});
