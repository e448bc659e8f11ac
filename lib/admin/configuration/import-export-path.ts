/** The page that exports and imports the configuration. */
export const importExportPath = '/admin/settings/import-export';
