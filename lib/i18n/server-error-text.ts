export type ServerErrorText = {
  readonly portal: string;
  readonly pageTitle: string;
  readonly title: string;
  readonly text: string;
  readonly retry: string;
  /** With `#` in place of the reference. */
  readonly reference: string;
};

/** The text for a document without a known language: English, compared with the catalog by a test. */
export const englishServerError: ServerErrorText = {
  portal: 'Signet',
  pageTitle: 'Something went wrong on our side · Signet',
  title: 'Something went wrong on our side',
  text: 'Nothing was shared. Try again in a moment. If it happens again, ask for help with the reference below.',
  retry: 'Try again',
  reference: 'Reference #',
};
