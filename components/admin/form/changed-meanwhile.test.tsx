import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { ClientView } from '../client-view';
import { ChangedMeanwhile } from './changed-meanwhile';

function render(at: string | null): string {
  const now = new Date('2026-11-28T12:25:00Z');
  return renderToStaticMarkup(
    <ClientView times={{ zone: 'Europe/Berlin', now }} lists={new Map()}>
      <ChangedMeanwhile by="bo" at={at} />
    </ClientView>,
  );
}

it('a conflict says when the other values were saved, in the time zone of the page', () => {
  expect(render('2026-11-28T12:20:21.000Z')).toContain('bo changed this at Nov 28, 2026, 13:20:21 GMT+1');
  expect(render(null)).toContain('>bo changed this<');
});
