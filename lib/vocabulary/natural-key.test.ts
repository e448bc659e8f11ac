import { expect, it } from 'vitest';
import { naturalKey } from './search-key';

it('sorts names as people expect', () => {
  const sorted = ['Ärzte', 'app 1', 'App 2', 'app 10', 'App 10b', 'Örtlich', 'Web'];
  const keys = new Map(sorted.map((name) => [naturalKey(name), name]));
  expect([...keys.keys()].sort().map((key) => keys.get(key))).toEqual([
    'app 1',
    'App 2',
    'app 10',
    'App 10b',
    'Ärzte',
    'Örtlich',
    'Web',
  ]);
});
