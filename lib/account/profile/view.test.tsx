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
