import { Badge } from '#components/ui/badge';
import { Button, ButtonLink } from '#components/ui/button';
import { EmptyState } from '#components/ui/empty-state';
import { Cell, Table } from '#components/ui/table';
import { pathKey } from '#lib/admin/path-key';
import { type UserLine, type UserPage, type UserQuery, userRoles, userStates } from '#lib/admin/users/list-users';
import { formatPeriod } from '#lib/i18n/admin/format-column';
import { adminTexts } from '#lib/i18n/admin/texts';
import { Name } from '../../ui/name';
import { timeView } from '../frame/time-view';
import { ListTotal } from '../list-total';
import { Moment } from '../moment';
import { PageHeader } from '../page-header';

type UsersViewProps = {
  readonly asked: UserQuery;
  readonly page: UserPage;
  /** How many were active, where the address asks for that; else null. */
  readonly total: number | null;
  /** Addresses of other pages of the list; null where there is none. */
  readonly next: string | null;
  readonly first: string | null;
  readonly mayCreate: boolean;
};

/** The people, with what to find them by. */
export function UsersView({ asked, page, total, next, first, mayCreate }: UsersViewProps) {
  const texts = adminTexts.users;
  const create = mayCreate && (
    <ButtonLink href="/admin/users/new" variant="primary">
      {texts.create}
    </ButtonLink>
  );
  return (
    <>
      <PageHeader
        title={texts.title}
        badges={<ListTotal total={total} />}
        description={texts.description}
        actions={create}
      />
      <Filters asked={asked} />
      {page.more && <p className="text-muted-foreground text-sm">{texts.moreFound(page.lines.length)}</p>}
      {page.lines.length === 0 ? <Nobody asked={asked} /> : <UserTable lines={page.lines} />}
      {(next ?? first) && (
        <nav className="flex gap-2" aria-label={texts.caption}>
          {first && <ButtonLink href={first}>{texts.first}</ButtonLink>}
          {next && <ButtonLink href={next}>{texts.next}</ButtonLink>}
        </nav>
      )}
    </>
  );
}

function Nobody({ asked }: { readonly asked: UserQuery }) {
  const texts = adminTexts.users;
  const isFiltered = Object.values(asked).some((value) => value !== null);
  if (!isFiltered) return <EmptyState title={texts.empty} text={texts.emptyText} />;
  return (
    <EmptyState title={texts.noResult} text={texts.noResultText}>
      <ButtonLink href="/admin/users">{texts.filters.clear}</ButtonLink>
    </EmptyState>
  );
}

function UserTable({ lines }: { readonly lines: readonly UserLine[] }) {
  const texts = adminTexts.users;
  const { user, email, state, role, lastSignIn, created } = texts.columns;
  return (
    <Table caption={texts.caption} head={[user, email, state, role, lastSignIn, created]}>
      {lines.map((line) => (
        <tr key={line.sub}>
          <Cell heading className="min-w-40 break-words">
            <a href={`/admin/users/${pathKey(line.sub)}`} className="underline underline-offset-4" dir="auto">
              <Name>{line.username}</Name>
            </a>
            {line.name && (
              <span className="block font-normal text-muted-foreground" dir="auto">
                <Name>{line.name}</Name>
              </span>
            )}
          </Cell>
          <Cell>{line.email && <Name>{line.email}</Name>}</Cell>
          <Cell>
            <StateBadge enabled={line.enabled} />
          </Cell>
          <Cell>{line.role && <Badge>{texts.roles[line.role]}</Badge>}</Cell>
          <Cell>
            {line.lastSignInAt ? (
              <Moment at={line.lastSignInAt} />
            ) : (
              <span className="text-muted-foreground">{adminTexts.shell.never}</span>
            )}
          </Cell>
          <Cell>
            <Moment at={line.createdAt} />
          </Cell>
        </tr>
      ))}
    </Table>
  );
}

/** Whether somebody may sign in. */
export function StateBadge({ enabled }: { readonly enabled: boolean }) {
  const texts = adminTexts.users.states;
  return <Badge tone={enabled ? 'good' : 'bad'}>{enabled ? texts.enabled : texts.disabled}</Badge>;
}

const box = 'min-h-9 rounded-lg border border-input bg-card px-2.5 py-1 text-foreground text-sm';

function Filters({ asked }: { readonly asked: UserQuery }) {
  const texts = adminTexts.users;
  const { filters } = texts;
  const { zone } = timeView();
  return (
    <form method="get" action="/admin/users" aria-label={filters.label} className="flex flex-wrap items-end gap-3">
      <label className="grid gap-1 text-muted-foreground text-xs">
        {filters.q}
        <input
          type="search"
          name="q"
          defaultValue={asked.q ?? ''}
          className={`${box} w-72 max-w-full`}
          autoComplete="off"
          spellCheck={false}
          dir="auto"
        />
      </label>
      <Choice
        name="state"
        label={filters.state}
        value={asked.state}
        options={[['', filters.anyState], ...userStates.map((state) => [state, texts.states[state]] as const)]}
      />
      <Choice
        name="role"
        label={filters.role}
        value={asked.role}
        options={[['', filters.anyRole], ...userRoles.map((role) => [role, texts.roles[role]] as const)]}
      />
      <Choice
        name="signed_in"
        label={filters.signedIn}
        value={asked.signedIn}
        options={[
          ['', filters.anySignedIn],
          ['never', filters.neverSignedIn],
        ]}
      />
      {asked.activeSince && (
        <Choice
          name="from"
          label={filters.active}
          value={asked.activeSince}
          options={[
            ['', filters.anyActive],
            [asked.activeSince, filters.activeSince(formatPeriod({ from: asked.activeSince, to: null }, zone))],
          ]}
        />
      )}
      <Button variant="primary">{filters.apply}</Button>
      <ButtonLink href="/admin/users" variant="quiet">
        {filters.clear}
      </ButtonLink>
    </form>
  );
}

type ChoiceProps = {
  readonly name: string;
  readonly label: string;
  readonly value: string | null;
  readonly options: readonly (readonly [value: string, label: string])[];
};

function Choice({ name, label, value, options }: ChoiceProps) {
  return (
    <label className="grid gap-1 text-muted-foreground text-xs">
      {label}
      <select name={name} defaultValue={value ?? ''} className={box}>
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
