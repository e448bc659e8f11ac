import { Moment } from '#components/admin/moment';
import { Name } from '#components/ui/text';
import type { Role } from '#lib/vocabulary/role';
import { groupPath } from '../../entries/entry-path';
import { sourceText } from '../../groups/texts';
import type { ToldReason } from '../read';
import { texts } from '../texts';

const { because } = texts;

/** The names of roles for people. */
export function RoleNames({ names, roles }: { readonly names: readonly string[]; readonly roles: readonly Role[] }) {
  const shown = names.map((name) => roles.find((role) => role.name === name)?.displayName ?? name);
  return <Name>{shown.join(', ')}</Name>;
}

/** Roles as the options of a select. */
export function roleOptions(roles: readonly Role[]) {
  return roles.map(({ name, displayName }) => ({
    value: name,
    label: displayName === null ? name : `${displayName} (${name})`,
  }));
}

type BecauseProps = {
  readonly reasons: readonly ToldReason[];
  /** Everybody may use the client. */
  readonly everyone: boolean;
};

/** What gives access or a role, each with who said so and until when. */
export function Because({ reasons, everyone }: BecauseProps) {
  if (reasons.length === 0) return everyone && because.everyone;
  return (
    <ul className="grid gap-1">
      {reasons.map((reason) => (
        <li key={`${reason.group ?? reason.assignment} ${reason.role} ${reason.source}`}>
          <Reason reason={reason} />
        </li>
      ))}
    </ul>
  );
}

function Reason({ reason: { group, role, source, expiresAt } }: { readonly reason: ToldReason }) {
  return (
    <>
      {group === undefined ? (
        (because.assignment[source] ?? because.request)
      ) : (
        <a href={groupPath(group)} className="underline underline-offset-4">
          <Name>{group}</Name>
        </a>
      )}
      {': '}
      <Name>{role ?? because.access}</Name>
      {group !== undefined && (
        <span className="text-muted-foreground text-xs"> · {because.group(sourceText(source))}</span>
      )}
      {expiresAt !== null && (
        <span className="text-muted-foreground text-xs">
          {' · '}
          {because.until} <Moment at={expiresAt} />
        </span>
      )}
    </>
  );
}
