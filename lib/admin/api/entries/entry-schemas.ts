import { z } from 'zod';
import { secretKeys } from '#lib/vocabulary/without-secrets';
import type { AdminContext } from '../../admin-context';
import type { AdminSection, StoredEntry } from '../../entries/admin-section';
import { name, whole } from '../schemas';

/** Entries in a response: their settings without secrets, and `meta`. */
export async function represent(
  admin: AdminContext,
  { api }: AdminSection,
  entries: ReadonlyMap<string, StoredEntry>,
): Promise<readonly object[]> {
  const told = await api.tell(admin, entries);
  return [...entries].map(([key, { wire }]) => {
    const settings = Object.entries(wire).filter(([setting]) => !secretKeys.has(setting));
    return { ...Object.fromEntries(settings), meta: told.get(key) ?? {} };
  });
}

/** The schemas of a section: for new entries, for changes and for responses. */
export function entrySchemas({ key, api }: AdminSection) {
  const { fields, hidden = [], meta, once = {}, schemaName } = api;
  const shown = z
    .null()
    .optional()
    .meta({ readOnly: true, description: 'Read-only. You can send it back as you received it.' });
  const readOnly = {
    ...Object.fromEntries(Object.keys(once).map((name) => [name, shown])),
    meta: z.unknown().optional().meta({ readOnly: true, description: 'Ignored in requests.' }),
  };
  const keyField = fields[key] ?? z.string();
  const answered = Object.entries(fields).filter(([field]) => !hidden.includes(field));
  const written = z.strictObject({ ...fields, [key]: keyField.optional(), ...readOnly });
  const answer = name(schemaName, whole(Object.fromEntries(answered)).extend({ meta }));
  return {
    written: name(`${schemaName}Write`, written),
    patch: name(`${schemaName}Patch`, written.partial()),
    answer,
    answerOnce: Object.keys(once).length === 0 ? answer : name(`${schemaName}Written`, answer.extend(once)),
  };
}
