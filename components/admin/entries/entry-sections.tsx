import type { FieldKinds } from '#lib/admin/entries/entry-fields';
import { adminTexts } from '#lib/i18n/admin/texts';
import type { Wire } from '#lib/vocabulary/wire-entry';
import { FormSection, FormSections } from '../form/form-section';
import { AdvancedFields, RelevantPart } from '../form/relevant';
import { type Choices, EntryFields, type FieldTexts } from './entry-fields';

type SectionTexts = Readonly<Record<string, readonly [title: string, text: string]>>;

type EntrySectionsProps = {
  readonly sections: Readonly<Record<string, FieldKinds>>;
  readonly entry: Wire;
  readonly texts: FieldTexts<string> & { readonly sections: SectionTexts };
  readonly choices: Choices;
  /** The fields that do not apply to the entry. */
  readonly irrelevant: ReadonlySet<string>;
  /** The fields that are decided elsewhere, each with a note that says where. */
  readonly fixed?: ReadonlyMap<string, string>;
  /** The fields in the collapsed part. */
  readonly advanced: ReadonlySet<string>;
  /** Shows the fields that do not apply as well. */
  readonly isAll: boolean;
  /** The choice in another field that makes a field apply. */
  readonly when: NonNullable<Parameters<typeof EntryFields>[0]['when']>;
};

/** The settings of an entry that apply to it, in the sections of a page. */
export function EntrySections({ sections, irrelevant, advanced, isAll, texts, ...given }: EntrySectionsProps) {
  const hidden = isAll ? new Set<string>() : irrelevant;
  return (
    <FormSections>
      {Object.entries(sections).map(([section, kinds]) => {
        const names = Object.keys(kinds);
        const [title = section, text] = texts.sections[section] ?? [];
        const plain = names.filter((name) => isAll || !advanced.has(name));
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
