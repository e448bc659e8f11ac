import type { ReactNode } from 'react';
import { DeleteEntryForm } from '#components/admin/entries/delete-entry-form';
import type { EntryHead } from '#components/admin/entries/entry-frame';
import { NewSecretForm } from '#components/admin/new-secret-form';
import { Notice } from '#components/ui/notice';
import { Panel } from '#components/ui/panel';
import { adminTexts } from '#lib/i18n/admin/texts';
import type { AdminRequest } from '#lib/next/admin-page';
import { addSecret, deleteEntry } from '../actions';
import { actionsOf, type EntryFace, inFrame, openEntry, ownerOf, type Page } from './entry-face';

type Face<Detail extends { readonly version: string }> = EntryFace<Detail>;

/** A page of an entry beside its tabs, where one thing is done. */
export function besidePage<Detail extends { readonly version: string }>(
  face: Face<Detail>,
  title: string,
  content: (head: EntryHead, request: AdminRequest) => ReactNode,
) {
  return async (request: AdminRequest): Promise<Page> => {
    const opened = await openEntry(face, request);
    const { head } = opened;
    const frame = { ...opened, page: face.section.secrets?.page ?? null, actions: actionsOf(face, opened, false) };
    const body = inFrame(face, frame, content(head, request));
    return { title: `${title}: ${head.title}`, body };
  };
}

/** Makes a secret of an entry and shows it once. */
export function newSecretPage<Detail extends { readonly version: string }>(face: Face<Detail>) {
  const { section } = face;
  const { title } = adminTexts.clients.secret;
  return besidePage(face, title, (head, { csrf }) => {
    const backHref = section.path(head.key, section.secrets?.page);
    return (
      <Panel title={title}>
        <NewSecretForm action={addSecret} csrf={csrf} owner={ownerOf(face, head)} backHref={backHref} />
      </Panel>
    );
  });
}

/** Deletes an entry that was disabled before. */
export function deletePage<Detail extends { readonly version: string }>(
  face: Face<Detail> & { readonly guarded: NonNullable<Face<Detail>['guarded']> },
) {
  const { section, guarded } = face;
  const { remove } = guarded.texts;
  return async (request: AdminRequest): Promise<Page> => {
    const opened = await openEntry(face, request);
    const { detail, head } = opened;
    const title = remove.title(head.title);
    const form = { texts: remove, backHref: section.path(head.key), action: deleteEntry, csrf: request.csrf };
    const body = (
      <>
        {await guarded.usage(request.admin, detail)}
        <Panel title={title} description={remove.text}>
          {head.enabled ? (
            <Notice tone="warning">{remove.disableFirst}</Notice>
          ) : (
            <DeleteEntryForm name={head.key} owner={ownerOf(face, head)} {...form} />
          )}
        </Panel>
      </>
    );
    return { title, body: inFrame(face, { ...opened, page: guarded.tab ?? null }, body) };
  };
}
