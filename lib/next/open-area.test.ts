import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { responseStorage } from '#lib/http/response-storage';
import { keepFormsHere } from './open-area';

const newResponse = () => new ServerResponse(new IncomingMessage(new Socket()));

it('adds form-action to the policy of the page that is being rendered (CSP 3 §6.3.1)', () => {
  const response = newResponse();
  response.setHeader('content-security-policy', "default-src 'none'");
  responseStorage().run(response, keepFormsHere);
  expect(response.getHeader('content-security-policy')).toBe("default-src 'none'; form-action 'self'");
});

it('does not change an answer without a policy, and does nothing without our server', () => {
  const response = newResponse();
  responseStorage().run(response, keepFormsHere);
  expect(response.hasHeader('content-security-policy')).toBe(false);
  expect(keepFormsHere).not.toThrow();
});
