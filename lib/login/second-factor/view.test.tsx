import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { plainFrame } from '#lib/theme/brand';
import type { FactorPage } from './read';
import { SecondFactorView } from './view';

const page: FactorPage = {
  page: 'second-factor',
  frame: plainFrame,
  form: { interaction: 'handle-1', csrf: 'csrf-1' },
  client: null,
  canCancel: false,
  cancelReturns: false,
  username: 'ana',
  method: 'email',
  others: [],
  trustDays: null,
  sentTo: null,
  mailTo: 'a•••@example.com',
  problem: null,
};
const render = (changes: Partial<FactorPage> = {}) =>
  renderToStaticMarkup(<SecondFactorView locale="en" model={{ ...page, ...changes }} />);

it('says that a code will be mailed, and then where it was mailed, but never both (ux §1.2.11)', () => {
  expect(render()).toContain('We’ll email a code');
  const sent = render({ sentTo: 'a•••@example.com' });
  expect(sent).toContain('We sent a 6-digit code to a•••@example.com');
  expect(sent).not.toContain('We’ll email a code');
  expect(sent).toMatch(/<input id="code"[^>]* autofocus/i);
});
