import { z } from 'zod';
import type { SettingTable } from '#lib/vocabulary/setting';

type Row = readonly string[];

/** A page with other rows in the first table below a heading, for example `## clients`. */
export function withTable(page: string, heading: string, rows: readonly Row[]): string {
  const [before = '', after = ''] = page.split(`\n${heading}\n`);
  const table = /(?<=^\|[-|]+\|\n)(?:\|.*\|\n)+/m;
  const text = rows.map((cells) => `| ${cells.join(' | ')} |\n`.replaceAll('  |', ' |')).join('');
  return `${before}\n${heading}\n${after.replace(table, () => text)}`;
}

/** Key, type, default and meaning of each setting. */
export function listSettings(settings: SettingTable): readonly Row[] {
  return Object.entries(settings).map(([key, { schema, type, preset, meaning = '' }]) => [
    `\`${key}\``,
    type ?? typeOf(shape.parse(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }))),
    preset ?? presetOf(schema),
    meaning,
  ]);
}

/** The settings that take effect at each place. */
export function listPlaces(settings: SettingTable): readonly [keys: string, place: string][] {
  const all = Object.entries(settings);
  return [...new Set(all.map(([, { shows = '' }]) => shows))].map((place) => [
    all.flatMap(([key, { shows }]) => (shows === place ? [`\`${key}\``] : [])).join(', '),
    place,
  ]);
}

const shape = z.object({
  type: z.string().optional(),
  enum: z.array(z.string()).optional(),
  const: z.string().optional(),
  minimum: z.number().optional(),
  get anyOf() {
    return z.array(shape).optional();
  },
});

/** A type in the words of docs/configuration.md. Whole numbers of clients are seconds. */
function typeOf({ type, enum: words, const: word, minimum, anyOf }: z.output<typeof shape>): string {
  if (word !== undefined) return `\`${word}\``;
  if (words !== undefined) return words.map((one) => `\`${one}\``).join(', ');
  if (type === 'integer') return minimum === 0 ? 'seconds (0)' : 'seconds';
  if (type === 'array') return 'list';
  const [first, second] = anyOf ?? [];
  if (first === undefined || second === undefined) return String(type);
  if (first.const !== undefined) return `${typeOf(first)}, ${typeOf(second).replace(/ or null$/, '')}`;
  return first.enum === undefined ? `${typeOf(first)} or null` : `${typeOf(first)}, null`;
}

function presetOf(schema: z.ZodType): string {
  const { success, data } = schema.safeParse(undefined);
  if (!success) return 'required';
  return typeof data === 'object' && data !== null ? `\`${JSON.stringify(data)}\`` : String(data);
}
