import { expect, it } from 'vitest';
import type { HttpRule } from './http-rules';
import { refuseMethod, refuseRequest } from './problem';

const caller = { audience: 'browser', explain: () => '7K3QMXW9T0', acceptLanguage: 'en' } as const;

it.each<[HttpRule, number, string]>([
  ['body_too_large', 413, 'Request too large'],
  ['address_too_long', 414, 'Request too large'],
  ['path_malformed', 400, 'Page not found'],
  ['host_malformed', 400, 'The app sent an invalid request'],
  ['body_encoded', 415, 'The app sent an invalid request'],
])('a refusal by the rule %s is a page with status %i and the title “%s” (ux §1.8.1)', (rule, status, title) => {
  const page = refuseRequest(caller, status, rule);
  expect(page.status).toBe(status);
  expect(page.body).toMatch(new RegExp(`<h1[^>]*>${title}</h1>`));
});

it('the address of a form is no page, for a person who opens it again (ux §1.8.1)', () => {
  const page = refuseMethod(caller, ['POST']);
  expect(page).toMatchObject({ status: 405, headers: { allow: 'POST' } });
  expect(page.body).toContain('Page not found');
});
