import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { LanguageView, PictureView } from './view';

const refused = (field: string) => ({
  action: '/',
  csrf: 'csrf',
  typed: {},
  problem: { text: 'Choose another', field },
});
const zone = { name: 'UTC', isNamed: true };
const choice = { locale: null, zoneinfo: null, managedBy: { locale: null, zoneinfo: null } };
const person = { username: 'ana', name: null, picture: null };

it.each([
  ['the zone of the browser', { name: 'Europe/Rome', isNamed: false }, null, 'Europe/Rome'],
  ['none if the browser has told none', zone, null, ''],
  ['the chosen zone', { name: 'UTC', isNamed: true }, 'UTC', 'UTC'],
])('the time zone is preselected: %s', (_, timeZone, zoneinfo, expected) => {
  const view = (
    <LanguageView
      {...{ locale: 'en', timeZone, timeZones: ['UTC', 'Europe/Rome'] }}
      form={refused('')}
      choice={{ ...choice, zoneinfo }}
    />
  );
  const select = renderToStaticMarkup(view).split('id="zoneinfo"')[1];
  expect(/<option value="([^"]*)" selected/.exec(select ?? '')?.[1]).toBe(expected);
});

it.each([
  [
    'profile-locale',
    <LanguageView key="" locale="en" form={refused('locale')} choice={choice} timeZone={zone} timeZones={[]} />,
  ],
  [
    'zoneinfo',
    <LanguageView key="" locale="en" form={refused('zoneinfo')} choice={choice} timeZone={zone} timeZones={[]} />,
  ],
  ['picture', <PictureView key="" locale="en" form={refused('picture')} person={person} canRemove={false} />],
])('the error of the field %s begins with "Error:" for screen readers (ux §3.3)', (id, view) => {
  const [error = ''] = new RegExp(`<p id="${id}-error".*?</p>`).exec(renderToStaticMarkup(view)) ?? [];
  expect(error).toMatch(/<span class="sr-only">Error: <\/span>Choose another/);
});
