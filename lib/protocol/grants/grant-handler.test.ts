import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { invalidScope } from '../oauth-error';
import { toBody } from '../token';
import { grants } from '.';
import { defineGrant, registerGrants } from './grant-handler';

const response = { access_token: 'a', token_type: 'Bearer', expires_in: 60, scope: 'orders' } as const;

const extension = (grantType: string) =>
  defineGrant({ grantType, builtIn: false, schema: z.object({}), handle: async () => response });

describe('the registry of grants (semantics §2.9)', () => {
  it('refuses a taken name at start, so that no extension shadows a built-in grant', () => {
    expect(() => registerGrants([...grants.values(), extension('authorization_code')])).toThrow('registered twice');
    expect(() => registerGrants([extension('urn:example:a'), extension('urn:example:a')])).toThrow('registered twice');
  });

  it('refuses a name with spaces at start', () => {
    expect(() => registerGrants([extension('urn:example: a')])).toThrow('has spaces');
  });

  it('accepts an extension along with the built-in ones', () => {
    const extended = registerGrants([...grants.values(), extension('urn:example:a')]);
    expect([...extended.keys()]).toEqual([...grants.keys(), 'urn:example:a']);
  });
});

describe('an extension grant that fails (semantics §2.9)', () => {
  const own = Object.assign(new Error('a bug'), { code: 'X' });
  const outage = Object.assign(new Error('no server'), { code: 'P1001' });

  it.each<[string, boolean, Error, object]>([
    ['without an error code is invalid_grant', false, own, { code: 'invalid_grant', rule: 'extension_grant_failed' }],
    ['with an error code has that one', false, invalidScope('scope_empty'), { code: 'invalid_scope' }],
    ['during an outage is an outage', false, outage, outage],
    ['is a bug if it is built in', true, own, own],
  ])('%s', async (_, builtIn, error, expected) => {
    const logged: unknown[] = [];
    const log = { error: (fields: unknown) => logged.push(fields) };
    const failing = defineGrant({
      grantType: 'urn:example:failing',
      builtIn,
      schema: z.object({}),
      handle: () => Promise.reject(error),
    });
    const request = {
      parameters: { values: new Map(), lists: new Map() },
      client: { clientId: 'kiosk' },
      context: { log },
    };
    await expect(failing.handle(request as never)).rejects.toMatchObject(expected);
    expect(logged).toEqual(error === own && !builtIn ? [{ err: own, clientId: 'kiosk' }] : []);
  });
});

describe('the fields of an extension grant (semantics §2.9, RFC 6749 §5.1)', () => {
  it('are returned along with the registered ones', () => {
    expect(toBody({ ...response, custom: { issued_token_type: 'x', list: [1] } })).toEqual({
      ...response,
      issued_token_type: 'x',
      list: [1],
    });
  });

  it('never take the name of a registered one, present or not', () => {
    const custom = { access_token: 'b', refresh_token: 'b', id_token: 'b', scope: 'b', error: 'b', token_type: 'b' };
    expect(toBody({ ...response, custom })).toEqual(response);
  });
});
