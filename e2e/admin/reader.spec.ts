import { test as base, expect } from 'playwright/test';
import type { RunningServer } from '#lib/testing/running-server';
import { area, openArea } from './area';

const test = base.extend<object, { area: RunningServer }>({ area });

/** One of many clients and events stands for the others, and no page gets other forms by its query. */
const alike = /\/clients\/app-|\/audit\/|\?/;

/** The download of a list, and the trial of a sign-in. */
const harmless = /\/(?:export\/submit|try\/start)"/;

test('an auditor reads every page of the area as text, with no form that changes anything', async ({ page, area }) => {
  await openArea(page, area.issuer, '/admin', 'au');
  const found = new Set(['/admin', '/admin/audit', '/admin/clients', '/admin/providers']);
  const wrong: string[] = [];
  for (const path of found) {
    const answer = await page.request.get(`${area.issuer}${path}`);
    if (answer.status() !== 200 || !answer.headers()['content-type']?.startsWith('text/html')) continue;
    const [, main = ''] = /<main(.*)<\/main>/s.exec(await answer.text()) ?? [];
    for (const [, href = ''] of main.matchAll(/href="(\/admin[^"#]*)/g)) if (!alike.test(href)) found.add(href);
    const forms = main.match(/<form[^>]*method="post"[^>]*>/g) ?? [];
    const fields = main.match(/<(?:input|select|textarea)[^>]* id="field-[^>]*>|<div[^>]* data-choices/g) ?? [];
    for (const found of [...forms.filter((form) => !harmless.test(form)), ...fields]) wrong.push(`${path} ${found}`);
  }
  for (const section of [
    'clients/shop/tokens',
    'providers/corp/settings',
    'tenants/harbour/branding',
    'settings/branding',
    'settings/agents',
  ]) {
    expect([...found]).toContain(`/admin/${section}`);
  }
  expect(wrong).toEqual([]);
});
