import { expect, it } from 'vitest';
import { encodeForm } from '#lib/testing/provider';
import { hintLengths } from '../parameters';
import { readDocumentRequest } from './document-request';

const nothing = { clientId: '', loginHint: null, uiLocales: null, acrValues: null, display: null };

it('a request whose client is not known yet tells the pages of the sign-in who is expected', () => {
  const asked = { client_id: 'https://app.example/a', login_hint: 'alice', acr_values: 'phr', ui_locales: 'de' };
  expect(readDocumentRequest(encodeForm({ ...asked, display: 'popup' }))).toEqual({
    clientId: 'https://app.example/a',
    loginHint: 'alice',
    acrValues: 'phr',
    uiLocales: 'de',
    display: 'popup',
  });
});

it.each([
  ['loginHint', 'login_hint'],
  ['acrValues', 'acr_values'],
] as const)('the longest %s counts, a longer one is none', (name, parameter) => {
  const longest = 'x'.repeat(hintLengths[parameter]);
  expect(readDocumentRequest(encodeForm({ [parameter]: longest }))).toEqual({ ...nothing, [name]: longest });
  expect(readDocumentRequest(encodeForm({ [parameter]: `${longest}x` }))).toEqual(nothing);
});
