import { expect, it } from 'vitest';
import { readZoneCookie } from './time-zone-cookie';

it.each([
  ['__Host-signet-tz=Europe/Zurich', 'Europe/Zurich'],
  ['__Host-signet-tz=Etc/GMT+5', 'Etc/GMT+5'],
  ['__Host-signet-tz=Mars/Base', null],
  // Later versions of Node accept it.
  ['__Host-signet-tz=+05:00', null],
  ['signet-tz=Europe/Zurich', null],
  [undefined, null],
])('reads the time zone of %s as %s', (header, zone) => {
  expect(readZoneCookie(header, { secure: true })).toBe(zone);
});
