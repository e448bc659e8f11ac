import { describe, expect, it } from 'vitest';
import { isRouterState } from './router-state';

const encode = (value: unknown) => encodeURIComponent(JSON.stringify(value));
const page = ['login', { children: ['__PAGE__', {}] }];

describe('isRouterState', () => {
  it.each<[string, unknown]>([
    ['a page', ['', { children: page }, null, null, 16]],
    ['a page that is asked for again', ['', { children: page }, null, 'refetch']],
    ['a page with a query', ['', { children: ['__PAGE__?{"x":"1"}', {}, ['/login', '?x=1']] }, null, null, 0, 'a']],
    ['a dynamic segment', ['', { children: [['name', 'acme', 'd', null], { children: ['__PAGE__', {}] }] }]],
    ['one that catches all', ['', { children: [['path', 'a/b', 'oc', ['new']], {}] }]],
  ])('accepts the header of the client of Next for %s', (_, tree) => {
    expect(isRouterState(encode(tree))).toBe(true);
  });

  it.each<[string, string]>([
    ['nothing', ''],
    ['text', 'x'],
    ['broken percent-encoding', '%zz'],
    ['JSON of another kind', encode({})],
    ['a list that is too short', encode([''])],
    ['a segment that is a number', encode([1, {}])],
    ['children that are a list', encode(['', []])],
    ['a child that is text', encode(['', { children: 'x' }])],
    ['a marker that nobody knows', encode(['', {}, null, 'evil'])],
    ['a segment of an unknown kind', encode([['a', 'b', 'x', null], {}])],
    ['two headers in one', `${encode(['', {}])}, ${encode(['', {}])}`],
    ['one that is nested too deep to read', `${'["",{"a":'.repeat(5000)}1${'}]'.repeat(5000)}`],
  ])('refuses %s', (_, value) => {
    expect(isRouterState(value)).toBe(false);
  });
});
