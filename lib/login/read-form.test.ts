import { describe, expect, it } from 'vitest';
import type { Context } from '#lib/context';
import { masterSecret } from '#lib/crypto/master-secret';
import { createBinding } from '#lib/sessions/browser-binding';
import { csrfToken } from '#lib/sessions/csrf';
import { plainBrand } from '#lib/theme/brand';
import { hasValidCsrf, readPostedForm } from './read-form';

const issuer = 'https://op.test';
const settings = { issuer, secure: true, secret: masterSecret('a secret of at least thirty-two bytes') };
const snapshot = { brand: plainBrand };
const context = { settings, snapshot, explain: () => 'reference' } as unknown as Context;
const type = 'application/x-www-form-urlencoded';

function read(body: string, headers: Record<string, string | undefined> = {}) {
  const own = { origin: issuer, 'content-type': type, ...headers };
  return readPostedForm(
    { method: 'POST', path: '/login/submit', query: '', clientAddress: '', headers: own, body },
    context,
  );
}

describe('a posted page', () => {
  it('has single fields and the selected checkboxes', () => {
    const form = read('username=alice&scope=openid&scope=email&claim=name');
    if (form.page === 'problem') throw new Error(form.problem);
    expect(Object.fromEntries(form.values)).toEqual({ username: 'alice' });
    expect(Object.fromEntries(form.lists)).toEqual({ scope: ['openid', 'email'], claim: ['name'] });
  });

  it.each([
    ['another site (security #100)', { origin: 'https://evil.test' }, '', 403, 'forbidden_origin'],
    ['another type', { 'content-type': 'text/plain' }, '', 415, 'invalid_request'],
    ['no type', { 'content-type': undefined }, '', 415, 'invalid_request'],
    ['a type that begins alike', { 'content-type': `${type}x` }, '', 415, 'invalid_request'],
    ['a broken encoding', {}, 'username=%zz', 400, 'invalid_request'],
    ['a field that comes twice (security #9)', {}, 'username=a&username=b', 400, 'invalid_request'],
  ])('is refused with %s', (_, headers, body, status, problem) => {
    expect(read(body, headers)).toMatchObject({ page: 'problem', status, problem });
  });

  it.each([`${type}; charset=utf-8`, type.toUpperCase()])('is accepted as %s', (contentType) => {
    expect(read('', { 'content-type': contentType })).toMatchObject({ page: 'form' });
  });
});

describe('the token of a form (security #100, #101)', () => {
  const [first, second] = [createBinding(settings), createBinding(settings)];
  const cookies = [first, second].map(({ setCookie }) => setCookie.split(';')[0]).join('; ');
  const token = csrfToken(settings.secret, first, 'interaction-1');
  const isValid = (fields: Record<string, string>, cookie: string | undefined = cookies, purpose = 'interaction-1') => {
    const form = read(`${new URLSearchParams(fields)}`, { cookie });
    if (form.page === 'problem') throw new Error(form.problem);
    return hasValidCsrf(form, purpose, context);
  };

  it.each([first, second])('is valid from any tab of the browser', (binding) => {
    expect(isValid({ csrf: csrfToken(settings.secret, binding, 'interaction-1') })).toBe(true);
  });

  it('is refused when it is missing, made up, for another purpose or from another browser', () => {
    const other = createBinding(settings).setCookie.split(';')[0];
    expect([
      isValid({}),
      isValid({ csrf: 'x'.repeat(43) }),
      isValid({ csrf: token }, cookies, 'interaction-2'),
      isValid({ csrf: token }, other),
      isValid({ csrf: token }, ''),
    ]).toEqual([false, false, false, false, false]);
  });
});
