/** How a configuration document is written. */
export const documentFormats = ['yaml', 'json'] as const;

export type DocumentFormat = (typeof documentFormats)[number];
