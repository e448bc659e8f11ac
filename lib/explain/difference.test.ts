import { describe, expect, it } from 'vitest';
import { findDifference } from './difference';

const registered = 'https://rp.example:8443/app/cb?tenant=a';

describe('findDifference', () => {
  it.each([
    ['http://rp.example:8443/app/cb?tenant=a', 'scheme', 4],
    ['HTTPS://rp.example:8443/app/cb?tenant=a', 'upper and lower case of the scheme', 0],
    ['https://me@rp.example:8443/app/cb?tenant=a', 'user: not registered', 8],
    ['https://rp2.example:8443/app/cb?tenant=a', 'host', 10],
    ['https://RP.example:8443/app/cb?tenant=a', 'upper and lower case of the host', 8],
    ['https://rp.example.evil.test:8443/app/cb?tenant=a', 'host', 18],
    ['https://rp.example:8444/app/cb?tenant=a', 'port', 22],
    ['https://rp.example/app/cb?tenant=a', 'port: missing', 18],
    ['https://rp.example:8443/app/cb/?tenant=a', 'trailing slash', 30],
    ['https://rp.example:8443/App/cb?tenant=a', 'upper and lower case of the path', 24],
    ['https://rp.example:8443/app/%63b?tenant=a', 'percent-encoding of the path', 28],
    ['https://rp.example:8443/app/callback?tenant=a', 'path', 29],
    ['https://rp.example:8443/app/cb', 'query: missing', 30],
    ['https://rp.example:8443/app/cb?tenant=b', 'query', 38],
    ['https://rp.example:8443/app/cb?tenant=a&x=1', 'query', 39],
    ['https://rp.example:8443/app/cb?tenant=a#', 'fragment: not registered', 39],
    [`${registered} `, 'space around it', 39],
    ['rp.example/app/cb', 'not an absolute address', 0],
    ['', 'not an absolute address', 0],
  ])('%s: %s at %i', (received, name, index) => {
    expect(findDifference(received, registered)).toEqual({ name, index });
  });

  it.each([
    ['http://[::1]:1/cb', 'http://[::1]:2/cb', 'port'],
    ['http://[::1]/cb', 'http://[::2]/cb', 'host'],
    ['com.example.app:/cb', 'com.example.app:/cb2', 'path'],
    ['com.example.app://cb', 'com.example.app:/cb', 'host: not registered'],
    ['https://rp.example', 'https://rp.example/', 'trailing slash'],
    ['https://rp.example/%zz', 'https://rp.example/%zy', 'path'],
  ])('%s and %s: %s', (received, value, name) => {
    expect(findDifference(received, value)?.name).toBe(name);
  });

  it.each([
    ['http://127.0.0.1:51234/cb', 'http://127.0.0.1/callback', 'path', 18, 24],
    ['http://127.0.0.1:51234/cb', 'http://127.0.0.1:3000/cb/', 'trailing slash', 24, 25],
    ['http://[::1]/cb?a=1', 'http://[::1]:8080/cb', 'query: not registered', 20, 15],
    ['http://127.0.0.1:51234/cb', 'http://[::1]/cb', 'host', 7, undefined],
    ['http://localhost:51234/cb', 'http://localhost/cb', 'port: not registered', 16, undefined],
    ['https://127.0.0.1:51234/cb', 'https://127.0.0.1/cb', 'port: not registered', 17, undefined],
  ])('%s and %s, where the port is free: %s', (received, value, name, index, receivedIndex) => {
    const expected = { name, index, ...(receivedIndex !== undefined && { receivedIndex }) };
    expect(findDifference(received, value, true)).toEqual(expected);
  });

  it('finds none in a free port, and the port otherwise', () => {
    const [received, value] = ['http://127.0.0.1:51234/cb', 'http://127.0.0.1:3000/cb'];
    expect(findDifference(received, value, true)).toBeNull();
    expect(findDifference(received, value)).toMatchObject({ name: 'port', index: 17 });
  });

  it('finds none between equal addresses', () => {
    expect(findDifference(registered, registered)).toBeNull();
  });
});
