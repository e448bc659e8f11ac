import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { ActivityRow } from './read';
import { ActivityView } from './view';

const place = 'Zurich, Switzerland';
const row = (id: string, at: string, more: Partial<ActivityRow> = {}): ActivityRow => ({
  ...{ id, key: 'account.activity.events.sign_in_succeeded', at: new Date(at) },
  ...{ device: 'Firefox (Windows)', address: '203.0.113.9', place, app: null, factor: null, byAdministrator: false },
  ...more,
});

const rows = [
  row('a', '2026-03-02T23:30:00Z'),
  row('b', '2026-03-02T23:20:00Z', { device: 'Safari (iOS)', place: null }),
  row('c', '2026-03-02T23:10:00Z'),
  row('d', '2026-03-02T22:50:00Z', { device: null, address: null, place: null, byAdministrator: true }),
];

const html = renderToStaticMarkup(
  <ActivityView
    locale="en"
    timeZone={{ name: 'Europe/Zurich', isNamed: false }}
    form={{ action: '/account/activity/submit', csrf: 'c', typed: {}, problem: null }}
    activity={{ rows, next: null }}
  />,
);

it('groups events by day in the time zone of the person, and by device', () => {
  expect([...html.matchAll(/<h2[^>]*>([^<]*)</g)].map(([, day]) => day)).toEqual(['Mar 3, 2026', 'Mar 2, 2026']);
  const events = [...html.matchAll(/data-event="(.)"/g)].map(([, id]) => id);
  expect(events).toEqual(['a', 'c', 'b', 'd']);
});

it('names the place first', () => {
  const text = html.replace(/<[^>]*>/g, ' ');
  expect(text.indexOf(place)).toBeLessThan(text.indexOf('Firefox'));
});

it('offers “This wasn’t me” on each line, except what an administrator did', () => {
  expect(html.match(/value="not_me"/g)).toHaveLength(3);
  expect(html).toMatch(/aria-label="This wasn’t me: Signed in, Mar 3, 2026, 12:30/);
});
