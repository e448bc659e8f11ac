import { Fragment } from 'react';
import { displayText } from '#lib/i18n/display-text';

/** Values one after another in the order of the page's language, whatever language each is in. */
export function Values({ values }: { readonly values: readonly string[] }) {
  return values.map((value, index) => (
    <Fragment key={value}>
      {index > 0 && ' · '}
      <bdi>{displayText(value)}</bdi>
    </Fragment>
  ));
}
