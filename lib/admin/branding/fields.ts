/** The groups of fields on a page for branding. A tenant's name, language and links are among its settings. */
export const brandingGroups = ['name', 'colors', 'shape', 'texts', 'links'] as const;

/** The groups of the file that these fields belong to. */
export const brandGroups = ['theme', 'links'] as const;
