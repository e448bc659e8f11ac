import type { ReactNode } from 'react';
import type { DangerTexts } from '#components/admin/entries/entry-danger';
import { type EntryActions, EntryFrame, type EntryHead, type FrameTexts } from '#components/admin/entries/entry-frame';
import type { EntryForm } from '#components/admin/entries/settings-form';
import type { AdminContext } from '#lib/admin/admin-context';
import type { AdminSection } from '#lib/admin/entries/admin-section';
import { readEntryChecks } from '#lib/admin/entries/read-entry-checks';
import type { AdminRequest } from '#lib/next/admin-page';
import { readPathKey } from '#lib/vocabulary/path-segment';

/** The content of a page of the area. */
export type Page = { readonly title: string; readonly body: ReactNode };

/** The common part of every entry: the version that its forms start from (see entryVersion()). */
type EntryDetail = { readonly version: string };

/** The differences between the entry pages of the sections. */
export type EntryFace<Detail extends EntryDetail = EntryDetail> = {
  readonly section: AdminSection;
  readonly texts: FrameTexts;
  /** @throws AdminError `not_found` */
  readonly read: (admin: AdminContext, key: string | null) => Promise<Detail>;
  readonly head: (detail: Detail) => EntryHead;
  /** The label of the key for copying, or null if the title is the key. */
  readonly idLabel: string | null;
  /** The tabs by their names in the address. Absent if there is only one page. */
  readonly tabs?: {
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
  readonly guarded?: Guarded<Detail>;
};

type Guarded<Detail> = {
  /** The tab of the page to delete the entry. By default it is outside of the tabs. */
  readonly tab?: string;
  readonly texts: { readonly danger: DangerTexts; readonly remove: { readonly disableFirst: string } };
  /** Who can no longer sign in if it is disabled, or null. */
  readonly warning?: (admin: AdminContext, detail: Detail) => Promise<string | null> | string | null;
  /** Who uses it. */
  readonly usage: (admin: AdminContext, detail: Detail) => Promise<ReactNode>;
};

/** The data of a page of an entry. */
export type AskedEntry<Detail> = AdminRequest & {
  readonly detail: Detail;
  readonly mayEdit: boolean;
  /** The form of a page with settings. */
  readonly form: EntryForm;
};

/** Describes the pages of a section's entries. */
export function entryFace<Detail extends EntryDetail, const Face extends EntryFace<Detail>>(
  face: Face & { readonly read: EntryFace<Detail>['read'] },
): Face {
  return face;
}

/** The name of an entry in the addresses of the forms about it. */
export function namesOf({ section }: Pick<EntryFace, 'section'>, { key }: EntryHead): Record<string, string> {
  return { [section.key]: key };
}

/**
 * Reads the entry in the address, and the findings of the checks about it.
 * @throws AdminError `not_found`
 */
export async function openEntry<Detail extends EntryDetail>(face: EntryFace<Detail>, { admin, params }: AdminRequest) {
  const detail = await face.read(admin, readPathKey(params.id ?? params.name));
  const head = face.head(detail);
  return { detail, head, checks: await readEntryChecks(admin, face.section.section, head.key) };
}

type Opened<Detail> = Awaited<ReturnType<typeof openEntry<Detail & EntryDetail>>>;

type InFrame<Detail> = Opened<Detail> & {
  /** Null on a page that is not a tab. */
  readonly page: string | null;
  readonly actions?: EntryActions;
};

/** Renders a page of an entry in its frame. */
export function inFrame<Detail extends EntryDetail>(
  { section, texts, tabs, idLabel }: EntryFace<Detail>,
  { detail, head, checks, page, actions = {} }: InFrame<Detail>,
  children: ReactNode,
): ReactNode {
  const omitted = [tabs?.inMenu, ...(tabs?.omits?.(detail) ?? [])];
  const pages = Object.entries(tabs?.pages ?? {})
    .filter(([name]) => !omitted.includes(name))
    .map(([name, label]) => ({ label, href: section.path(head.key, name), current: name === page }));
  const frame = { head, texts, actions, checks, idLabel, listPath: section.listPath };
  return (
    <EntryFrame {...frame} tabs={tabs ? { label: tabs.label, pages } : null}>
      {children}
    </EntryFrame>
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
