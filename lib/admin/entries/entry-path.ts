import { pathKey } from '#lib/vocabulary/path-segment';

/**
 * The address of an entry, or of one of its pages.
 * @param first the page at the entry's own address
 */
function pathBelow(list: string, first = 'settings'): (key: string, page?: string | undefined) => string {
  return (key, page = first) => `${list}/${pathKey(key)}${page === first ? '' : `/${page}`}`;
}

export const clientPath = pathBelow('/admin/clients', 'overview');
export const apiPath = pathBelow('/admin/apis', 'overview');
export const scopePath = pathBelow('/admin/scopes');
export const providerPath = pathBelow('/admin/providers', 'overview');
export const groupPath = pathBelow('/admin/groups', 'members');
export const tenantPath = pathBelow('/admin/tenants');

/** The page of all traces. */
export const tracesPath = '/admin/debug/traces';

/** The page of a trace, or of one of its sign-ins. */
export function tracePath(id: string, stepId?: string): string {
  return [tracesPath, id, ...(stepId === undefined ? [] : [stepId])].join('/');
}

/** The page that exports and imports the configuration. */
export const importExportPath = '/admin/settings/import-export';

/** The fields for a document to import, as text and as a file. */
export const documentFields = { text: 'document', file: 'document_file' } as const;

/** The formats of a configuration document. */
export const documentFormats = ['yaml', 'json'] as const;

export type DocumentFormat = (typeof documentFormats)[number];
