import type { ReactNode } from 'react';
import { Confirmation } from '#components/admin/entries/confirmation';
import { Moment } from '#components/admin/moment';
import { RiskList } from '#components/admin/risk-list';
import { NewSecretForm } from '#components/admin/secrets';
import { ButtonLink } from '#components/ui/button';
import { Notice } from '#components/ui/notice';
import { Panel } from '#components/ui/panel';
import { Facts } from '#components/ui/table';
import type { Told } from '#lib/i18n/admin/confirmations';
import { adminTexts } from '#lib/i18n/admin/texts';
import { canEdit } from '../../access/permission';
import { notFound } from '../../admin-error';
import { texts as clientTexts } from '../../clients/texts';
import type { AreaContent, AreaRequest } from '../../kit/view';
import type { AdminSection } from '../admin-section';
import { readEndEffects } from '../end-effects';
import { entryForm } from '../entry-forms';
import type { SecretDetail } from '../secrets';
import { actionsOf, type EntryFace, inFrame, namesOf, type Opened, openEntry, pageBelow } from '../view';

type EntryDetail = { readonly version: string };

/** The page that creates an entry. */
export function newPage(
  { section, title: label }: Pick<EntryFace, 'section' | 'title'>,
  title: string,
  form: ReactNode,
) {
  return async () => pageBelow({ title, parent: { label, href: section.listPath } }, form);
}

/** A page of an entry that is not one of its tabs and has a single task. @param page the tab that it belongs to */
export function besidePage<Detail extends EntryDetail>(
  face: EntryFace<Detail>,
  title: string,
  content: (opened: Opened<Detail>, request: AreaRequest) => ReactNode | Promise<ReactNode>,
  page: string | null = face.section.secrets?.page ?? null,
) {
  return async (request: AreaRequest): Promise<AreaContent> => {
    const opened = await openEntry(face, request);
    const frame = { ...opened, page, actions: actionsOf(face, opened, canEdit(request.admin)) };
    return { title: `${title}: ${opened.head.title}`, body: inFrame(face, frame, await content(opened, request)) };
  };
}

type DeletePanelProps = { readonly texts: Readonly<Record<'title' | 'text' | 'link', string>>; readonly href: string };

/** Leads to the page that deletes an entry, where it need not be disabled first. */
export function DeletePanel({ texts: { title, text, link }, href }: DeletePanelProps) {
  return (
    <Panel title={title}>
      <div className="grid justify-items-start gap-3">
        <p className="text-sm">{text}</p>
        <ButtonLink href={href} variant="danger" data-confirm="">
          {link}
        </ButtonLink>
      </div>
    </Panel>
  );
}

/** Creates a secret for an entry and shows it once. */
export function newSecretPage<Detail extends EntryDetail>(face: EntryFace<Detail>) {
  const { section } = face;
  const { title } = clientTexts.secret;
  return besidePage(face, title, ({ head }) => (
    <Panel title={title}>
      <NewSecretForm
        form={entryForm(section, 'secret').about(namesOf(face, head))}
        variable={section.section.name === 'clients' ? 'CLIENT_SECRET' : null}
        backHref={section.path(head.key, section.secrets?.page)}
      />
    </Panel>
  ));
}

/** Asks before a secret of an entry is deleted. */
export function deleteSecretPage<Detail extends EntryDetail & { readonly secrets: readonly SecretDetail[] }>(
  face: EntryFace<Detail>,
) {
  const { section } = face;
  const { secret: texts } = adminTexts.confirmations;
  const { columns, unnamed, notUsed } = clientTexts.secret;
  return async (request: AreaRequest): Promise<AreaContent> => {
    const opened = await openEntry(face, request);
    const { detail, head } = opened;
    const found = detail.secrets.find(({ id }) => id === request.names.secret_id);
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

/** Asks before an entry is disabled, or before a disabled one is deleted. */
export function questionPage<Detail extends EntryDetail>(face: EntryFace<Detail>, what: 'disable' | 'delete') {
  const { section, guarded } = face;
  return async (request: AreaRequest): Promise<AreaContent> => {
    if (guarded === undefined) throw notFound();
    const { admin } = request;
    const opened = await openEntry(face, request);
    const { detail, head } = opened;
    const texts = textsOf(section, what);
    const warning = what === 'disable' ? (guarded.warning?.(admin, detail) ?? null) : null;
    const body =
      what === 'delete' && head.enabled ? (
        <Notice tone="warning">{guarded.texts.remove.disableFirst}</Notice>
      ) : (
        <Confirmation
          title={texts.title(head.title)}
          texts={texts}
          facts={
            <>
              {warning !== null && <Notice tone="warning">{warning}</Notice>}
              {await guarded.usage(admin, detail)}
              <RiskList risks={await readEndEffects(admin, section, { key: head.key, what })} />
            </>
          }
          {...(what === 'delete' && { typed: head.key })}
          form={entryForm(section, what).about(namesOf(face, head))}
          backHref={section.path(head.key)}
        />
      );
    return { title: head.title, body: inFrame(face, { ...opened, page: guarded.tab ?? null }, body) };
  };
}

/** The texts about disabling and deleting the entries of a section. */
function textsOf({ section: { name } }: AdminSection, what: 'disable' | 'delete'): Told {
  const { clients, identity_providers, tenants } = adminTexts.confirmations;
  const bySection: Readonly<Record<string, Readonly<Record<typeof what, Told>>>> = {
    clients,
    identity_providers,
    tenants,
  };
  const texts = bySection[name]?.[what];
  if (texts === undefined) throw new Error(`nothing is told of ${name}`);
  return texts;
}
