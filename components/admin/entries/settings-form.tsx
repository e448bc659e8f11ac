import type { ReactNode } from 'react';
import { fieldsOf, irrelevantFields, optionsOf, textsOf } from '#lib/admin/entries/setting-fields';
import type { FormTarget } from '#lib/admin/kit/define-form';
import { adminTexts } from '#lib/i18n/admin/texts';
import type { SettingTable } from '#lib/vocabulary/setting';
import { AdminForm } from '../form/admin-form';
import { SaveBar } from '../form/form-end';
import { FormSection, FormSections } from '../form/form-section';
import { AdvancedFields, RelevantPart } from '../form/relevant';
import { type Choices, EntryFields } from './entry-fields';

/** The common properties of the forms that change an entry. */
export type EntryForm = FormTarget & {
  /** Hidden inputs: the version that the form was made from. */
  readonly hidden: Readonly<Record<string, string>>;
  readonly canEdit: boolean;
};

type SettingsFormProps = {
  readonly title: string;
  readonly form: EntryForm;
  /** Shown below the save button. A person who can only view uses it too. */
  readonly below?: ReactNode;
  readonly children: ReactNode;
};

/** One page of an entry's settings, in sections. */
export function SettingsForm({ title, form, below, children }: SettingsFormProps) {
  return (
    <EntryFormFrame title={title} form={form}>
      <div className="grid min-w-0 gap-6">
        {children}
        {form.canEdit && <SaveBar hasReview />}
      </div>
      {below}
    </EntryFormFrame>
  );
}

/** The form around the settings of an entry, or their texts for a person who cannot change them. */
export function EntryFormFrame({ title, form, children }: Omit<SettingsFormProps, 'below'>) {
  const { canEdit, ...own } = form;
  if (!canEdit) return <div className="grid gap-5">{children}</div>;
  return (
    <AdminForm {...own} label={title} guarded>
      {children}
    </AdminForm>
  );
}

type EntrySectionsProps = Pick<Parameters<typeof EntryFields>[0], 'entry' | 'asText' | 'fixed' | 'when' | 'notes'> & {
  readonly settings: SettingTable;
  /** The sections of the page. */
  readonly sections: Readonly<Record<string, readonly [title: string, text: string]>>;
  readonly choices?: Choices;
  /** Shows the fields that do not apply as well. */
  readonly isAll?: boolean;
};

/** The settings of an entry that apply to it, in the sections of a page. */
export function EntrySections({ settings, sections, isAll = false, ...given }: EntrySectionsProps) {
  const hidden = isAll ? new Set<string>() : irrelevantFields(settings, given.entry);
  const texts = { fields: textsOf(settings), options: optionsOf(settings) };
  return (
    <FormSections>
      {Object.entries(sections).map(([section, [title, text]]) => {
        const kinds = fieldsOf(settings, section);
        const names = Object.keys(kinds);
        const plain = names.filter((name) => isAll || !settings[name]?.field?.advanced);
        const folded = names.filter((name) => !plain.includes(name));
        const fields = { ...given, kinds, texts, irrelevant: hidden };
        const hasFolded = folded.some((name) => !hidden.has(name));
        return (
          <RelevantPart key={section} names={names} isRelevant={names.some((name) => !hidden.has(name))}>
            <FormSection id={section} title={title} text={text}>
              <EntryFields {...fields} names={plain} />
              {hasFolded ? (
                <AdvancedFields
                  label={adminTexts.shell.form.advanced}
                  names={folded}
                  isOpen={plain.every((name) => hidden.has(name))}
                >
                  <EntryFields {...fields} names={folded} />
                </AdvancedFields>
              ) : (
                <EntryFields {...fields} names={folded} />
              )}
            </FormSection>
          </RelevantPart>
        );
      })}
    </FormSections>
  );
}

type ShowAllProps = {
  /** The page with the settings. */
  readonly path: string;
  readonly isAll: boolean;
  /** No setting of the page applies. */
  readonly isEmpty: boolean;
};

/** Switches between the settings that apply to an entry and all settings. */
export function ShowAll({ path, isAll, isEmpty }: ShowAllProps) {
  const { all, fewer, noUse } = adminTexts.shell.form;
  return (
    <p className="flex flex-wrap gap-x-3 text-sm">
      {isEmpty && !isAll && <span className="text-muted-foreground">{noUse}</span>}
      <a href={isAll ? path : `${path}?all=1`} className="underline underline-offset-4">
        {isAll ? fewer : all}
      </a>
    </p>
  );
}
