import { Button, ButtonLink } from '#components/ui/button';
import { Icon } from '#components/ui/icon';
import { type Period, toLocalTime } from '#lib/admin/local-time';
import type { PickKind } from '#lib/admin/pick/read';
import { addressWith, type ListAddress } from '#lib/admin/query';
import { formatPeriod } from '#lib/i18n/admin/format';
import { adminTexts } from '#lib/i18n/admin/texts';
import { timeView } from '../page-facts';
import { PickerList } from '../pick/picker';
import { HiddenQuery } from './export-button';

/** A filter of a list. */
export type ListFilter = {
  /** The parameter of the address. */
  readonly name: string;
  readonly label: string;
  /** The value in the address, or null. */
  readonly value: string | null;
  /** The options. Without them the filter is a text input. */
  readonly options?: readonly (readonly [value: string, label: string])[];
  /** The value that applies without one in the address. Such a filter can be changed but not removed. */
  readonly fallback?: string;
  readonly placeholder?: string;
  /** The filter takes the name of such an object, and a script lists the matches. */
  readonly pick?: PickKind;
  /** How the value is shown, if it is shown as another text. */
  readonly told?: string | null;
  /** More exact parameters of the same filter, which are removed with it. */
  readonly with?: readonly string[];
  /** A period that can be typed instead of choosing an option, in a time zone. Empty where it is open. */
  readonly between?: { readonly from: string; readonly to: string; readonly zone: string };
};

export type ListSearch = { readonly label: string; readonly value: string | null; readonly maxLength?: number };

type ListToolbarProps = {
  readonly address: ListAddress;
  readonly search?: ListSearch | undefined;
  readonly filters: readonly ListFilter[];
};

/** Whether a search or filter narrows the list. */
export function isAsked({ search, filters }: Pick<ListToolbarProps, 'search' | 'filters'>): boolean {
  return (search?.value ?? null) !== null || filters.some(isSet);
}

function isSet({ value, fallback }: ListFilter): boolean {
  return value !== null && value !== fallback;
}

/** The address of a list without its search and filters. The order stays. */
export function withoutConditions({ path, query }: ListAddress, filters: readonly ListFilter[]): string {
  const gone = ['q', 'after', 'before', ...filters.flatMap((filter) => [filter.name, ...(filter.with ?? [])])];
  return addressWith(path, query, Object.fromEntries(gone.map((name) => [name, null])));
}

/**
 * The search and filters of a list: the search, the filters in a box, and the active ones, each with a way to remove
 * it.
 */
export function ListToolbar({ address, search, filters }: ListToolbarProps) {
  const texts = adminTexts.shell.list;
  const chosen = filters.filter((filter) => isSet(filter) || filter.fallback !== undefined);
  return (
    <div className="grid min-w-0 gap-2">
      <form
        method="get"
        action={address.path}
        aria-label={texts.conditions}
        data-submit-on-change
        className="flex min-w-0 flex-wrap items-center gap-2"
      >
        <HiddenQuery
          query={address.query}
          except={[
            'after',
            'before',
            'q',
            ...filters.flatMap((filter) => [filter.name, ...(filter.between ? ['from', 'to'] : [])]),
          ]}
        />
        {search && (
          <input
            type="search"
            name="q"
            aria-label={search.label}
            placeholder={search.label}
            defaultValue={search.value ?? ''}
            maxLength={search.maxLength ?? 200}
            autoComplete="off"
            spellCheck={false}
            dir="auto"
            className={`${box} min-w-0 grow basis-full sm:max-w-96 sm:basis-56`}
          />
        )}
        {filters.length > 0 && <Filters filters={filters} />}
        <Button data-apply>{texts.apply}</Button>
      </form>
      {chosen.length > 0 && (
        <ul aria-label={texts.chosen} className="flex flex-wrap items-center gap-2">
          {chosen.map((filter) => (
            <li key={filter.name}>
              <Chip filter={filter} address={address} />
            </li>
          ))}
          {chosen.some(isSet) && (
            <li>
              <ButtonLink href={withoutConditions(address, filters)} variant="quiet" size="small">
                {texts.clearAll}
              </ButtonLink>
            </li>
          )}
        </ul>
      )}
    </div>
  );
}

const box = 'min-h-8 rounded-md border border-input bg-card px-2.5 py-1 text-foreground text-sm';

function Filters({ filters }: Pick<ListToolbarProps, 'filters'>) {
  const texts = adminTexts.shell.list;
  return (
    <>
      <Button type="button" popoverTarget="filters" aria-haspopup="dialog">
        + {texts.filter}
      </Button>
      <section
        id="filters"
        popover="auto"
        aria-label={texts.filters}
        className="anchored max-h-[calc(100dvh-4rem)] w-80 max-w-[calc(100vw-2rem)] overflow-y-auto rounded-lg border border-border bg-card p-4 text-foreground shadow-card"
      >
        <div className="grid gap-3">
          {filters.map((filter) => (
            <Filter key={filter.name} filter={filter} />
          ))}
          <Button>{texts.apply}</Button>
        </div>
      </section>
    </>
  );
}

function Filter({ filter }: { readonly filter: ListFilter }) {
  const { name, label, value, options, fallback, placeholder, pick } = filter;
  const common = { id: `filter-${name}`, name, defaultValue: value ?? '', className: `${box} min-w-0` };
  return (
    <div className="grid gap-1">
      <label htmlFor={common.id} className="text-muted-foreground text-xs">
        {label}
      </label>
      {options === undefined ? (
        <div className="grid" data-picker={pick && `/admin/pick/${pick}`}>
          <input {...common} placeholder={placeholder} maxLength={200} autoComplete="off" spellCheck={false} />
          {pick && <PickerList id={common.id} isBelow />}
        </div>
      ) : (
        <select {...common}>
          {fallback === undefined && <option value="">{adminTexts.shell.list.any}</option>}
          {options.map(([option, text]) => (
            <option key={option} value={option}>
              {text}
            </option>
          ))}
        </select>
      )}
      {filter.between && <Between {...filter.between} />}
    </div>
  );
}

function Between({ from, to, zone }: NonNullable<ListFilter['between']>) {
  const texts = adminTexts.shell.list;
  const inputs = [
    ['from', texts.from(zone), from],
    ['to', texts.to(zone), to],
  ] as const;
  return inputs.map(([name, label, value]) => (
    <div key={name} className="grid gap-1">
      <label htmlFor={`filter-${name}`} className="text-muted-foreground text-xs">
        {label}
      </label>
      <input
        id={`filter-${name}`}
        type="datetime-local"
        name={name}
        defaultValue={value}
        data-chooses="range=period"
        className={`${box} min-w-0`}
      />
    </div>
  ));
}

function Chip({ filter, address: { path, query } }: { readonly filter: ListFilter; readonly address: ListAddress }) {
  const { name, label, value, options, fallback } = filter;
  const gone = [name, ...(filter.with ?? []), 'after', 'before'];
  const texts = adminTexts.shell.list;
  const shown = value ?? fallback ?? '';
  const told = filter.told ?? options?.find(([option]) => option === shown)?.[1] ?? shown;
  return (
    <span className="inline-flex min-h-7 max-w-full items-center gap-1 rounded-full border border-border bg-muted ps-3 pe-1 text-[0.8125rem]">
      <span className={`min-w-0 truncate ${isSet(filter) ? '' : 'pe-2'}`}>
        {label}: {told}
      </span>
      {isSet(filter) && (
        <a
          href={addressWith(path, query, Object.fromEntries(gone.map((parameter) => [parameter, null])))}
          aria-label={texts.remove(label)}
          className="grid size-6 place-content-center rounded-full hover:bg-card"
        >
          <Icon name="close" className="size-3.5" />
        </a>
      )}
    </span>
  );
}

type PeriodFilter = Period & {
  readonly label: string;
  readonly range: string;
  /** The range that applies without one in the address. */
  readonly fallback: string;
  readonly ranges: Readonly<Record<string, string>>;
  /**
   * Offers to type a period, under this label. The page redirects such an address to one with exact times
   * (addressOfTyped()).
   */
  readonly typed?: string;
};

/** The time filter of a list: one of its ranges, or the period in the address. */
export function periodFilter({ label, range, fallback, ranges, typed, from, to }: PeriodFilter): ListFilter {
  const { zone } = timeView();
  const local = (at: string | null) => (at === null ? '' : toLocalTime(new Date(at), zone));
  const between = typed === undefined ? {} : { between: { from: local(from), to: local(to), zone } };
  const filter = { name: 'range', label, fallback, with: ['from', 'to'], ...between };
  const isPeriod = from !== null || to !== null;
  const named = isPeriod ? formatPeriod({ from, to }, zone) : typed;
  const period = named === undefined ? [] : [['period', named] as const];
  return { ...filter, value: isPeriod ? 'period' : range, options: [...period, ...Object.entries(ranges)] };
}
