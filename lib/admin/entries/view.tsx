import type { ReactNode } from 'react';
import { EntryEvents } from '#components/admin/audit-table';
import { Author, authorOf, sourceOf } from '#components/admin/author';
import { DetailHeader, type DetailHeaderProps, type HeaderLink } from '#components/admin/entries/detail-header';
import type { EntryForm } from '#components/admin/entries/settings-form';
import { AdminForm } from '#components/admin/form/admin-form';
import { SubmitButton } from '#components/admin/form/form-end';
import { Moment } from '#components/admin/moment';
import { PageHeader } from '#components/admin/page-header';
import { Badge } from '#components/ui/badge';
import { ButtonLink } from '#components/ui/button';
import { EmptyState, Panel } from '#components/ui/panel';
import { Cell, Table } from '#components/ui/table';
import { TabsNav } from '#components/ui/tabs-nav';
import { Name } from '#components/ui/text';
import { adminTexts } from '#lib/i18n/admin/texts';
import { canEdit } from '../access/permission';
import type { AdminContext } from '../admin-context';
import { eventsPath } from '../audit/feature';
import { type ActorPaths, findActorPaths } from '../find-actor-paths';
import { revisionPath } from '../history/feature';
import { texts as historyTexts } from '../history/texts';
import type { AreaContent, AreaRequest } from '../kit/view';
import type { AdminSection } from './admin-section';
import { entryForm } from './entry-forms';
import { type EntryRevision, readEntryChecks, readEntryHistory } from './read';

/** The common part of every entry: the version that its forms start from (see entryVersion()). */
type EntryDetail = { readonly version: string };

/** The facts about an entry in its frame. */
type EntryHead = Pick<DetailHeaderProps, 'title' | 'icon' | 'mark' | 'kinds' | 'facts' | 'status'> & {
  readonly key: string;
  readonly enabled: boolean;
};

/** The actions that are offered on every page of an entry. */
type EntryActions = { readonly primary?: ReactNode; readonly menu?: readonly HeaderLink[] };

type DangerTexts = Readonly<
  Record<'title' | 'disable' | 'disableText' | 'enable' | 'enableText' | 'delete' | 'deleteText', string>
>;

/** The differences between the entry pages of the sections. */
export type EntryFace<Detail extends EntryDetail = EntryDetail> = {
  readonly section: AdminSection;
  /** The name of the list. */
  readonly title: string;
  /** Throws AdminError `not_found`. */
  readonly read: (admin: AdminContext, key: string | null) => Promise<Detail>;
  readonly head: (detail: Detail) => EntryHead;
  /** The label of the key for copying, or null if the title is the key. */
  readonly idLabel: string | null;
  /** The tabs by their names in the address. */
  readonly tabs: {
    readonly label: string;
    readonly pages: Readonly<Record<string, string>>;
    /** A page that is in the menu instead of a tab. */
    readonly inMenu?: string;
    /** The tabs that do not apply to an entry. */
    readonly omits?: (detail: Detail) => readonly string[];
  };
  /** True if the title of the settings page includes the name of its tab. */
  readonly isFirstNamed?: true;
  /** The actions on every page. */
  readonly actions?: (detail: Detail, mayEdit: boolean) => EntryActions;
  /** The notice above every tab. */
  readonly banner?: (asked: AskedEntry<Detail>) => ReactNode;
  /** How an entry is disabled and deleted. Only for sections that do this in the usual way. */
  readonly guarded?: {
    /** The tab of the page to delete the entry. By default it is outside of the tabs. */
    readonly tab?: string;
    readonly texts: { readonly danger: DangerTexts; readonly remove: { readonly disableFirst: string } };
    /** Who can no longer sign in if it is disabled, or null. */
    readonly warning?: (admin: AdminContext, detail: Detail) => string | null;
    /** Who uses it. */
    readonly usage: (admin: AdminContext, detail: Detail) => Promise<ReactNode>;
  };
};

/** The data of a page of an entry. */
export type AskedEntry<Detail> = AreaRequest & {
  readonly detail: Detail;
  readonly mayEdit: boolean;
  /** The form of a page with settings. */
  readonly form: EntryForm;
};

/** The name of an entry in the addresses of the forms about it. */
export function namesOf({ section }: Pick<EntryFace, 'section'>, { key }: EntryHead): Record<string, string> {
  return { [section.key]: key };
}

/**
 * Reads the entry in the address, and the findings of the checks about it.
 * @throws AdminError `not_found`
 */
export async function openEntry<Detail extends EntryDetail>(face: EntryFace<Detail>, { admin, names }: AreaRequest) {
  const detail = await face.read(admin, names[face.section.key] ?? null);
  const head = face.head(detail);
  return { detail, head, checks: await readEntryChecks(admin, face.section.section, head.key) };
}

export type Opened<Detail extends EntryDetail> = Awaited<ReturnType<typeof openEntry<Detail>>>;

type InFrame<Detail extends EntryDetail> = Opened<Detail> & {
  /** Null on a page that is not a tab. */
  readonly page: string | null;
  readonly actions?: EntryActions;
};

/** The heading and tabs of an entry, around one of its pages. */
export function inFrame<Detail extends EntryDetail>(
  { section, title, tabs, idLabel }: EntryFace<Detail>,
  { detail, head: { key, enabled, ...head }, checks, page, actions = {} }: InFrame<Detail>,
  children: ReactNode,
): ReactNode {
  const omitted = [tabs.inMenu, ...(tabs.omits?.(detail) ?? [])];
  const pages = Object.entries(tabs.pages)
    .filter(([name]) => !omitted.includes(name))
    .map(([name, label]) => ({ label, href: section.path(key, name), current: name === page }));
  return (
    <>
      <DetailHeader
        {...{ ...head, checks, ...actions }}
        parent={{ label: title, href: section.listPath }}
        states={!enabled && <Badge>{adminTexts.shell.states.disabled}</Badge>}
        id={idLabel === null || key === head.title ? null : { label: idLabel, value: key }}
      />
      <TabsNav label={tabs.label} tabs={pages} />
      {children}
    </>
  );
}

/** The actions on an entry. The menu includes Disable and Delete for entries that have both. */
export function actionsOf<Detail extends EntryDetail>(
  { section, actions, guarded }: EntryFace<Detail>,
  { detail, head: { key, enabled } }: Opened<Detail>,
  mayEdit: boolean,
): EntryActions {
  const { primary, menu = [] } = actions?.(detail, mayEdit) ?? {};
  if (guarded === undefined || !mayEdit) return { primary, menu };
  const { disable, enable, delete: remove } = guarded.texts.danger;
  return {
    primary,
    menu: [
      ...menu,
      enabled
        ? { label: disable, href: section.path(key, 'disable'), isDangerous: true, asks: true }
        : { label: `${enable}…`, href: `${section.path(key, 'settings')}#danger` },
      { label: remove, href: section.path(key, 'delete'), isDangerous: true, asks: !enabled },
    ],
  };
}

/** A tab of an entry. The buttons to disable the entry are below its settings. */
export function entryTab<Detail extends EntryDetail>(
  face: EntryFace<Detail>,
  name: string,
  content: (asked: AskedEntry<Detail>) => ReactNode | Promise<ReactNode>,
) {
  return async (request: AreaRequest): Promise<AreaContent> => {
    const { section, guarded } = face;
    const opened = await openEntry(face, request);
    const { detail, head } = opened;
    const mayEdit = canEdit(request.admin);
    const names = namesOf(face, head);
    const target = entryForm(section, Object.hasOwn(section.tabs, name) ? name : 'settings').about(names);
    // The preview and the links to fields on other pages need to know what the form is about.
    const hidden = { section: section.section.name, ...names, tab: name, version: detail.version };
    const asked = { ...request, detail, mayEdit, form: { ...target, hidden, canEdit: mayEdit } };
    const body = (
      <>
        {face.banner?.(asked)}
        {await content(asked)}
        {name === 'settings' && mayEdit && guarded && <Danger {...{ section, head }} texts={guarded.texts.danger} />}
      </>
    );
    const isNamed = name !== 'settings' || face.isFirstNamed === true;
    const title = isNamed ? `${head.title}: ${face.tabs.pages[name]}` : head.title;
    return { title, body: inFrame(face, { ...opened, page: name, actions: actionsOf(face, opened, mayEdit) }, body) };
  };
}

/** The usage, the history and the events of an entry. */
export function activityTab<Detail extends EntryDetail>(
  face: EntryFace<Detail>,
  usage: (asked: AskedEntry<Detail>) => ReactNode | Promise<ReactNode>,
) {
  return entryTab(face, 'activity', async (asked) => {
    const { key } = face.head(asked.detail);
    const { revisions, events } = await readEntryHistory(asked.admin, { section: face.section.section.name, key });
    const authors = await findActorPaths(
      asked.admin,
      revisions.map(({ actor }) => actor),
    );
    return (
      <>
        {await usage(asked)}
        <EntryHistory revisions={revisions} authors={authors} />
        <EntryEvents texts={historyTexts.entry} events={events} href={eventsPath({ target: key })} />
      </>
    );
  });
}

type EntryHistoryProps = {
  readonly revisions: readonly EntryRevision[];
  /** The pages of the people and clients that made them. */
  readonly authors: ActorPaths;
};

/** The revisions that changed one entry. Each shows its differences and can be restored. */
function EntryHistory({ revisions, authors }: EntryHistoryProps) {
  const { columns, revisions: title, noRevisions } = historyTexts.entry;
  return (
    <section className="grid min-w-0 gap-3">
      <h2 className="font-semibold">{title}</h2>
      {revisions.length === 0 ? (
        <EmptyState title={noRevisions} />
      ) : (
        <Table caption={title} head={[columns.revision, columns.change, columns.time, columns.who, columns.reason]}>
          {revisions.map(({ number, at, actor, source, reason, summary }) => (
            <tr key={number}>
              <Cell heading>
                <a href={revisionPath(number)} className="whitespace-nowrap underline underline-offset-4">
                  {historyTexts.revision(number)}
                </a>
              </Cell>
              <Cell className="min-w-40 break-words">
                <Name>{summary}</Name>
              </Cell>
              <Cell>
                <Moment at={at} />
              </Cell>
              <Cell className="break-words">
                {authorOf({ actor }) === null ? sourceOf(source) : <Author actor={actor} paths={authors} />}
              </Cell>
              <Cell className="min-w-40 break-words">{reason}</Cell>
            </tr>
          ))}
        </Table>
      )}
    </section>
  );
}

type DangerProps = { readonly section: AdminSection; readonly head: EntryHead; readonly texts: DangerTexts };

/** Disables an entry first, and deletes it once it is disabled. */
function Danger({ section, head, texts }: DangerProps) {
  if (head.enabled) {
    return (
      <Panel title={texts.title} id="danger">
        <div className="grid justify-items-start gap-3">
          <p className="max-w-prose text-sm">{texts.disableText}</p>
          <p className="max-w-prose text-muted-foreground text-sm">{texts.deleteText}</p>
          <ButtonLink href={section.path(head.key, 'disable')} variant="danger" data-confirm="">
            {texts.disable}
          </ButtonLink>
        </div>
      </Panel>
    );
  }
  const enable = entryForm(section, 'enable').about(namesOf({ section }, head));
  return (
    <Panel title={texts.title} id="danger">
      <AdminForm {...enable} label={texts.title} className="grid gap-3">
        <p className="max-w-prose text-sm">{texts.enableText}</p>
        <div className="flex flex-wrap gap-2">
          <SubmitButton>{texts.enable}</SubmitButton>
          <ButtonLink href={section.path(head.key, 'delete')} variant="danger" data-confirm="">
            {texts.delete}
          </ButtonLink>
        </div>
      </AdminForm>
    </Panel>
  );
}

/** A page that is reached from a list, for example one that creates an entry. */
export function pageBelow(header: Parameters<typeof PageHeader>[0], content: ReactNode): AreaContent {
  const body = (
    <>
      <PageHeader {...header} />
      {content}
    </>
  );
  return { title: header.title, body };
}
