import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { TotpSetup } from './totp-setup';

it('the field of the first code leaves the focus to the key above it, which is used first', () => {
  const totp = { setup: 'sealed', uri: 'otpauth://totp/x', key: 'ABCD', qr: { size: 1, path: '' } };
  const setup = renderToStaticMarkup(<TotpSetup locale="en" totp={totp} error={undefined} />);
  expect(setup).toMatch(/<input id="code"/);
  expect(setup).not.toMatch(/autofocus/i);
});

it('the key is in groups of four for people, and in one piece for programs', () => {
  const totp = { setup: 'sealed', uri: 'otpauth://totp/x', key: 'ABCD EFGH 2345', qr: { size: 1, path: '' } };
  const setup = renderToStaticMarkup(<TotpSetup locale="en" totp={totp} error={undefined} />);
  expect(setup).toMatch(/<code data-totp-secret="ABCDEFGH2345"[^>]*>ABCD EFGH 2345<\/code>/);
});
