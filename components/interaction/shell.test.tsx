import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Shell } from './shell';

it.each([
  ['a page that waits for a mail, on this machine', true, true, true],
  ['a page that waits for a mail, elsewhere', true, false, false],
  ['any other page', false, true, false],
])('%s leads to the outbox: %j', (_, waitsForMail, hasOutbox, leads) => {
  const body = renderToStaticMarkup(
    <Shell locale="en" page="recover-sent" waitsForMail={waitsForMail} hasOutbox={hasOutbox}>
      <p>Check your email</p>
    </Shell>,
  );
  expect(body.includes('href="/outbox"')).toBe(leads);
});
