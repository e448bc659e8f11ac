/** The page that exports and imports the configuration. */
export const importExportPath = '/admin/settings/import-export';

/** The fields for a document to import, as text and as a file. */
export const documentFields = { text: 'document', file: 'document_file' } as const;

/** The formats of a configuration document. */
export const documentFormats = ['yaml', 'json'] as const;

export type DocumentFormat = (typeof documentFormats)[number];
