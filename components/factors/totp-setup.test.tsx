import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { TotpSetup } from './totp-setup';

it('the field of the first code leaves the focus to the key above it, which is used first', () => {
  const totp = { setup: 'sealed', uri: 'otpauth://totp/x', key: 'ABCD', qr: { size: 1, path: '' } };
  const setup = renderToStaticMarkup(<TotpSetup locale="en" totp={totp} error={undefined} />);
  expect(setup).toMatch(/<input id="code"/);
  expect(setup).not.toMatch(/autofocus/i);
});
