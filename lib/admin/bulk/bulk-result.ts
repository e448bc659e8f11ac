import { z } from 'zod';
import { adminTexts } from '#lib/i18n/admin/texts';
import { openText, sealText } from '../access/sealed-text';
import type { AdminContext } from '../admin-context';
import { notFound } from '../not-found';
import type { BulkAction, Skipped } from './bulk';

/** In characters. With its path it must fit in an address that a sign-in keeps (toArea()). */
const maximumText = 3500;
const maximumNamed = 100;

/** The result of an action, for the page that shows it. */
export type ToldResult = {
  readonly action: BulkAction;
  readonly changed: number;
  readonly skipped: readonly Skipped[];
  readonly isCut: boolean;
};

const actions = Object.keys(adminTexts.shell.bulk.actions) as BulkAction[];
const skippedSchema = z.object({ id: z.string(), name: z.string(), reason: z.string() });
const schema = z.object({
  action: z.enum(actions),
  changed: z.int(),
  isCut: z.boolean(),
  skipped: z.array(skippedSchema),
  /** The number of skipped lines that do not fit in the address. */
  more: z.int(),
});

/**
 * Seals the result of an action as text for the address of the page that shows it. It survives a reload, and only the
 * same session can read it.
 * @param path the path of the confirmation page
 */
export function sealResult({ skipped, ...result }: ToldResult, path: string, admin: Sealing): string {
  for (let named = Math.min(skipped.length, maximumNamed); ; named = Math.floor(named / 2)) {
    const told = { ...result, skipped: skipped.slice(0, named), more: skipped.length - named };
    const text = sealText(told, placeOf(path, admin), admin.settings);
    if (named === 0 || text.length <= maximumText) return text;
  }
}

/** @throws AdminError `not_found` for any other text, and for another session */
export function readResult(text: string | undefined, path: string, admin: Sealing): z.infer<typeof schema> {
  const read = schema.safeParse(openText(text ?? '', placeOf(path, admin), admin.settings));
  if (!read.success) throw notFound();
  return read.data;
}

type Sealing = Pick<AdminContext, 'principal' | 'settings'>;

function placeOf(path: string, { principal }: Sealing): string {
  return `bulk:${principal.sid}:${path}`;
}
