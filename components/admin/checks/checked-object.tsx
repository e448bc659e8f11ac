import type { Check } from '#lib/admin/checks/check';
import { adminTexts } from '#lib/i18n/admin/texts';
import { Name } from '../../ui/name';

/** What a finding is about: its name, its kind, and its ID where that is not the name. */
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

/** What a finding is about in one word: users by name, everything else by ID. */
export function nameOfObject({ kind, id, name }: Check['object']): string {
  return kind === 'user' ? (name ?? id) : id;
}
