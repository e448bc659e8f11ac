import { clientTabs } from '../clients/client-fields';
import { addressWith } from '../query';
import { tenantTabs } from '../tenants/tenant-fields';
import type { FieldKinds } from './entry-fields';
import { clientPath, tenantPath } from './entry-path';

type Pages = {
  /** The address of a page of the form's entry. */
  readonly path: (hidden: Hidden, page: string) => string;
  readonly tabs: Readonly<Record<string, FieldKinds>>;
};

type Hidden = Readonly<Record<string, string>>;

/** The sections whose entries have their settings on several pages. */
const sections: Readonly<Record<string, Pages>> = {
  clients: { path: ({ client_id: id = '' }, page) => clientPath(id, page), tabs: clientTabs },
  tenants: { path: ({ name = '' }, page) => tenantPath(name, page), tabs: tenantTabs },
};

/**
 * Where a setting with a problem is shown: in the form itself, or on another page of its entry.
 * @param hidden the section, entry and page of the form
 * @param input see inputOf()
 */
export function fieldAddress(hidden: Hidden, input: string): string {
  const { section = '', tab } = hidden;
  if (section === 'clients' && input === 'client_secrets') {
    return `${tab === 'credentials' ? '' : sections.clients?.path(hidden, 'credentials')}#secrets`;
  }
  const here = `#field-${input}`;
  const pages = sections[section];
  if (pages === undefined || tab === undefined || Object.hasOwn(pages.tabs[tab] ?? {}, input)) return here;
  const page = Object.keys(pages.tabs).find((one) => Object.hasOwn(pages.tabs[one] ?? {}, input));
  return page === undefined ? here : `${addressWith(pages.path(hidden, page), {}, { all: '1' })}${here}`;
}
