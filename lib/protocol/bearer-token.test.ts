import { describe, expect, it } from 'vitest';
import { readBearerToken, readPresentedToken } from './bearer-token';
import { isOAuthError } from './oauth-error';

const form = 'application/x-www-form-urlencoded';

type Sent = {
  readonly method?: string;
  readonly authorization?: string;
  readonly type?: string;
  readonly body?: string;
};

function requestOf({ method = 'POST', authorization, type, body = '' }: Sent) {
  const headers = { authorization, 'content-type': type };
  return { method, path: '/connect/userinfo', query: '', headers, body, clientAddress: '192.0.2.1' };
}

/** The token of a request, or the rule that it violates. */
function read(sent: Sent) {
  try {
    return readPresentedToken(requestOf(sent));
  } catch (error) {
    if (!isOAuthError(error)) throw error;
    return error.rule;
  }
}

describe('the access token of a request (RFC 6750 §2, RFC 9449 §7.1)', () => {
  it.each<[string, Sent, ReturnType<typeof read>]>([
    ['comes in the header', { authorization: 'Bearer a.b-c_~+/==' }, { scheme: 'Bearer', value: 'a.b-c_~+/==' }],
    ['comes in the header with a proof of possession', { authorization: 'dpop abc' }, { scheme: 'DPoP', value: 'abc' }],
    ['comes in a form', { type: form, body: 'access_token=abc' }, { scheme: 'Bearer', value: 'abc' }],
    ['is none in a form without it', { type: form, body: 'a=b' }, null],
    ['is none in a body that is no form', { type: 'text/plain', body: 'access_token=abc' }, null],
    ['is none in the body of a GET', { method: 'GET', type: form, body: 'access_token=abc' }, null],
    ['is none in another scheme', { authorization: 'Basic abc' }, null],
    ['is none in nothing', {}, null],
    ['is malformed with another character', { authorization: 'Bearer a"b' }, 'token_malformed'],
    ['is malformed when it is empty', { authorization: 'Bearer ' }, 'token_malformed'],
    ['comes once', { authorization: 'Bearer abc', type: form, body: 'access_token=abc' }, 'token_sent_twice'],
    ['is not repeated in a form', { type: form, body: 'access_token=a&access_token=b' }, 'body_malformed'],
    ['comes in a form that can be read', { type: form, body: 'access_token=%zz' }, 'body_malformed'],
  ])('%s', (_, sent, expected) => {
    expect(read(sent)).toEqual(expected);
  });

  it('is a bearer token only without a proof of possession', () => {
    expect(readBearerToken(requestOf({ authorization: 'Bearer abc' }))).toBe('abc');
    expect(readBearerToken(requestOf({ authorization: 'DPoP abc' }))).toBeNull();
    expect(readBearerToken(requestOf({}))).toBeNull();
  });
});
