import { ComparisonView } from '#components/admin/comparison-view';
import { Badge } from '#components/ui/badge';
import { ButtonLink } from '#components/ui/button';
import { Panel } from '#components/ui/panel';
import { clientPath, groupPath } from '../../entries/entry-path';
import { userPath } from '../../users/feature';
import type { SimulatedRefusal } from '../explain-refused';
import type { SimulatedNoAccess } from '../simulate';
import { texts } from '../texts';

/** That a person may not use the client, and what would change that. */
export function NoAccess({ client, person, opens, silent }: SimulatedNoAccess) {
  const { title, text, give } = texts.noAccess;
  return (
    <Panel
      title={title}
      description={text(person.username, client.name ?? client.id)}
      actions={<ButtonLink href={userPath(person.sub, 'access')}>{give}</ButtonLink>}
    >
      <Openings opens={opens} clientId={client.id} />
      {silent !== null && <p className="mt-3 text-sm">{texts.noAccess.silent(silent)}</p>}
    </Panel>
  );
}

/** What would give access to a client. */
function Openings({ opens, clientId }: Pick<SimulatedNoAccess, 'opens'> & { readonly clientId: string | null }) {
  const { opens: title, group, role, assignment } = texts.noAccess;
  return (
    <div className="grid gap-1 text-sm">
      <h3 className="font-medium">{title}</h3>
      <ul className="list-disc ps-5">
        {opens.map((one) =>
          'group' in one ? (
            <li key={`group ${one.group}`}>
              <a href={groupPath(one.group)} className="underline underline-offset-4">
                {group(one.group)}
              </a>
            </li>
          ) : (
            <li key={`role ${one.role}`}>{role(one.role)}</li>
          ),
        )}
        <li>
          {clientId === null ? (
            assignment
          ) : (
            <a href={clientPath(clientId, 'people')} className="underline underline-offset-4">
              {assignment}
            </a>
          )}
        </li>
      </ul>
    </div>
  );
}

type RefusalViewProps = { readonly refusal: SimulatedRefusal; readonly title?: string };

/** The error that a client would get, and how to fix it. */
export function RefusalView({ refusal, title = texts.refused }: RefusalViewProps) {
  const { error, description, fix, setting, comparison, goesTo } = refusal;
  return (
    <>
      <Panel
        title={title}
        description={goesTo === null ? texts.toPage : texts.toClient(goesTo)}
        actions={setting?.href && <ButtonLink href={setting.href}>{texts.openSetting}</ButtonLink>}
      >
        <p className="break-words">
          {description} <Badge tone="bad">{error}</Badge>
        </p>
        {fix && <p className="mt-2 max-w-prose text-muted-foreground text-sm">{`${texts.fix}: ${fix}`}</p>}
        {refusal.rule === 'no_access' && <Openings opens={refusal.opens} clientId={null} />}
      </Panel>
      {comparison && (
        <Panel title={texts.comparison}>
          <ComparisonView comparison={comparison} isFixed={false} />
        </Panel>
      )}
    </>
  );
}
