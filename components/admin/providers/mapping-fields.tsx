import { type MappingRow, mappingFields } from '#lib/admin/providers/provider-fields';
import { adminTexts } from '#lib/i18n/admin/texts';
import { providerSettings } from '#lib/providers/settings';
import { FieldProblems, ShownText, Theirs } from '../form/field-parts';
import { chosenIn, fieldState } from '../form/field-state';

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
  const texts = adminTexts.providers.mapping;
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
        <p className="text-muted-foreground text-xs">{texts.ours}</p>
        <p className="text-muted-foreground text-xs">{texts.theirs}</p>
        <p className="hidden text-muted-foreground text-xs sm:block">{texts.example}</p>
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
        <p className="text-muted-foreground text-sm">
          {texts.help} {examples === null && texts.untested}
        </p>
      )}
      <FieldProblems id="field-claim_mapping-problem" problems={problems} />
      <Theirs text={saved} />
    </fieldset>
  );
}

const blank: readonly string[] = Array.from({ length: emptyRows }, () => '');

type RowProps = MappingRow & { readonly number: number; readonly asText: boolean } & Pick<
    MappingFieldsProps,
    'examples'
  >;

function Row({ number, ours, theirs, examples, asText }: RowProps) {
  const texts = adminTexts.providers.mapping;
  const cells = [
    { name: mappingFields.ours, column: texts.ours, text: ours },
    { name: mappingFields.theirs, column: texts.theirs, text: theirs },
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
            aria-label={`${texts.row(number)}: ${column}`}
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
  if (value === undefined) return <em>{adminTexts.providers.mapping.noExample}</em>;
  return <code className="text-foreground">{typeof value === 'string' ? value : JSON.stringify(value)}</code>;
}
