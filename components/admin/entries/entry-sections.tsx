import { fieldsOf, irrelevantFields, optionsOf, textsOf } from '#lib/admin/entries/setting-fields';
import { adminTexts } from '#lib/i18n/admin/texts';
import type { SettingTable } from '#lib/vocabulary/setting';
import { FormSection, FormSections } from '../form/form-section';
import { AdvancedFields, RelevantPart } from '../form/relevant';
import { type Choices, EntryFields } from './entry-fields';

type EntrySectionsProps = Pick<Parameters<typeof EntryFields>[0], 'entry' | 'asText' | 'fixed' | 'when'> & {
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
