import type { ReactNode } from 'react';
import { Confirmation } from '#components/admin/entries/confirmation';
import type { EntryHead } from '#components/admin/entries/entry-frame';
import { Moment } from '#components/admin/moment';
import { NewSecretForm } from '#components/admin/new-secret-form';
import { Facts } from '#components/ui/facts';
import { Notice } from '#components/ui/notice';
import { Panel } from '#components/ui/panel';
import { canEdit } from '#lib/admin/clients/client-choices';
import type { AdminSection } from '#lib/admin/entries/admin-section';
import { entryForm } from '#lib/admin/entries/entry-forms';
import type { SecretDetail } from '#lib/admin/entries/secret-detail';
import { notFound } from '#lib/admin/not-found';
import { adminTexts } from '#lib/i18n/admin/texts';
import type { AdminRequest } from '#lib/next/admin-page';
import { actionsOf, type EntryFace, inFrame, namesOf, openEntry, type Page } from './entry-face';

type Face<Detail extends { readonly version: string }> = EntryFace<Detail>;

/** A page of an entry that is not one of its tabs and has a single task. */
export function besidePage<Detail extends { readonly version: string }>(
  face: Face<Detail>,
  title: string,
  content: (head: EntryHead, request: AdminRequest) => ReactNode,
) {
  return async (request: AdminRequest): Promise<Page> => {
    const opened = await openEntry(face, request);
    const { head } = opened;
    const frame = {
      ...opened,
      page: face.section.secrets?.page ?? null,
      actions: actionsOf(face, opened, canEdit(request.admin)),
    };
    const body = inFrame(face, frame, content(head, request));
    return { title: `${title}: ${head.title}`, body };
  };
}

/** Creates a secret for an entry and shows it once. */
export function newSecretPage<Detail extends { readonly version: string }>(face: Face<Detail>) {
  const { section } = face;
  const { title } = adminTexts.clients.secret;
  return besidePage(face, title, (head) => {
    const backHref = section.path(head.key, section.secrets?.page);
    return (
      <Panel title={title}>
        <NewSecretForm
          form={entryForm(section, 'secret').about(namesOf(face, head))}
          variable={section.section.name === 'clients' ? 'CLIENT_SECRET' : null}
          backHref={backHref}
        />
      </Panel>
    );
  });
}

type GuardedFace<Detail extends { readonly version: string }> = Face<Detail> & {
  readonly guarded: NonNullable<Face<Detail>['guarded']>;
};

/** Asks before an entry is disabled. */
export function disablePage<Detail extends { readonly version: string }>(face: GuardedFace<Detail>) {
  const { section, guarded } = face;
  return guardedPage(face, async ({ detail, head }, { admin }) => {
    const texts = textsOf(section).disable;
    const warning = (await guarded.warning?.(admin, detail)) ?? null;
    return (
      <Confirmation
        title={texts.title(head.title)}
        texts={texts}
        facts={
          <>
            {warning !== null && <Notice tone="warning">{warning}</Notice>}
            {await guarded.usage(admin, detail)}
          </>
        }
        form={entryForm(section, 'disable').about(namesOf(face, head))}
        backHref={section.path(head.key)}
      />
    );
  });
}

/** Asks before a disabled entry is deleted. */
export function deletePage<Detail extends { readonly version: string }>(face: GuardedFace<Detail>) {
  const { section, guarded } = face;
  return guardedPage(face, async ({ detail, head }, { admin }) => {
    if (head.enabled) return <Notice tone="warning">{guarded.texts.remove.disableFirst}</Notice>;
    const texts = textsOf(section).delete;
    return (
      <Confirmation
        title={texts.title(head.title)}
        texts={texts}
        facts={await guarded.usage(admin, detail)}
        typed={head.key}
        form={entryForm(section, 'delete').about(namesOf(face, head))}
        backHref={section.path(head.key)}
      />
    );
  });
}

function guardedPage<Detail extends { readonly version: string }>(
  face: GuardedFace<Detail>,
  content: (opened: { readonly detail: Detail; readonly head: EntryHead }, request: AdminRequest) => Promise<ReactNode>,
) {
  return async (request: AdminRequest): Promise<Page> => {
    const opened = await openEntry(face, request);
    const { head } = opened;
    const body = await content(opened, request);
    return { title: head.title, body: inFrame(face, { ...opened, page: face.guarded.tab ?? null }, body) };
  };
}

/** The texts about disabling and deleting the entries of a section. */
function textsOf({ section: { name } }: AdminSection) {
  const { clients, identity_providers, tenants } = adminTexts.confirmations;
  const bySection: Readonly<Record<string, typeof clients>> = { clients, identity_providers, tenants };
  const texts = bySection[name];
  if (texts === undefined) throw new Error(`nothing is told of ${name}`);
  return texts;
}

/** Asks before a secret of an entry is deleted. */
export function deleteSecretPage<Detail extends SecretsDetail>(face: Face<Detail>) {
  const { section } = face;
  const { secret: texts } = adminTexts.confirmations;
  const { columns, unnamed, notUsed } = adminTexts.clients.secret;
  return async (request: AdminRequest): Promise<Page> => {
    const opened = await openEntry(face, request);
    const { detail, head } = opened;
    const found = detail.secrets.find(({ id }) => id === request.params.secret);
    if (found === undefined) throw notFound();
    const title = texts.delete.title(found.description ?? unnamed);
    const { lastUsedAt } = found;
    const body = (
      <Confirmation
        title={title}
        texts={texts.delete}
        facts={
          <Facts
            facts={[
              [columns.created, <Moment key="created" full at={found.createdAt} />],
              [
                columns.lastUsed,
                lastUsedAt ? <Moment key="used" full at={lastUsedAt} /> : lastUsedAt === null && notUsed,
              ],
              [texts.others, String(detail.secrets.length - 1)],
            ]}
          />
        }
        form={entryForm(section, 'secret/[secret_id]').about({ ...namesOf(face, head), secret_id: found.id })}
        backHref={section.path(head.key, section.secrets?.page)}
      />
    );
    return { title, body: inFrame(face, { ...opened, page: section.secrets?.page ?? null }, body) };
  };
}

type SecretsDetail = { readonly version: string; readonly secrets: readonly SecretDetail[] };
