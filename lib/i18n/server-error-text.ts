export type ServerErrorText = {
  readonly portal: string;
  readonly pageTitle: string;
  readonly title: string;
  readonly text: string;
  readonly retry: string;
  /** With `#` where the reference stands. */
  readonly reference: string;
};

/** For the document that stands in when nothing told the browser in which language: English, held to the catalog. */
export const englishServerError: ServerErrorText = {
  portal: 'Signet',
  pageTitle: 'Something went wrong on our side · Signet',
  title: 'Something went wrong on our side',
  text: 'Nothing was shared. Try again in a moment. If it happens again, ask for help with the reference below.',
  retry: 'Try again',
  reference: 'Reference #',
};
