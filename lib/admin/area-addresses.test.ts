import { describe, expect, it } from 'vitest';
import { matchPath } from '#lib/vocabulary/path-segment';
import type { AreaPages } from '#views/admin/kit/view';
import { areaAddresses, furtherAddresses, linkedAddresses } from '../../e2e/admin/area-addresses';

const linked = linkedAddresses.flatMap(([path, from]) => [path, from.replace(/#.*$/, '')]);
const looked = [...areaAddresses, ...furtherAddresses, ...linked];
/** e2e/admin/traces.spec.ts looks at a step, and what a picker fetches is a part of a page. */
const elsewhere = new Set(['debug/traces/[trace]/[step]', 'pick/[kind]']);

const views = import.meta.glob<Readonly<Record<string, unknown>>>('./*/view.tsx', { eager: true });

function isAreaPages(value: unknown): value is AreaPages {
  return typeof value === 'object' && value !== null && 'pages' in value && 'section' in value;
}

const features = Object.values(views).flatMap((view) => Object.values(view).filter(isAreaPages));
const paths = features.flatMap(({ pages, actions = [], bulk }) => [
  ...pages.filter((page) => !('leadsTo' in page)).map(({ path }) => path),
  ...actions.filter(({ asks }) => asks).map(({ path }) => path),
  ...(bulk === undefined ? [] : [bulk.path.replace('/admin/', '')]),
]);

describe('every page of the administration', () => {
  it.each([...new Set(paths)].filter((path) => !elsewhere.has(path)).toSorted())(
    '%s is among those that axe looks at',
    (path) => {
      const segmentsOf = (address: string) =>
        address
          .replace(/[?#].*$/, '')
          .replace('/admin/', '')
          .split('/');
      expect(looked.filter((address) => matchPath(`/${path}`, segmentsOf(address)) !== null)).not.toEqual([]);
    },
  );
});
