import { describe, expect, it } from 'vitest';
import { changePreferences, readPreferences, readTimeZone, writePreferences } from './preferences';

const insecure = { secure: false };
const defaults = { times: 'local', theme: 'system', density: 'comfortable', names: 'hidden' } as const;

describe('the preferences of an administrator', () => {
  it('are read as they were written', () => {
    const chosen = changePreferences(defaults, { times: 'utc', theme: 'dark', density: 'compact', names: 'shown' });
    expect(chosen).toEqual({ times: 'utc', theme: 'dark', density: 'compact', names: 'shown' });
    const [cookie] = writePreferences(chosen, { secure: true }).split(';');
    expect(readPreferences(cookie, { secure: true })).toEqual(chosen);
  });

  it.each([
    undefined,
    'signet-admin=',
    'signet-admin=theme=red&times=',
    'signet-admin=%',
    '__Host-signet-admin=theme=dark',
  ])('are the defaults for %s', (header) => {
    expect(readPreferences(header, insecure)).toEqual(defaults);
  });

  it('change only as chosen, and only to a valid choice', () => {
    const dark = changePreferences(defaults, { theme: 'dark' });
    expect(changePreferences(dark, { times: 'utc', theme: 'red' })).toEqual({
      ...defaults,
      theme: 'dark',
      times: 'utc',
    });
  });
});

describe('the time zone of the pages', () => {
  it.each([
    ['signet-tz=America/New_York', 'America/New_York'],
    ['signet-tz=america/new_york', 'America/New_York'],
    ['signet-tz=Nowhere/City', 'UTC'],
    ['signet-tz=+25:00', 'UTC'],
    [`signet-tz=${'A'.repeat(41)}`, 'UTC'],
    [undefined, 'UTC'],
  ])('for a browser with the cookie %s is %s', (header, zone) => {
    expect(readTimeZone(header, { times: 'local' }, insecure)).toBe(zone);
  });

  it('is UTC for those who chose it', () => {
    expect(readTimeZone('signet-tz=America/New_York', { times: 'utc' }, insecure)).toBe('UTC');
  });
});
