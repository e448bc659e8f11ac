/** Everything that can be cited: the numbers and headings of each page in docs/spec, and the decisions. */
export type Requirements = {
  /** By page: `91`, `1.10`, `1.10 step 5`, `1.2 row 25`, or a heading in lower case. */
  readonly pages: ReadonlyMap<string, ReadonlySet<string>>;
  /** Numbers with three digits. */
  readonly decisions: ReadonlySet<string>;
};

const heading = /^#{2,4} (?:(\d+(?:\.\d+)*)\.? )?(.+)$/;
const item = /^- \*\*(\d+(?:\.\d+)+)\*\* /;
const row = /^\| (\d+) \|/;
const step = /^(\d+)\. /;

/**
 * Reads the numbers on a page of requirements.
 * @throws for a repeated number
 */
export function readRequirements(markdown: string): ReadonlySet<string> {
  const found = new Set<string>();
  const add = (name: string) => {
    if (found.has(name)) throw new Error(`${name} stands there twice`);
    found.add(name);
  };
  let section = '';
  for (const line of markdown.split('\n')) {
    const [isHeading, number, title = ''] = heading.exec(line) ?? [];
    if (isHeading !== undefined) {
      section = number ?? '';
      add(number ?? title.toLowerCase());
    }
    const [, itemNumber] = item.exec(line) ?? [];
    if (itemNumber !== undefined) add(itemNumber);
    const [, rowNumber] = row.exec(line) ?? [];
    if (rowNumber !== undefined) add(section === '' ? rowNumber : `${section} row ${rowNumber}`);
    const [, stepNumber] = step.exec(line) ?? [];
    if (stepNumber !== undefined) add(`${section} step ${stepNumber}`);
  }
  return found;
}
