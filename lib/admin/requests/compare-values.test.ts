import { expect, it } from 'vitest';
import { markDifferences } from './compare-values';

/** Puts the differences in brackets. */
const marked = (address: string, other: string, isPortFree = false) =>
  markDifferences(address, other, isPortFree)
    .map(({ text, differs }) => (differs ? `[${text}]` : text))
    .join('');

it.each([
  ['http://localhost:3001/cb/', 'http://localhost:3000/cb', 'http://localhost[:3001]/cb[/]'],
  ['http://localhost:3000/cb', 'http://localhost:3001/cb/', 'http://localhost[:3000]/cb'],
  ['http://a.test/cb', 'https://a.test/cb', '[http]://a.test/cb'],
  ['https://evil.test/cb?x=1', 'https://a.test/cb?x=2', 'https://[evil.test]/cb?x=[1]'],
  ['https://a.test/one/cb', 'https://a.test/two/cb', 'https://a.test/[one]/cb'],
  ['https://u@a.test/', 'https://a.test/', 'https://[u@]a.test/'],
  ['com.example:/cb', 'com.example:/cb', 'com.example:/cb'],
  ['no address', 'https://a.test/', '[no address]'],
  ['', 'https://a.test/', ''],
])('marks %s compared with %s: %s', (address, other, expected) => {
  expect(marked(address, other)).toBe(expected);
});

it('marks no port of a loopback address of a native application (RFC 8252 §7.3)', () => {
  expect(marked('http://127.0.0.1:5000/cb', 'http://127.0.0.1/cb', true)).toBe('http://127.0.0.1:5000/cb');
  expect(marked('http://127.0.0.1/cb', 'http://127.0.0.1:5000/x', true)).toBe('http://127.0.0.1/[cb]');
});
