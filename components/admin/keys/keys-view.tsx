import { ButtonLink } from '#components/ui/button';
import { Panel } from '#components/ui/panel';
import { keyPath } from '#lib/admin/keys/key-path';
import type { KeyGroup, KeyLine, KeysOverview } from '#lib/admin/keys/keys';
import { adminTexts } from '#lib/i18n/admin/texts';
import { CopyButton } from '../copy-button';
import { Moment } from '../moment';
import { PageHeader } from '../page-header';

type KeysViewProps = { readonly overview: KeysOverview; readonly isOwner: boolean };

/** The signing keys, each with its phase and the time of the next one. */
export function KeysView({ overview: { groups, jwksUri }, isOwner }: KeysViewProps) {
  const texts = adminTexts.keys;
  return (
    <>
      <PageHeader
        title={texts.title}
        description={texts.description}
        actions={
          isOwner && (
            <ButtonLink href="/admin/keys/rotate" variant="primary">
              {texts.rotate.link}
            </ButtonLink>
          )
        }
      />
      {!isOwner && <p className="text-muted-foreground text-sm">{texts.ownersOnly}</p>}
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
  const texts = adminTexts.keys;
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
        <CopyButton text={kid} label={adminTexts.keys.copy} />
      </span>
      {isOwner && <KeyMenu kid={kid} />}
      <p className="col-span-2 text-muted-foreground text-xs">
        <Times line={line} />
      </p>
    </div>
  );
}

function Times({ line: { use, phase, activatesAt, retiresAt, expiresAt } }: { readonly line: KeyLine }) {
  const texts = adminTexts.keys.times[use];
  if (phase === 'retired') {
    return (
      expiresAt && (
        <>
          {texts.lasts} <Moment at={expiresAt} />
        </>
      )
    );
  }
  return (
    <>
      {phase === 'announced' ? texts.from : texts.since} <Moment at={activatesAt} />
      {retiresAt && (
        <>
          {' '}
          {texts.until} <Moment at={retiresAt} />
        </>
      )}
    </>
  );
}

/** The rare actions on a key. */
function KeyMenu({ kid }: { readonly kid: string }) {
  const texts = adminTexts.keys;
  return (
    <details name="key-menu" className="relative">
      <summary
        aria-label={texts.menu(kid)}
        className="grid size-8 cursor-pointer list-none place-items-center rounded-md hover:bg-muted [&::-webkit-details-marker]:hidden"
      >
        <span aria-hidden="true">⋯</span>
      </summary>
      <div className="absolute end-0 top-full z-10 mt-1 rounded-lg border border-border bg-card p-1 shadow-card">
        <a
          href={keyPath(kid)}
          className="block whitespace-nowrap rounded-md px-3 py-1.5 text-destructive text-sm hover:bg-muted"
        >
          {texts.revokeLink}
        </a>
      </div>
    </details>
  );
}
