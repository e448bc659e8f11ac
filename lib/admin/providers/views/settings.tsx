import { type EntryForm, SettingsForm } from '#components/admin/entries/settings-form';
import { FieldProblems, ShownText, Theirs } from '#components/admin/form/field-parts';
import { chosenIn, fieldState } from '#components/admin/form/field-state';
import { FormSection, FormSections } from '#components/admin/form/form-section';
import { LogoField } from '#components/admin/form/logo-field';
import { formSections } from '#lib/i18n/admin/form-sections';
import { flatProviderSettings, providerSettings } from '#lib/providers/settings';
import { fieldsOf } from '../../entries/setting-fields';
import type { ProviderDetail } from '../read';
import { type MappingRow, mappingFields, mappingRows } from '../section';
import { texts } from '../texts';
import { ProviderFields } from './connection';

type ProviderFormProps = {
  readonly provider: ProviderDetail;
  /** The claims that the provider sent in this person's last test. Null without a test. */
  readonly examples: Readonly<Record<string, unknown>> | null;
  readonly form: EntryForm;
};

/** The settings on this side: where people see the provider, and which claims accounts get from it. */
export function ProviderForm({ provider: { type, settings, logos: pictures }, examples, form }: ProviderFormProps) {
  const { tabs, accounts } = texts;
  const { logo, logo_dark: logoDark } = providerSettings;
  const { sign_in: signIn, accounts: about, mapping, groups } = formSections.providers;
  const asText = !form.canEdit;
  const fields = { type, entry: settings, asText };
  return (
    <SettingsForm title={tabs.settings} form={form}>
      <FormSections>
        <FormSection id="sign_in" title={signIn[0]} text={signIn[1]}>
          <ProviderFields {...fields} names={namesIn('sign_in')} />
          <LogoField name="logo" label={logo.text[0]} help={logo.text[1]} present={pictures.light} asText={asText} />
          <LogoField
            name="logo_dark"
            label={logoDark.text[0]}
            help={logoDark.text[1]}
            present={pictures.dark}
            asText={asText}
          />
        </FormSection>
        <FormSection id="accounts" title={about[0]} text={about[1]}>
          <ProviderFields {...fields} names={namesIn('accounts')} />
          <div className="grid gap-1 text-sm">
            <p className="font-medium">{accounts.linking}</p>
            <p className="text-muted-foreground">{accounts.linkingText}</p>
          </div>
        </FormSection>
        <FormSection id="mapping" title={mapping[0]} text={mapping[1]}>
          <MappingFields rows={mappingRows(settings)} {...{ examples, asText }} />
          <ProviderFields {...fields} names={namesIn('mapping')} />
        </FormSection>
        {type === 'oidc' && (
          <FormSection id="groups" title={groups[0]} text={groups[1]}>
            <ProviderFields {...fields} names={namesIn('groups')} />
          </FormSection>
        )}
      </FormSections>
    </SettingsForm>
  );
}

function namesIn(section: keyof typeof formSections.providers): readonly string[] {
  return Object.keys(fieldsOf(flatProviderSettings, section));
}

type MappingFieldsProps = {
  readonly rows: readonly MappingRow[];
  /** The claims that the provider sent in the last test, by its own names. Null without a test. */
  readonly examples: Readonly<Record<string, unknown>> | null;
  readonly asText?: boolean;
};

const emptyRows = 2;
const box = 'w-full min-w-0 rounded-lg border border-input bg-card px-2.5 py-1.5 font-mono text-xs';

/** The claims of an account: our name, the provider's name and the value from the last test. */
export function MappingFields({ rows, examples, asText = false }: MappingFieldsProps) {
  const words = texts.mapping;
  const [label, help] = providerSettings.claim_mapping.text;
  const more = asText ? [] : blank;
  const ours = chosenIn(mappingFields.ours, [...rows.map((row) => row.ours), ...more]);
  const theirs = chosenIn(mappingFields.theirs, [...rows.map((row) => row.theirs), ...more]);
  const told = ours.map((name, index) => `${name} ← ${theirs[index] ?? ''}`).filter((row) => row !== ' ← ');
  const { problems, theirs: saved } = fieldState('claim_mapping', '', told.join('\n'));
  return (
    <fieldset id="field-claim_mapping" data-field={label} className="grid min-w-0 gap-2">
      <legend className="flex flex-wrap items-baseline gap-x-2 font-medium text-sm">
        {label}{' '}
        <code data-setting-name className="font-normal text-muted-foreground text-xs">
          claim_mapping
        </code>
      </legend>
      <p className="text-muted-foreground text-sm">{help}</p>
      <div className="grid grid-cols-[1fr_1fr] items-center gap-2 sm:grid-cols-[1fr_1fr_1.2fr]">
        <p className="text-muted-foreground text-xs">{words.ours}</p>
        <p className="text-muted-foreground text-xs">{words.theirs}</p>
        <p className="hidden text-muted-foreground text-xs sm:block">{words.example}</p>
        {ours.map((name, index) => (
          <Row
            // biome-ignore lint/suspicious/noArrayIndexKey: rows are told apart by their place alone
            key={index}
            number={index + 1}
            ours={name}
            theirs={theirs[index] ?? ''}
            {...{ examples, asText }}
          />
        ))}
      </div>
      {!asText && (
        <>
          <button
            type="button"
            hidden
            data-add-row={partsOfRow}
            className="w-fit cursor-pointer rounded text-sm underline underline-offset-4"
          >
            {words.add}
          </button>
          <p className="text-muted-foreground text-sm">
            {words.help} <noscript>{words.noAdd}</noscript> {examples === null && words.untested}
          </p>
        </>
      )}
      <FieldProblems id="field-claim_mapping-problem" problems={problems} />
      <Theirs text={saved} />
    </fieldset>
  );
}

/** Two fields and the example. */
const partsOfRow = 3;

const blank: readonly string[] = Array.from({ length: emptyRows }, () => '');

type RowProps = MappingRow & { readonly number: number; readonly asText: boolean } & Pick<
    MappingFieldsProps,
    'examples'
  >;

function Row({ number, ours, theirs, examples, asText }: RowProps) {
  const words = texts.mapping;
  const cells = [
    { name: mappingFields.ours, column: words.ours, text: ours },
    { name: mappingFields.theirs, column: words.theirs, text: theirs },
  ];
  return (
    <>
      {cells.map(({ name, column, text }) =>
        asText ? (
          <ShownText key={name} lines={[text]} isCode />
        ) : (
          <input
            key={`${name} ${text}`}
            name={name}
            defaultValue={text}
            aria-label={`${words.row(number)}: ${column}`}
            dir="ltr"
            autoComplete="off"
            spellCheck={false}
            maxLength={200}
            className={box}
          />
        ),
      )}
      <p className="col-span-2 min-w-0 truncate text-muted-foreground text-xs empty:hidden sm:col-span-1 sm:empty:block">
        {examples !== null && theirs !== '' && <Example value={examples[theirs]} />}
      </p>
    </>
  );
}

function Example({ value }: { readonly value: unknown }) {
  if (value === undefined) return <em>{texts.mapping.noExample}</em>;
  return <code className="text-foreground">{typeof value === 'string' ? value : JSON.stringify(value)}</code>;
}
