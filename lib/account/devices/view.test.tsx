import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { DevicesView } from './view';

const form = { action: '/account/devices/submit', csrf: 'csrf-1', typed: {}, problem: null };

it('a session names twenty of its apps, and says that there are others', () => {
  const shownOf = (count: number) => {
    const apps = Array.from({ length: count }, (_, index) => `App ${index}`);
    const place = { address: null, place: null, firstSeen: new Date(0), idleSeconds: 1 };
    const rows = [{ sid: 's', isCurrent: false, apps, ...place }];
    const devices = { groups: [{ browser: null, system: null, rows }], page: 1, hasNext: false };
    const body = renderToStaticMarkup(
      <DevicesView locale="en" form={form} devices={devices} timeZone={{ name: 'UTC', isNamed: false }} />,
    );
    return [body.split('App ').length - 1, body.includes('App 19, …<')];
  };
  expect(shownOf(20)).toEqual([20, false]);
  expect(shownOf(21)).toEqual([20, true]);
  expect(shownOf(1000)).toEqual([20, true]);
});

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
