import { ButtonLink } from '#components/ui/button';
import { EmptyState } from '#components/ui/empty-state';
import { Name } from '#components/ui/name';
import { Panel } from '#components/ui/panel';
import { actionProofs, proofFor } from '#lib/admin/access/action-proofs';
import type { AdminAction } from '#lib/admin/action-state';
import { type BulkPlan, reasonText, type Skipped } from '#lib/admin/bulk/bulk';
import { formatNumber } from '#lib/i18n/admin/format-number';
import { adminTexts } from '#lib/i18n/admin/texts';
import { ActionForm } from '../form/action-form';
import { TextField } from '../form/field';
import { ReasonField } from '../form/reason-field';
import { SubmitOrCancel } from '../form/submit-or-cancel';
import { PageHeader } from '../page-header';
import { type Column, ListTable } from './list-table';

type BulkAction = keyof typeof texts.actions;

type BulkViewProps = {
  /** The list that it was chosen in. */
  readonly list: { readonly label: string; readonly href: string };
  readonly action: BulkAction;
  readonly plan: BulkPlan;
  readonly words: {
    readonly title: (count: string) => string;
    readonly text: string;
    /** What lives of those that change; null where that stays. */
    readonly live: string | null;
    readonly button: string;
  };
  readonly submit: AdminAction;
  /** That of the action, by which it is known how recent a proof it needs. */
  readonly folder: 'clients/bulk' | 'users/bulk';
  readonly csrf: string;
};

const texts = adminTexts.shell.bulk;
const shownNames = 10;

/** Asks before several lines are changed at once: the names, what lives of them, and what would be skipped. */
export function BulkView({ list, action, plan: { changes, skipped }, words, submit, folder, csrf }: BulkViewProps) {
  const count = formatNumber(changes.length);
  if (changes.length + skipped.length === 0) {
    return <Nothing list={list} title={texts.nothing} text={texts.nothingText} />;
  }
  if (changes.length === 0) {
    return (
      <>
        <Nothing list={list} title={texts.noChange} />
        <SkippedLines skipped={skipped} />
      </>
    );
  }
  const ids = [...changes, ...skipped].map(({ id }) => id).join('\n');
  return (
    <>
      <PageHeader title={words.title(count)} description={words.text} parent={list} />
      <ActionForm
        action={submit}
        csrf={csrf}
        hidden={{ action, ids, back: list.href }}
        label={words.title(count)}
        proof={proofFor(actionProofs[folder].changeMany, { action })}
      >
        <Panel>
          <div className="grid gap-4">
            {words.live && <p className="text-sm">{words.live}</p>}
            <ul className="list-disc ps-5 text-sm">
              {changes.slice(0, shownNames).map(({ id, name }) => (
                <li key={id} className="[overflow-wrap:anywhere]">
                  <Name>{name}</Name>
                </li>
              ))}
              {changes.length > shownNames && <li>{texts.more(formatNumber(changes.length - shownNames))}</li>}
            </ul>
            {skipped.length > 0 && <p className="text-sm">{texts.skips(formatNumber(skipped.length))}</p>}
            {action === 'delete' && (
              <TextField name="typed" label={texts.typed(String(changes.length))} required className="max-w-60" />
            )}
            <ReasonField />
            <SubmitOrCancel
              submit={words.button}
              variant={action === 'enable' ? 'primary' : 'danger'}
              backHref={list.href}
            />
          </div>
        </Panel>
      </ActionForm>
      <SkippedLines skipped={skipped} />
    </>
  );
}

function Nothing({
  list,
  title,
  text,
}: Pick<BulkViewProps, 'list'> & { readonly title: string; readonly text?: string }) {
  return (
    <>
      <PageHeader title={title} parent={list} />
      <EmptyState title={title} {...(text !== undefined && { text })}>
        <ButtonLink href={list.href}>{texts.back}</ButtonLink>
      </EmptyState>
    </>
  );
}

function SkippedLines({ skipped }: { readonly skipped: readonly Skipped[] }) {
  if (skipped.length === 0) return null;
  return (
    <section className="grid min-w-0 gap-3">
      <h2 className="font-semibold">{texts.skipped}</h2>
      <ListTable caption={texts.skipped} columns={columns} lines={skipped} keyOf={({ id }) => id} />
    </section>
  );
}

const columns: readonly Column<Skipped>[] = [
  {
    label: texts.columns.name,
    phone: 'name',
    className: '[overflow-wrap:anywhere]',
    cell: ({ name }) => <Name>{name}</Name>,
  },
  {
    label: texts.columns.reason,
    phone: 'fact',
    isPlain: true,
    cell: ({ reason }) => reasonText(reason),
  },
];
