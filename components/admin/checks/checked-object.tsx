import type { Check } from '#lib/admin/checks/check';
import { adminTexts } from '#lib/i18n/admin/texts';
import { Name } from '../../ui/name';

/** The object of a finding: its name, its kind, and its ID if that is not the name. */
export function CheckedObject({ object: { kind, id, name } }: Pick<Check, 'object'>) {
  return (
    <>
      <Name>{name ?? id}</Name>{' '}
      <span className="font-normal text-muted-foreground text-xs">
        {adminTexts.checks.objects[kind]}
        {name !== null && name !== id && ` ${id}`}
      </span>
    </>
  );
}

/** The object of a finding in one word: users by name, settings of the portal by label, everything else by ID. */
export function nameOfObject({ kind, id, name }: Check['object']): string {
  if (kind === 'user') return name ?? id;
  return kind === 'installation' && isPortalKey(id) ? adminTexts.settings.portal.fields[id][0] : id;
}

function isPortalKey(id: string): id is keyof typeof adminTexts.settings.portal.fields {
  return Object.hasOwn(adminTexts.settings.portal.fields, id);
}
