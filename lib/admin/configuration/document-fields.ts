/** The field of a document to import, and that of a file with it. */
export const documentFields = { text: 'document', file: 'document_file' } as const;
