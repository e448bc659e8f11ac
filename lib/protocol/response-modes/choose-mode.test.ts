import { describe, expect, it } from 'vitest';
import type { Client } from '#lib/clients/client';
import type { Parameters } from '#lib/http/form';
import { testClient } from '#lib/testing/client';
import { getResponseType } from '../response-types';
import { checkMode, chooseMode, unpushedMode } from './choose-mode';

type Modes = Client['responseModes'];
const clientOf = (responseModes: Modes) => testClient({ responseModes });

function parametersOf(type: string | undefined, mode: string | undefined): Parameters {
  const values = new Map<string, string>();
  if (type !== undefined) values.set('response_type', type);
  if (mode !== undefined) values.set('response_mode', mode);
  return { values, repeated: new Set(), lists: new Map() };
}

describe('the mode of an answer (OAuth 2.0 Multiple Response Types §2.1, JARM §2.3)', () => {
  it.each<[string | undefined, string | undefined, Modes, string]>([
    [undefined, undefined, null, 'query'],
    ['code', undefined, null, 'query'],
    ['nonsense', 'fragment', null, 'query'],
    ['code', 'fragment', null, 'fragment'],
    ['code', 'jwt', null, 'query.jwt'],
    ['code', 'nonsense', null, 'query'],
    ['id_token code', undefined, null, 'fragment'],
    ['code id_token', 'query', null, 'fragment'],
    ['code id_token', 'jwt', null, 'fragment.jwt'],
    ['code', 'fragment', ['query'], 'query'],
    ['code', undefined, ['form_post'], 'form_post'],
    ['code', undefined, ['jwt'], 'query.jwt'],
    ['code', 'query.jwt', ['jwt'], 'query.jwt'],
    ['code', 'fragment.jwt', ['jwt'], 'query'],
    ['code id_token', undefined, ['query.jwt'], 'fragment'],
  ])('of %s, asked for %s, with %j allowed: %s', (type, asked, allowed, expected) => {
    expect(chooseMode(clientOf(allowed), parametersOf(type, asked))).toBe(expected);
  });

  it.each<[string | undefined, string | undefined, string]>([
    ['code', 'fragment', 'form_post.jwt'],
    ['code', undefined, 'query'],
    [undefined, undefined, 'query'],
    ['token id_token', undefined, 'fragment'],
    ['nonsense', undefined, 'query'],
  ])('of a request of %s that had to be pushed, asked for %s: %s', (type, asked, expected) => {
    expect(unpushedMode('form_post.jwt', parametersOf(type, asked))).toBe(expected);
  });
});

describe('the mode that a request asks for', () => {
  const check =
    (asked: string | undefined, allowed: Modes = null, type = 'code') =>
    () =>
      checkMode(clientOf(allowed), getResponseType(type), asked);

  it.each<[string | undefined, Modes, string, object]>([
    ['nonsense', null, 'response_mode_not_usable', { received: 'nonsense' }],
    ['query', ['jwt'], 'response_mode_not_allowed', { received: 'query', registered: ['jwt'] }],
    ['jwt', ['query'], 'response_mode_not_allowed', { received: 'query.jwt', registered: ['query'] }],
  ])('is refused if the client may not use it: %s with %j allowed', (asked, allowed, rule, facts) => {
    expect(check(asked, allowed)).toThrow(
      expect.objectContaining({ rule, facts: expect.objectContaining(facts) as unknown }),
    );
  });

  it('is refused if it does not suit the response type, even if the client may use no other', () => {
    expect(check('query', null, 'id_token')).toThrow(expect.objectContaining({ rule: 'response_mode_not_usable' }));
    expect(check(undefined, ['query.jwt'], 'id_token')).toThrow(
      expect.objectContaining({ rule: 'response_mode_not_allowed' }),
    );
  });

  it.each<[string | undefined, Modes]>([
    [undefined, null],
    ['form_post', null],
    ['query.jwt', ['jwt']],
    [undefined, ['form_post']],
  ])('is taken: %s with %j allowed', (asked, allowed) => {
    expect(check(asked, allowed)).not.toThrow();
  });
});
