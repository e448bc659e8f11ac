import { AdminForm } from '#components/admin/form/admin-form';
import { TextField } from '#components/admin/form/field';
import { ReasonField, SubmitOrCancel } from '#components/admin/form/form-end';
import { type Column, ListTable } from '#components/admin/list/list-table';
import { lastAddress } from '#components/admin/page-facts';
import { PageHeader } from '#components/admin/page-header';
import { RiskList } from '#components/admin/risk-list';
import { ButtonLink } from '#components/ui/button';
import { Notice } from '#components/ui/notice';
import { EmptyState, Panel } from '#components/ui/panel';
import { Name } from '#components/ui/text';
import { formatNumber } from '#lib/i18n/admin/format';
import { adminTexts } from '#lib/i18n/admin/texts';
import type { AdminContext } from '../admin-context';
import type { Query } from '../query';
import { type BulkAction, type BulkPlan, maximumBulk, reasonText, type Skipped } from './bulk';
import { type BulkActions, type BulkQuestion, bulkFields, readResult, type ToldResult } from './define-bulk';

const texts = adminTexts.shell.bulk;
const shownNames = 10;

/** Actions that take nothing away. */
const givesBack: ReadonlySet<BulkAction> = new Set(['enable', 'approve', 'unblock']);

type BulkRequest = { readonly admin: AdminContext; readonly query: Query };

/** The page that asks. Throws AdminError `not_found`. */
export async function askBulk(bulk: BulkActions, { admin, query }: BulkRequest) {
  return { title: bulk.list.label, body: <BulkView bulk={bulk} asked={await bulk.ask(admin, query)} /> };
}

/** The page that shows what was skipped. Throws AdminError `not_found`. */
export async function showBulkResult({ path, list }: BulkActions, { admin, query }: BulkRequest) {
  return { title: list.label, body: <BulkResultView list={list} result={readResult(query.of, path, admin)} /> };
}

type BulkViewProps = { readonly bulk: Pick<BulkActions, 'path' | 'list'>; readonly asked: BulkQuestion };

/**
 * Asks before several lines are changed at once. It shows their names, what is active there, and which lines would be
 * skipped. For a single line, the question contains its name.
 */
export function BulkView({ bulk: { path, list }, asked: { action, plan, isCut, words, proof } }: BulkViewProps) {
  const { changes, skipped } = plan;
  if (words === null) return <Nothing list={list} skipped={skipped} />;
  const [first] = changes;
  const only = changes.length === 1 && first !== undefined ? first.name : null;
  const title = only === null ? words.title(formatNumber(changes.length)) : texts.one[action](only);
  const href = lastAddress(list.path);
  const hidden = { [bulkFields.action]: action, [bulkFields.back]: href, [bulkFields.cut]: isCut ? '1' : '' };
  return (
    <>
      <PageHeader
        title={title}
        description={only === null ? words.text : words.textOfOne}
        parent={{ label: list.label, href }}
      />
      {isCut && <Notice tone="warning" title={texts.cut(formatNumber(maximumBulk))} />}
      <AdminForm action={`${path}/submit`} label={title} proof={proof}>
        {Object.entries(hidden).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Ids name={bulkFields.ids} lines={changes} />
        {changes.map(({ id, version }) => {
          return version && <input key={id} type="hidden" name={bulkFields.seen} value={`${version} ${id}`} />;
        })}
        <Ids name={bulkFields.skipped} lines={skipped} />
        <Panel>
          <div className="grid gap-4">
            {words.live && <p className="text-sm">{words.live}</p>}
            <RiskList risks={words.risks ?? []} />
            {only === null && <Names lines={changes} />}
            {skipped.length > 0 && <p className="text-sm">{texts.skips(formatNumber(skipped.length))}</p>}
            {action === 'delete' && (
              <TextField
                name={bulkFields.typed}
                label={texts.typed(String(changes.length))}
                required
                className="max-w-60"
              />
            )}
            <ReasonField {...(words.note !== undefined && { help: words.note })} />
            <SubmitOrCancel
              submit={only === null ? words.button : texts.actions[action]}
              variant={givesBack.has(action) ? 'primary' : 'danger'}
              backHref={href}
            />
          </div>
        </Panel>
      </AdminForm>
      <SkippedLines skipped={skipped} list={list} />
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

type ListProps = { readonly list: BulkActions['list'] };

function Nothing({ list, skipped }: ListProps & Pick<BulkPlan, 'skipped'>) {
  const title = skipped.length === 0 ? texts.nothing : texts.noChange;
  const href = lastAddress(list.path);
  return (
    <>
      <PageHeader title={title} parent={{ label: list.label, href }} />
      <EmptyState title={title} {...(skipped.length === 0 && { text: texts.nothingText })}>
        <ButtonLink href={href}>{texts.back}</ButtonLink>
      </EmptyState>
      <SkippedLines skipped={skipped} list={list} />
    </>
  );
}

/** The lines that were changed, and those that were skipped. */
export function BulkResultView({ list, result }: ListProps & { readonly result: ToldResult }) {
  const { action, changed, skipped, more, isCut } = result;
  const done = texts.done[action](formatNumber(changed));
  const href = lastAddress(list.path);
  return (
    <>
      <PageHeader
        title={texts.result(done, formatNumber(skipped.length + more))}
        parent={{ label: list.label, href }}
      />
      {isCut && <Notice tone="warning" title={texts.doneOfMore(done)} />}
      <SkippedLines skipped={skipped} more={more} list={list} />
      <div>
        <ButtonLink href={href}>{texts.back}</ButtonLink>
      </div>
    </>
  );
}

type SkippedLinesProps = ListProps & {
  readonly skipped: readonly Skipped[];
  /** How many more were skipped besides these. */
  readonly more?: number;
};

/** The lines that an action skipped, with the reason. */
function SkippedLines({ skipped, more = 0, list }: SkippedLinesProps) {
  if (skipped.length + more === 0) return null;
  return (
    <section className="grid min-w-0 gap-3">
      <h2 className="font-semibold">{texts.skipped}</h2>
      {skipped.length > 0 && (
        <ListTable caption={texts.skipped} columns={columnsWith(list.hrefOf)} lines={skipped} keyOf={({ id }) => id} />
      )}
      {more > 0 && <p className="text-muted-foreground text-sm">{texts.more(formatNumber(more))}</p>}
    </section>
  );
}

function columnsWith(hrefOf: (id: string) => string): readonly Column<Skipped>[] {
  return [
    {
      label: texts.columns.name,
      phone: 'name',
      className: '[overflow-wrap:anywhere]',
      cell: ({ id, name, reason }) =>
        reason === 'gone' ? (
          <Name>{name}</Name>
        ) : (
          <a href={hrefOf(id)} className="underline underline-offset-4">
            <Name>{name}</Name>
          </a>
        ),
    },
    {
      label: texts.columns.reason,
      phone: 'fact',
      isPlain: true,
      cell: ({ reason }) => reasonText(reason),
    },
  ];
}
