import { AdminForm } from '#components/admin/form/admin-form';
import { EntryList } from '#components/admin/list/entry-list';
import { Absent, type Column, EntryName, isDisabled, nameColumn, stateColumn } from '#components/admin/list/list-table';
import { Moment } from '#components/admin/moment';
import { Button } from '#components/ui/button';
import { Icon } from '#components/ui/icon';
import { ProviderMark } from '#components/ui/provider-mark';
import { formatNumber } from '#lib/i18n/admin/format';
import { adminTexts } from '#lib/i18n/admin/texts';
import { providerPath } from '../../entries/entry-path';
import { answeredForm } from '../../form-state';
import type { ListAddress } from '../../query';
import { requestPath } from '../../requests/feature';
import { providerForms } from '../actions';
import { failuresPath, fixPath, groupsPath, leftOutPath, signInsPath } from '../feature';
import type { ProviderHealth } from '../health';
import type { ProviderFace, ProviderLine, ProviderPage } from '../read';
import { texts } from '../texts';
import { PresetCards } from './new';

type ProviderListViewProps = {
  readonly address: ListAddress;
  readonly q: string | null;
  readonly page: ProviderPage;
  readonly mayEdit: boolean;
};

/** The list of providers. Without any provider it shows the gallery instead. */
export function ProviderListView({ address, q, page, mayEdit }: ProviderListViewProps) {
  const isOrdered = mayEdit && q === null;
  return (
    <>
      <EntryList
        address={address}
        texts={texts}
        mayEdit={mayEdit}
        page={page}
        search={{ label: list.search, value: q }}
        columns={columns}
        keyOf={({ name }) => name}
        isMuted={isDisabled}
        {...(isOrdered && {
          menu: ({ name }: ProviderLine) => <Order name={name} page={page} />,
        })}
        first={<PresetCards />}
      />
      {isOrdered && <DroppedOrder />}
      {page.isSample && <p className="text-muted-foreground text-sm">{usage.dayLabel + usage.sample}</p>}
    </>
  );
}

const { list, types, usage } = texts;
const domainsShown = 3;

const columns: readonly Column<ProviderLine>[] = [
  {
    label: list.columns.name,
    phone: 'name',
    className: nameColumn,
    cell: ({ name, displayName, brand, logo }) => (
      <span className="flex items-start gap-3">
        <span className="pointer-coarse:mt-2.5">
          <ProviderMark name={displayName} brand={brand} logo={logo} />
        </span>
        <span className="min-w-0">
          <EntryName href={providerPath(name)} name={displayName} id={name} />
        </span>
      </span>
    ),
  },
  { label: list.columns.type, isWide: true, className: 'whitespace-nowrap', cell: ({ type }) => types[type] },
  {
    label: list.columns.domains,
    isWide: true,
    cell: ({ domains }) => {
      if (domains.length === 0) return <Absent text={list.noDomain} />;
      const more = domains.length - domainsShown;
      return (
        <>
          {domains.slice(0, domainsShown).map((domain) => (
            <span key={domain} className="block break-all">
              {domain}
            </span>
          ))}
          {more > 0 && <span className="text-muted-foreground">{list.moreDomains(more)}</span>}
        </>
      );
    },
  },
  { label: list.columns.people, phone: 'fact', isNumber: true, cell: ({ people }) => formatNumber(people) },
  {
    label: list.columns.last,
    phone: 'fact',
    cell: ({ lastSignIn }) => (lastSignIn === null ? adminTexts.shell.never : <Moment at={lastSignIn} />),
  },
  {
    label: list.columns.day,
    className: 'min-w-48 tabular-nums',
    cell: ({ name, health: { succeeded, failed, lastFailure, leftOut, groups } }) => (
      <>
        {usage.succeeded(succeeded)}, {usage.failed(failed)}
        {lastFailure && (
          <span className="block max-w-80 break-words text-muted-foreground text-xs">
            {usage.lastFailure} <LastFailure failure={lastFailure} />
          </span>
        )}
        {leftOut && (
          <span className="block max-w-80 break-words text-muted-foreground text-xs">
            <LeftOut name={name} leftOut={leftOut} />
          </span>
        )}
        {groups && (
          <span className="block max-w-80 break-words text-muted-foreground text-xs">
            <IncompleteGroups name={name} groups={groups} />
          </span>
        )}
      </>
    ),
  },
  stateColumn,
];

const words = texts.list;

type OrderProps = { readonly name: string; readonly page: Pick<ProviderPage, 'lines'> };

/** Moves a provider up or down, with buttons, or by dragging with browser/reorder.ts. */
function Order({ name, page: { lines } }: OrderProps) {
  const place = lines.findIndex((line) => line.name === name);
  const [above, own, below] = [lines[place - 1], lines[place], lines[place + 1]];
  if (own === undefined) return null;
  return (
    <div className="flex items-center justify-end">
      {above && <Move order={[own.name, above.name]} label={words.up(own.displayName)} isUp />}
      {below && <Move order={[below.name, own.name]} label={words.down(own.displayName)} />}
      <span
        hidden
        data-drag={own.name}
        title={words.drag}
        aria-hidden="true"
        className="cursor-grab touch-none select-none px-1.5 py-1 text-muted-foreground data-dragging:cursor-grabbing"
      >
        <Icon name="grip" />
      </span>
    </div>
  );
}

/** The form that browser/reorder.ts sends after a line was dropped. It is seen only with its problem. */
export function DroppedOrder() {
  const form = providerForms.order.about();
  const state = answeredForm();
  // If two neighbors were exchanged, the button of their line has the problem.
  const isAnswered = state?.address === form.action && state.values.order?.[0]?.split(' ').length !== 2;
  return (
    <AdminForm {...form} label={words.order} className={isAnswered ? 'grid' : 'hidden'}>
      <input type="hidden" name="order" data-order />
    </AdminForm>
  );
}

type MoveProps = {
  /** The two neighbors in their new order. */
  readonly order: readonly string[];
  readonly label: string;
  readonly isUp?: boolean;
};

function Move({ order, label, isUp = false }: MoveProps) {
  return (
    <AdminForm {...providerForms.order.about()} hidden={{ order: order.join(' ') }} label={label} className="grid">
      <Button variant="quiet" size="small" aria-label={label} title={label}>
        <svg viewBox="0 0 16 16" aria-hidden="true" className="size-4 fill-none stroke-current">
          <path d={isUp ? 'M8 13V3M4 7l4-4 4 4' : 'M8 3v10M4 9l4 4 4-4'} strokeWidth="1.5" />
        </svg>
      </Button>
    </AdminForm>
  );
}

type DayLineProps = Pick<ProviderFace, 'name' | 'day'>;

/** The last 24 hours at a provider: each count with a link to what it counts, and a way to fix the last problem. */
export function DayLine({ name, day: { health, isSample } }: DayLineProps) {
  const words = texts.usage;
  const { succeeded, failed, lastFailure, leftOut, groups } = health;
  const fix = lastFailure && fixPath(name, lastFailure.problem);
  return (
    <>
      {words.dayLabel}: <Counted href={signInsPath(name)} count={succeeded} text={words.succeeded(succeeded)} />
      {', '}
      <Counted href={failuresPath(name)} count={failed} text={words.failed(failed)} />
      {isSample && words.sample}
      {lastFailure && (
        <>
          <span aria-hidden="true"> · </span>
          {words.lastFailure} <LastFailure failure={lastFailure} />{' '}
          {fix && (
            <a href={fix} className="font-medium text-foreground underline underline-offset-4">
              {adminTexts.shell.detail.fix}
            </a>
          )}
        </>
      )}
      {leftOut && (
        <>
          <span aria-hidden="true"> · </span>
          <LeftOut name={name} leftOut={leftOut} />
        </>
      )}
      {groups && (
        <>
          <span aria-hidden="true"> · </span>
          <IncompleteGroups name={name} groups={groups} />
        </>
      )}
    </>
  );
}

type CountedProps = { readonly href: string; readonly count: number; readonly text: string };

function Counted({ href, count, text }: CountedProps) {
  if (count === 0) return text;
  return (
    <a href={href} className="underline underline-offset-4">
      {text}
    </a>
  );
}

type LastFailureProps = { readonly failure: NonNullable<ProviderHealth['lastFailure']> };

/** The last failed sign-in at a provider: its time, its reason and a link to its explanation. */
function LastFailure({ failure: { at, problem, reason, reference } }: LastFailureProps) {
  return (
    <>
      <Moment at={at} />:{' '}
      <a href={requestPath(reference)} className="underline underline-offset-4">
        {texts.usage.problems[problem]}
      </a>
      {reason !== null && ` (${reason})`}
    </>
  );
}

type LeftOutProps = { readonly name: string; readonly leftOut: NonNullable<ProviderHealth['leftOut']> };

/** The claims of the last sign-in that an account had no room for, with a link to all such sign-ins of the day. */
function LeftOut({ name, leftOut: { at, claims } }: LeftOutProps) {
  return (
    <>
      <a href={leftOutPath(name)} className="underline underline-offset-4">
        {texts.usage.leftOut}
      </a>{' '}
      <Moment at={at} />: {claims.join(', ')}
    </>
  );
}

type IncompleteGroupsProps = { readonly name: string; readonly groups: NonNullable<ProviderHealth['groups']> };

/** Why groups of the last such sign-in were not taken over, with a link to all of the day. */
function IncompleteGroups({ name, groups: { at, problem } }: IncompleteGroupsProps) {
  return (
    <>
      <a href={groupsPath(name)} className="underline underline-offset-4">
        {texts.usage.groups[problem]}
      </a>{' '}
      <code>{problem}</code> <Moment at={at} />
    </>
  );
}
