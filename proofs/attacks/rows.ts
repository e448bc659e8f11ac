/** A row of docs/spec/security.md. */
export type Row = {
  readonly number: number;
  readonly requirement: string;
  /** The letters of its kinds, see below. */
  readonly kinds: string;
  /** The reason why no check can show it. Null for a row that needs a check. */
  readonly notShown: string | null;
};

/**
 * The ways to show a row: `U` by a unit test, `H` by requests to a server, `B` in a browser, `C` by two server
 * processes at once, `X` by a crash, a fault or a restart, `S` by reading the source, the build or the logs.
 */
const rowsOfKind: Readonly<Record<string, string>> = {
  U: '6-8 33 38 59 63 65 73 83 88 96 111 120 123 134 136-139 149-150 189 192 196-198 204-210',
  H: `1-6 8-19 21 23 25-27 29-37 39-40 43 45-59 61-64 66 68-72 75 78 80-81 83-89 91-92 94 96-100 102-103 105-106
    108-118 120-121 123-125 128 131-134 138 142-143 145-149 151-163 180 183-188 190-191 193-194 199-201 205-206`,
  B: '17 20 22 24 77 79 100-101 126-130',
  C: '21 28 41-42 55 60 67 69 72 74 76 82 90 93 95 104 107 117 119 140 144 161 168-169 176-177 181 203',
  X: '44 67 122 140-141 163-164 167 170-175 178-179 182 195 202',
  S: '65 127 135 150-151 153 156 165-166',
};

/** Reads the table. @throws if a row has no kind */
export function readRows(markdown: string): Row[] {
  const kinds = Object.entries(rowsOfKind).map(([kind, list]) => [kind, numbersIn(list)] as const);
  return [...markdown.matchAll(/^\| (\d+) \| (.+) \| .* \|$/gm)].map(([, digits, requirement = '']) => {
    const number = Number(digits);
    const own = kinds.filter(([, numbers]) => numbers.has(number)).map(([kind]) => kind);
    if (own.length === 0) throw new Error(`proofs/attacks/rows.ts has no kind for security #${number}`);
    return {
      number,
      requirement,
      kinds: own.join(''),
      notShown: requirement.startsWith('Not built') ? 'not built' : null,
    };
  });
}

/** The numbers of a list such as `26-40 152`, separated by spaces or commas. @throws if it contains anything else */
export function numbersIn(list: string): ReadonlySet<number> {
  const parts = list.split(/[\s,]+/).filter((part) => part !== '');
  return new Set(
    parts.flatMap((part) => {
      const [, first, last] = /^(\d+)(?:-(\d+))?$/.exec(part) ?? [];
      if (first === undefined) throw new Error(`${part} is no row and no range of rows`);
      return Array.from({ length: Number(last ?? first) - Number(first) + 1 }, (_, index) => Number(first) + index);
    }),
  );
}

/** The rows that a text cites: "security #91", "security #9, #10", "security #72 to #75". */
export function rowsCitedIn(text: string): number[] {
  const lists = [...text.matchAll(/\b[Ss]ecurity (#\d+(?:(?:, | and | to )#\d+)*)/g)].map(([, list = '']) => list);
  const ranges = lists.join(', ').replaceAll(' to ', '-').replaceAll(' and ', ', ').replaceAll('#', '');
  return [...numbersIn(ranges)];
}
