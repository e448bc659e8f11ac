import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { userPath } from '../users/feature';
import { compareValues } from './compare-values';
import type { RequestDetail } from './read';
import { RequestView } from './view';

const at = new Date('2026-11-27T06:00:00Z');
const rule = 'redirect_uri_not_registered';
const refused: RequestDetail = {
  reference: 'AR1CEY2EMS',
  endpoint: '/connect/authorize',
  rule,
  error: 'invalid_request',
  description: 'The redirect_uri is not registered for this client',
  clientId: 'shop',
  network: '127.0.0.0/24',
  occurrences: 1,
  createdAt: at,
  lastSeenAt: at,
  clientName: 'Shop',
  about: null,
  reason: null,
  comparison: compareValues(rule, { received: 'https://rp.test/new', registered: ['https://rp.test/cb'] }),
  fix: 'Register the received address with the client',
  quickFix: null,
  fixed: null,
  person: null,
  simulated: null,
  setting: null,
};

it('says how to fix a refused request until it is fixed, and then that it is', () => {
  const open = renderToStaticMarkup(<RequestView request={refused} canEdit />);
  expect(open).toMatch(/How to fix it.*Register the received address.*>Registered</);
  expect(open).not.toMatch(/Fixed|by now/);
  const fixed = renderToStaticMarkup(<RequestView request={{ ...refused, fixed: 'redirect_uri' }} canEdit />);
  expect(fixed).toMatch(/Fixed.*This redirect URI is now registered.*>Registered then</);
  expect(fixed).not.toMatch(/How to fix it|Register the received address/);
});

describe('a person who may not use the client', () => {
  const person = { sub: 'a/b', username: 'ann' };
  const denied: RequestDetail = { ...refused, rule: 'no_access', error: 'access_denied', comparison: null, person };
  const linkOf = (request: RequestDetail, canEdit: boolean) =>
    /<a [^>]*href="([^"]*)"[^>]*>Give access</.exec(
      renderToStaticMarkup(<RequestView request={request} canEdit={canEdit} />),
    );

  it('is given access from the refused request, on the page of the person', () => {
    expect(linkOf(denied, true)?.[1]).toBe(userPath(person.sub, 'access'));
  });

  it.each<[string, RequestDetail, boolean]>([
    ['by an auditor', denied, false],
    ['where nobody signed in', { ...denied, person: null }, true],
    ['where another rule refused', { ...denied, rule }, true],
  ])('is not %s', (_, request, canEdit) => {
    expect(linkOf(request, canEdit)).toBeNull();
  });
});
