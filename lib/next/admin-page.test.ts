import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { untouched } from '#lib/admin/action-state';
import { keepFormState } from '#lib/http/form-state';
import { responseStorage } from '#lib/http/response-storage';
import { isFirstCheck } from './admin-page';

it.each([
  ['its own form', false],
  ['a form beside it', true],
])('the page does not record the refusal of %s again (security #155)', (_, isBeside) => {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  keepFormState(response, { ...untouched, address: '/admin/x/submit', problem: 'forbidden', isBeside });
  expect(responseStorage().run(response, isFirstCheck)).toBe(false);
});
