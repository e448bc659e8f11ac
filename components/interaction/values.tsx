import { Fragment } from 'react';
import { displayText } from '#lib/i18n/display-text';

/** Values in the text direction of the page, regardless of the language of each. */
export function Values({ values }: { readonly values: readonly string[] }) {
  return values.map((value, index) => (
    <Fragment key={value}>
      {index > 0 && ' · '}
      <bdi>{displayText(value)}</bdi>
    </Fragment>
  ));
}
