import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { untouched } from '#lib/admin/action-state';
import { providerForms } from '#lib/admin/providers/provider-forms';
import { keepFormState } from '#lib/http/form-state';
import { responseStorage } from '#lib/http/response-storage';
import { DroppedOrder } from './order';

/** The class of the form after this order was sent, or before one was. */
function classOf(order: string | null): string | undefined {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  const { action: address } = providerForms.order.about();
  const refused = { ...untouched, address, problem: 'unavailable', message: 'Not now', isBeside: true };
  if (order !== null) keepFormState(response, { ...refused, values: { order: [order] } });
  const html = responseStorage().run(response, () => renderToStaticMarkup(<DroppedOrder />));
  expect(html.includes('Not now')).toBe(order !== null);
  return /<form[^>]* class="([^"]*)"/.exec(html)?.[1];
}

it.each([
  ['before a line is dropped', null, 'hidden'],
  ['after two neighbors were exchanged, which the button says', 'b a', 'hidden'],
  ['with the problem of a dropped line', 'c a b', 'grid'],
])('the form for dropped lines of the providers, %s: %s', (_, order, expected) => {
  expect(classOf(order)).toBe(expected);
});
