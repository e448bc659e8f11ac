import type { ReactNode } from 'react';
import { EntryDanger } from '#components/admin/entries/entry-danger';
import { EntryEvents } from '#components/admin/entries/entry-events';
import type { EntryHead } from '#components/admin/entries/entry-frame';
import { EntryHistory } from '#components/admin/entries/entry-history';
import { eventsPath } from '#lib/admin/audit/feature';
import { canEdit } from '#lib/admin/clients/client-choices';
import { entryForm } from '#lib/admin/entries/entry-forms';
import { readEntryHistory } from '#lib/admin/entries/read-entry-history';
import { findActorPaths } from '#lib/admin/find-actor-paths';
import { texts as historyTexts } from '#lib/admin/history/texts';
import type { AdminRequest } from '#lib/next/admin-page';
import { type AskedEntry, actionsOf, type EntryFace, inFrame, namesOf, openEntry, type Page } from './entry-face';

/** A tab of an entry. The buttons to disable the entry are below its settings. */
export function entryPage<Detail extends { readonly version: string }>(
  face: EntryFace<Detail>,
  name: string,
  content: (asked: AskedEntry<Detail>) => ReactNode | Promise<ReactNode>,
) {
  return async (request: AdminRequest): Promise<Page> => {
    const { admin } = request;
    const opened = await openEntry(face, request);
    const { detail, head } = opened;
    const mayEdit = canEdit(admin);
    const target = entryForm(face.section, Object.hasOwn(face.section.tabs, name) ? name : 'settings').about(
      namesOf(face, head),
    );
    // The preview and the links to fields on other pages need to know what the form is about.
    const about = { section: face.section.section.name, ...namesOf(face, head), tab: name };
    const form = { ...target, hidden: { ...about, version: detail.version }, canEdit: mayEdit };
    const asked = { ...request, detail, mayEdit, form };
    const body = (
      <>
        {face.banner?.(asked)}
        {await content(asked)}
        {name === 'settings' && mayEdit && danger(face, head)}
      </>
    );
    const isNamed = name !== 'settings' || face.isFirstNamed === true;
    const title = isNamed ? `${head.title}: ${face.tabs?.pages[name]}` : head.title;
    const frame = { ...opened, page: name, actions: actionsOf(face, opened, mayEdit) };
    return { title, body: inFrame(face, frame, body) };
  };
}

/** The usage, the history and the events of an entry. */
export function activityPage<Detail extends { readonly version: string }>(
  face: EntryFace<Detail>,
  usage: (asked: AskedEntry<Detail>) => Promise<ReactNode>,
) {
  return entryPage(face, 'activity', async (asked) => {
    const { key } = face.head(asked.detail);
    const history = await readEntryHistory(asked.admin, { section: face.section.section.name, key });
    const authors = await findActorPaths(
      asked.admin,
      history.revisions.map(({ actor }) => actor),
    );
    return (
      <>
        {await usage(asked)}
        <EntryHistory revisions={history.revisions} authors={authors} />
        <EntryEvents texts={historyTexts.entry} events={history.events} href={eventsPath({ target: key })} />
      </>
    );
  });
}

function danger<Detail extends { readonly version: string }>(
  { section, guarded }: EntryFace<Detail>,
  head: EntryHead,
): ReactNode {
  if (guarded === undefined) return null;
  return (
    <EntryDanger
      enabled={head.enabled}
      texts={guarded.texts.danger}
      disableHref={section.path(head.key, 'disable')}
      deleteHref={section.path(head.key, 'delete')}
      enable={entryForm(section, 'enable').about(namesOf({ section }, head))}
    />
  );
}
