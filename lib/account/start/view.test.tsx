import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { StartView } from './view';

it.each([null, { username: 'alice', name: null, picture: null }])(
  'the start page links to the account for %j',
  (person) => {
    const model = { page: 'start', person, isAdministrator: false, hasDemo: false, hasDemoDevice: false } as const;
    expect(renderToStaticMarkup(<StartView locale="en" model={model} />)).toMatch(/<a href="\/account"/);
  },
);
