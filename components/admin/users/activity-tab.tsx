import { eventsPath } from '#lib/admin/audit/feature';
import type { AuditEntry } from '#lib/admin/audit/read';
import type { UserFacts } from '#lib/admin/users/read-user';
import { adminTexts } from '#lib/i18n/admin/texts';
import { ButtonLink } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { AuditTable } from '../audit-table';

type ActivityTabProps = { readonly user: UserFacts; readonly events: readonly AuditEntry[] };

/** The audit events about an account, and a link to those of the person. */
export function ActivityTab({ user, events }: ActivityTabProps) {
  const texts = adminTexts.users.activity;
  const sub = encodeURIComponent(user.sub);
  return (
    <>
      {events.length === 0 ? <EmptyState title={texts.empty} text={texts.emptyText} /> : <AuditTable events={events} />}
      <nav className="flex flex-wrap gap-2" aria-label={texts.all}>
        <ButtonLink href={eventsPath({ target: sub })}>{texts.all}</ButtonLink>
        <ButtonLink href={eventsPath({ actor: sub })}>{texts.by}</ButtonLink>
      </nav>
    </>
  );
}
