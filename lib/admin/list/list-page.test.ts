import { describe, expect, it } from 'vitest';
import { pageOf } from './list-page';
import { listSizes, readPlace, readSort } from './list-query';
import { readRows } from './read-rows';

const numbers = Array.from({ length: 60 }, (_, index) => String(index + 1));

/** Rows of a table whose keys are their numbers. */
function read(side: 'after' | 'before', key: string | null, limit: number) {
  const place = key === null ? 0 : Number(key);
  const rows = side === 'after' ? numbers.slice(place) : numbers.slice(0, place - 1).reverse();
  return Promise.resolve(rows.slice(0, limit));
}

const known = (query: Record<string, string>) => pageOf(numbers, readPlace(query), (line) => line);
const stored = (query: Record<string, string>) => readRows(readPlace(query), (row) => row, read, { total: 60 });

describe('a page of a list', () => {
  it.each([
    [{}, [1, 25]],
    [{ size: '50' }, [1, 50]],
    [{ size: '1000' }, [1, 25]],
    [{ after: '25' }, [26, 50]],
    [{ after: '50' }, [51, 60]],
    [{ before: '51' }, [26, 50]],
    [{ before: '26' }, [1, 25]],
    [{ before: '3' }, [1, 25]],
    [{ after: '50', before: '3' }, [51, 60]],
    [{ after: '60' }, [1, 25]],
  ])('for %o has the lines %o', async (query, [first, last]) => {
    const places = Object.entries(query).map(([name, key]) => [name, name === 'size' ? key : `${key}~${key}`]);
    for (const page of [known(query), await stored(Object.fromEntries(places))]) {
      expect([page.first, page.lines.at(0), page.lines.at(-1), page.total]).toEqual([
        first,
        String(first),
        String(last),
        60,
      ]);
      expect([page.previous !== null, page.next !== null]).toEqual([first !== 1, last !== 60]);
    }
  });

  it('is the first page if its place is gone, and corrects an estimated total at the end', async () => {
    expect(known({ after: 'gone' })).toEqual(known({}));
    expect(await stored({ after: '60~60' })).toEqual(await stored({}));
    const cut = readRows(readPlace({ after: '50~50' }), (row) => row, read, { total: 40, isCut: true });
    expect(await cut).toMatchObject({ first: 51, total: 60, isCut: false });
  });

  it('accepts only known sizes and orders', () => {
    expect(listSizes.map((size) => readPlace({ size: String(size) }).size)).toEqual([25, 50, 100]);
    const fallback = { by: 'name', isDescending: false } as const;
    expect(readSort({ sort: '-created' }, ['name', 'created'], fallback)).toEqual({
      by: 'created',
      isDescending: true,
    });
    for (const sort of ['', 'x', '--name']) expect(readSort({ sort }, ['name', 'created'], fallback)).toEqual(fallback);
  });
});
