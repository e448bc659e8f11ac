/** The page that exports and imports the configuration. */
export const importExportPath = '/admin/settings/import-export';

/** The field of a document to import, and that of a file with it. */
export const documentFields = { text: 'document', file: 'document_file' } as const;

/** How a configuration document is written. */
export const documentFormats = ['yaml', 'json'] as const;

export type DocumentFormat = (typeof documentFormats)[number];
