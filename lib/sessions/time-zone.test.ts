import { expect, it } from 'vitest';
import { timeZoneOf } from './time-zone';

it.each<[string | undefined, string | null, ReturnType<typeof timeZoneOf>]>([
  [undefined, 'Europe/Zurich', { name: 'Europe/Zurich', isNamed: false }],
  ['Europe/Zurich', 'Europe/Zurich', { name: 'Europe/Zurich', isNamed: false }],
  ['Asia/Tokyo', 'Europe/Zurich', { name: 'Asia/Tokyo', isNamed: true }],
  ['Asia/Tokyo', null, { name: 'Asia/Tokyo', isNamed: true }],
  ['Mars/Base', null, { name: 'UTC', isNamed: true }],
  [undefined, null, { name: 'UTC', isNamed: true }],
])('shows times to a person in %s with a browser in %s so: %j', (zoneinfo, ofBrowser, zone) => {
  expect(timeZoneOf({ claims: zoneinfo === undefined ? {} : { zoneinfo } }, ofBrowser)).toEqual(zone);
});
