import { ButtonLink } from '#components/ui/button';
import { EmptyState } from '#components/ui/empty-state';
import { Name } from '#components/ui/name';
import { Notice } from '#components/ui/notice';
import { Panel } from '#components/ui/panel';
import type { NeededProof } from '#lib/admin/access/proof-window';
import type { AdminAction } from '#lib/admin/action-state';
import { type BulkAction, type BulkPlan, maximumBulk } from '#lib/admin/bulk/bulk';
import { bulkFields } from '#lib/admin/bulk/bulk-form';
import { formatNumber } from '#lib/i18n/admin/format-number';
import { adminTexts } from '#lib/i18n/admin/texts';
import { ActionForm } from '../form/action-form';
import { TextField } from '../form/field';
import { ReasonField } from '../form/reason-field';
import { SubmitOrCancel } from '../form/submit-or-cancel';
import { PageHeader } from '../page-header';
import { SkippedLines } from './skipped-lines';

/** The list that the lines were chosen in. */
export type BulkList = {
  readonly label: string;
  readonly href: string;
  readonly hrefOf: (id: string) => string;
};

type BulkViewProps = {
  readonly list: BulkList;
  readonly action: BulkAction;
  readonly plan: BulkPlan;
  /** More lines match than can be changed at once. */
  readonly isCut: boolean;
  readonly words: {
    readonly title: (count: string) => string;
    readonly text: string;
    /** The same for one line, if it differs. */
    readonly textOfOne?: string;
    /** What is active at the changed lines, such as sessions and grants. Null if the action does not end it. */
    readonly live: string | null;
    readonly button: string;
    /** The help of the note, if the history does not show the note. */
    readonly note?: string;
  };
  readonly submit: AdminAction;
  readonly proof: NeededProof;
  readonly csrf: string;
};

const texts = adminTexts.shell.bulk;
const shownNames = 10;

/** Actions that take nothing away. */
const givesBack: ReadonlySet<BulkAction> = new Set(['enable', 'approve', 'unblock']);

/**
 * Asks before several lines are changed at once. It shows their names, what is active there, and which lines would be
 * skipped. For a single line, the question contains its name.
 */
export function BulkView({ list, action, plan, isCut, words, submit, proof, csrf }: BulkViewProps) {
  const { changes, skipped } = plan;
  if (changes.length === 0) return <Nothing list={list} skipped={skipped} />;
  const [first] = changes;
  const only = changes.length === 1 && first !== undefined ? first.name : null;
  const title = only === null ? words.title(formatNumber(changes.length)) : texts.one[action](only);
  const text = only === null ? words.text : (words.textOfOne ?? words.text);
  const { back, cut, typed } = bulkFields;
  return (
    <>
      <PageHeader title={title} description={text} parent={list} />
      {isCut && <Notice tone="warning" title={texts.cut(formatNumber(maximumBulk))} />}
      <ActionForm
        action={submit}
        csrf={csrf}
        hidden={{ [bulkFields.action]: action, [back]: list.href, [cut]: isCut ? '1' : '' }}
        label={title}
        proof={proof}
      >
        <Ids name={bulkFields.ids} lines={changes} />
        {changes.map(({ id, version }) => {
          return version && <input key={id} type="hidden" name={bulkFields.seen} value={`${version} ${id}`} />;
        })}
        <Ids name={bulkFields.skipped} lines={skipped} />
        <Panel>
          <div className="grid gap-4">
            {words.live && <p className="text-sm">{words.live}</p>}
            {only === null && <Names lines={changes} />}
            {skipped.length > 0 && <p className="text-sm">{texts.skips(formatNumber(skipped.length))}</p>}
            {action === 'delete' && (
              <TextField name={typed} label={texts.typed(String(changes.length))} required className="max-w-60" />
            )}
            <ReasonField {...(words.note !== undefined && { help: words.note })} />
            <SubmitOrCancel
              submit={only === null ? words.button : texts.actions[action]}
              variant={givesBack.has(action) ? 'primary' : 'danger'}
              backHref={list.href}
            />
          </div>
        </Panel>
      </ActionForm>
      <SkippedLines skipped={skipped} hrefOf={list.hrefOf} />
    </>
  );
}

/** The first names, and the number of the rest. */
function Names({ lines }: { readonly lines: BulkPlan['changes'] }) {
  return (
    <ul className="list-disc ps-5 text-sm">
      {lines.slice(0, shownNames).map(({ id, name }) => (
        <li key={id} className="[overflow-wrap:anywhere]">
          <Name>{name}</Name>
        </li>
      ))}
      {lines.length > shownNames && <li>{texts.more(formatNumber(lines.length - shownNames))}</li>}
    </ul>
  );
}

/** One field for each ID, because all of them together would exceed the maximum length of a field. */
function Ids({ name, lines }: { readonly name: string; readonly lines: readonly { readonly id: string }[] }) {
  return lines.map(({ id }) => <input key={id} type="hidden" name={name} value={id} />);
}

function Nothing({ list, skipped }: Pick<BulkViewProps, 'list'> & Pick<BulkPlan, 'skipped'>) {
  const title = skipped.length === 0 ? texts.nothing : texts.noChange;
  return (
    <>
      <PageHeader title={title} parent={list} />
      <EmptyState title={title} {...(skipped.length === 0 && { text: texts.nothingText })}>
        <ButtonLink href={list.href}>{texts.back}</ButtonLink>
      </EmptyState>
      <SkippedLines skipped={skipped} hrefOf={list.hrefOf} />
    </>
  );
}
