import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { DevicesView } from './devices-view';

const form = { action: '/account/devices/submit', csrf: 'csrf-1', typed: {}, problem: null };

it.each([true, false])('the page of devices says that there are more sessions than it shows: %s', (hasMore) => {
  const devices = { groups: [], hasMore };
  const body = renderToStaticMarkup(<DevicesView locale="en" form={form} devices={devices} timeZone="UTC" />);
  expect(body.includes('Only the sessions you used most recently are listed')).toBe(hasMore);
});
