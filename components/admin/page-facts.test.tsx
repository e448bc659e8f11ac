import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { responseStorage } from '#lib/http/response-storage';
import { CreatedView } from '#views/admin/clients/views/forms';
import { ChangedMeanwhile } from './form/admin-form';
import { setPageFacts } from './page-facts';
import { NewSecret } from './secrets';

const secret = 'echeOkElkZKe-qwzjOj17YOuwM5WbgJwrp5GNfW7zYk';

function render(view: ReactNode): string {
  return responseStorage().run(new ServerResponse(new IncomingMessage(new Socket())), () => {
    const times = { zone: 'Europe/Berlin', now: new Date('2026-11-27T06:00:00Z') };
    setPageFacts({ times, lists: new Map([['/admin/clients', '/admin/clients?q=shop']]) });
    return renderToStaticMarkup(view);
  });
}

const created = (result: Readonly<Record<string, string>>) => (
  <CreatedView result={{ clientId: 'shop', issuer: 'https://id.example.com', ...result }} guides={[]} />
);

const made = (result: Readonly<Record<string, string>>, variable: string | null = 'CLIENT_SECRET') => (
  <NewSecret result={result} variable={variable} backHref="/admin/clients/shop/credentials" />
);

describe('a secret that is shown once', () => {
  it.each([
    ['of a new client', created({ secret, secretExpiresAt: '2027-05-26T06:09:14.000Z' })],
    ['that was added', made({ secret, expiresAt: '2027-05-26T06:09:14.000Z' })],
  ])('%s: the whole of it, and when it expires in the zone of the page', (_, view) => {
    const html = render(view);
    expect(html).toMatch(new RegExp(`<code data-value="Client secret"[^>]*>${secret}</code>`));
    expect(html).toMatch(
      /Expires <time [^>]*title="2027-05-26 06:09:14 UTC"[^>]*>May 26, 2027, 08:09:14 GMT\+2 · in 180 days/,
    );
  });

  it('says so if it never expires', () => {
    expect(render(made({ secret }))).toContain('Never expires.');
  });

  it('comes with the environment variable that the guides read', () => {
    expect(render(made({ secret }))).toContain(`CLIENT_SECRET=${secret}`);
    expect(render(made({ secret }, null))).not.toContain('.env');
  });
});

it('leads back from a new client to the list as it was left', () => {
  expect(render(created({}))).toContain('href="/admin/clients?q=shop"');
});

it('a conflict says when the other values were saved, in the time zone of the page', () => {
  const conflict = (at: string | null) => render(<ChangedMeanwhile by="bo" at={at} />);
  expect(conflict('2026-11-28T12:20:21.000Z')).toContain('bo changed this at Nov 28, 2026, 13:20:21 GMT+1<');
  expect(conflict(null)).toContain('>bo changed this<');
});
