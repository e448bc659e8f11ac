import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { DevicesView } from './view';

const form = { action: '/account/devices/submit', csrf: 'csrf-1', typed: {}, problem: null };

it.each([
  ['the first page of several', 1, true, ['/account/devices?page=2']],
  ['one between', 3, true, ['/account/devices?page=2', '/account/devices?page=4']],
  ['the last one', 2, false, ['/account/devices']],
  ['the only one', 1, false, []],
])('the page of devices links to the pages beside it: %s', (_, page, hasNext, expected) => {
  const devices = { groups: [], page, hasNext };
  const body = renderToStaticMarkup(
    <DevicesView locale="en" form={form} devices={devices} timeZone={{ name: 'UTC', isNamed: false }} />,
  );
  expect([...body.matchAll(/href="(\/account\/devices[^"]*)"/g)].map(([, href]) => href)).toEqual(expected);
});
