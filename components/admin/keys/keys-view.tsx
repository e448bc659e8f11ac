import { Badge } from '#components/ui/badge';
import { ButtonLink } from '#components/ui/button';
import { Panel } from '#components/ui/panel';
import { actionProofs } from '#lib/admin/access/action-proofs';
import type { AdminAction } from '#lib/admin/action-state';
import type { KeyGroup, KeyLine, KeysOverview } from '#lib/admin/keys/keys';
import { adminTexts } from '#lib/i18n/admin/texts';
import { CopyButton } from '../copy-button';
import { ActionForm } from '../form/action-form';
import { SubmitButton } from '../form/submit-button';
import { type Column, ListTable } from '../list/list-table';
import { Moment } from '../moment';
import { PageHeader } from '../page-header';
import { ReasonField } from '../users/reason-field';

type KeysViewProps = {
  readonly overview: KeysOverview;
  readonly isOwner: boolean;
  readonly action: AdminAction;
  readonly csrf: string;
};

/** The signing keys, and what they do when. */
export function KeysView({ overview, isOwner, action, csrf }: KeysViewProps) {
  const texts = adminTexts.keys;
  return (
    <>
      <PageHeader title={texts.title} description={texts.description} />
      {overview.groups.map((group) => (
        <div key={group.alg} className="grid gap-3">
          <h2 className="font-semibold">{texts.group(group.alg, group.clients)}</h2>
          <Timeline keys={group.keys} />
          <KeyTable group={group} isOwner={isOwner} />
        </div>
      ))}
      <Panel title={texts.jwks} description={texts.jwksHelp}>
        <p className="flex flex-wrap items-center gap-2 text-sm">
          <a href={overview.jwksUri} className="break-all underline underline-offset-4">
            {overview.jwksUri}
          </a>
          <CopyButton text={overview.jwksUri} label={texts.jwks} />
        </p>
      </Panel>
      <Panel title={texts.rotate.title} description={texts.rotate.text(overview.announceSeconds / 60)}>
        {isOwner ? <Rotate isRotating={overview.isRotating} action={action} csrf={csrf} /> : texts.rotate.ownersOnly}
      </Panel>
    </>
  );
}

type RotateProps = Pick<KeysViewProps, 'action' | 'csrf'> & { readonly isRotating: boolean };

function Rotate({ isRotating, action, csrf }: RotateProps) {
  const texts = adminTexts.keys.rotate;
  if (isRotating) return <p className="text-sm">{texts.under}</p>;
  return (
    <ActionForm action={action} csrf={csrf} proof={actionProofs.keys.rotate} label={texts.title}>
      <ReasonField />
      <div>
        <SubmitButton>{texts.submit}</SubmitButton>
      </div>
    </ActionForm>
  );
}

const phases = ['announced', 'active', 'retired'] as const;

/** Next → Current → Previous: a strip that says the same as the table below it. */
function Timeline({ keys }: { readonly keys: readonly KeyLine[] }) {
  const texts = adminTexts.keys;
  return (
    <ol className="grid gap-2 sm:grid-cols-3">
      {phases.map((phase) => {
        const found = keys.filter((key) => key.phase === phase);
        const [key] = found;
        const isCurrent = phase === 'active';
        return (
          <li
            key={phase}
            className={`grid gap-1 rounded-lg border px-4 py-3 text-sm ${isCurrent ? 'border-success/40 bg-success-soft' : 'border-border bg-card'}`}
          >
            <span className="font-semibold">{texts.phases[phase]}</span>
            {key === undefined ? (
              <span className="text-muted-foreground">{texts.none}</span>
            ) : (
              <>
                <code className="truncate text-xs" title={key.kid}>
                  {key.kid}
                </code>
                <span className="text-muted-foreground text-xs">
                  {phase === 'retired' ? texts.columns.expires : texts.columns.from}{' '}
                  <MomentOrNone at={phase === 'retired' ? key.expiresAt : key.activatesAt} />
                </span>
              </>
            )}
          </li>
        );
      })}
    </ol>
  );
}

function KeyTable({ group, isOwner }: { readonly group: KeyGroup; readonly isOwner: boolean }) {
  const { caption, open } = adminTexts.keys;
  return (
    <ListTable
      caption={caption(group.alg)}
      columns={columns}
      lines={group.keys}
      keyOf={({ kid }) => kid}
      {...(isOwner && {
        menu: ({ kid }: KeyLine) => (
          <ButtonLink href={`/admin/keys/${kid}`} variant="danger" size="small">
            {open}
          </ButtonLink>
        ),
      })}
    />
  );
}

const labels = adminTexts.keys.columns;

const columns: readonly Column<KeyLine>[] = [
  {
    label: labels.kid,
    phone: 'name',
    cell: ({ kid }) => (
      <span className="flex min-w-0 items-center gap-2">
        <code className="max-w-40 truncate text-xs" title={kid}>
          {kid}
        </code>
        <CopyButton text={kid} label={labels.kid} />
      </span>
    ),
  },
  {
    label: labels.phase,
    phone: 'state',
    cell: ({ phase }) => <Badge tone={phase === 'active' ? 'good' : 'neutral'}>{adminTexts.keys.phases[phase]}</Badge>,
  },
  { label: labels.from, phone: 'fact', cell: ({ activatesAt }) => <Moment at={activatesAt} /> },
  { label: labels.until, isWide: true, cell: ({ retiresAt }) => <MomentOrNone at={retiresAt} /> },
  { label: labels.expires, phone: 'fact', cell: ({ expiresAt }) => <MomentOrNone at={expiresAt} /> },
];

function MomentOrNone({ at }: { readonly at: Date | null }) {
  return at === null ? <span className="text-muted-foreground">–</span> : <Moment at={at} />;
}
