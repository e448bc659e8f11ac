import { CopyButton } from '#components/admin/copy-button';
import { RowMenu } from '#components/admin/list/row-menu';
import { Moment } from '#components/admin/moment';
import { PageHeader } from '#components/admin/page-header';
import { ButtonLink } from '#components/ui/button';
import { IconShapes } from '#components/ui/icon';
import { Panel } from '#components/ui/panel';
import { isPermitted } from '../access/permission';
import type { AreaPages } from '../kit/view';
import { keyActions, revokeKey, rotateKeys } from './actions';
import { type KeyGroup, type KeyLine, type KeysOverview, readKeys } from './read';
import { texts } from './texts';

export const keyPages: AreaPages = {
  section: 'keys',
  actions: keyActions,
  pages: [
    {
      path: 'keys',
      permission: 'read',
      render: async ({ admin }) => {
        const isOwner = isPermitted(admin.principal.role, 'own');
        return { title: texts.title, body: <KeysView overview={await readKeys(admin)} isOwner={isOwner} /> };
      },
    },
    { path: 'keys/[kid]', leadsTo: 'keys/[kid]/revoke' },
  ],
};

type KeysViewProps = { readonly overview: KeysOverview; readonly isOwner: boolean };

/** The signing keys, each with its phase and the time of the next one. */
function KeysView({ overview: { groups, jwksUri }, isOwner }: KeysViewProps) {
  return (
    <>
      <PageHeader
        title={texts.title}
        description={texts.description}
        actions={
          isOwner && (
            <ButtonLink href={rotateKeys.addressOf()} variant="primary">
              {rotateKeys.link}
            </ButtonLink>
          )
        }
      />
      {!isOwner && <p className="text-muted-foreground text-sm">{texts.ownersOnly}</p>}
      <IconShapes names={['more']} />
      <ul className="grid gap-4" aria-label={texts.list}>
        {groups.map((group) => (
          <Algorithm key={group.alg} group={group} isOwner={isOwner} />
        ))}
      </ul>
      <Panel title={texts.jwks} description={texts.jwksHelp}>
        <p className="flex flex-wrap items-center gap-2 text-sm">
          <a href={jwksUri} className="break-all underline underline-offset-4">
            {jwksUri}
          </a>
          <CopyButton text={jwksUri} label={texts.jwks} />
        </p>
      </Panel>
    </>
  );
}

/** The phases of a key, from left to right. */
const phases = ['announced', 'active', 'retired'] as const;

type AlgorithmProps = { readonly group: KeyGroup; readonly isOwner: boolean };

/** An algorithm with its keys: Next → Current → Previous. */
function Algorithm({ group: { alg, clients, keys }, isOwner }: AlgorithmProps) {
  return (
    <li className="grid rounded-lg border border-border bg-card lg:grid-cols-[10rem_repeat(3,minmax(0,1fr))]">
      <div className="grid content-start gap-1 px-4 py-3">
        <h2 className="font-semibold">{alg}</h2>
        <p className="text-muted-foreground text-xs">{texts.used(clients)}</p>
      </div>
      {phases.map((phase) => {
        const found = keys.filter((key) => key.phase === phase);
        return (
          <div
            key={phase}
            className={`grid content-start gap-2 border-border border-t px-4 py-3 text-sm lg:border-s lg:border-t-0 ${phase === 'active' ? 'bg-success-soft' : ''}`}
          >
            <h3 className="font-medium text-muted-foreground text-xs">{texts.phases[phase]}</h3>
            {found.length === 0 && <p className="text-muted-foreground">{texts.none}</p>}
            {found.map((key) => (
              <Key key={key.kid} line={key} isOwner={isOwner} />
            ))}
          </div>
        );
      })}
    </li>
  );
}

function Key({ line, isOwner }: { readonly line: KeyLine; readonly isOwner: boolean }) {
  const { kid } = line;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-2" data-kid={kid}>
      <span className="flex min-w-0 items-center gap-2">
        <code className="min-w-0 truncate text-xs" title={kid}>
          {kid}
        </code>
        <CopyButton text={kid} label={texts.copy} />
      </span>
      {isOwner && (
        <RowMenu
          id={kid}
          name={kid}
          items={[{ label: revokeKey.link, href: revokeKey.addressOf({ kid }), asks: true }]}
        />
      )}
      <p className="col-span-2 text-muted-foreground text-xs">
        <Times line={line} />
      </p>
    </div>
  );
}

function Times({ line: { use, phase, activatesAt, retiresAt, expiresAt } }: { readonly line: KeyLine }) {
  const words = texts.times[use];
  if (phase === 'retired') {
    return (
      expiresAt && (
        <>
          {words.lasts} <Moment at={expiresAt} />
        </>
      )
    );
  }
  return (
    <>
      {phase === 'announced' ? words.from : words.since} <Moment at={activatesAt} />
      {retiresAt && (
        <>
          {' '}
          {words.until} <Moment at={retiresAt} />
        </>
      )}
    </>
  );
}
