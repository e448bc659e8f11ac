import { describe, expect, it } from 'vitest';
import { callerOf, placeOfCaller } from './caller';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';
const request = { headers: { cookie: 'a=1', 'user-agent': firefox }, clientAddress: '192.0.2.1' };

describe('the browser that sent a request', () => {
  it.each([
    ['as it says', firefox, firefox],
    ['cut to what a page can show', 'x'.repeat(401), 'x'.repeat(400)],
    ['not at all without a name', undefined, null],
    ['not at all with an empty one', '', null],
  ])('is known by its name, %s', (_, sent, userAgent) => {
    const headers = { cookie: 'a=1', 'user-agent': sent };
    expect(callerOf({ ...request, headers })).toEqual({ cookieHeader: 'a=1', clientAddress: '192.0.2.1', userAgent });
  });

  it('is named with its address in mails, without unknown parts', () => {
    expect(placeOfCaller(callerOf(request))).toEqual({
      browser: expect.stringMatching('Firefox'),
      address: '192.0.2.1',
    });
    const nothing = { cookieHeader: undefined, clientAddress: '', userAgent: null };
    expect(Object.keys(placeOfCaller(nothing))).toEqual([]);
    expect(placeOfCaller({ ...nothing, clientAddress: '<b>' })).toEqual({});
  });
});
