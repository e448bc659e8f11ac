'use client';

import { ServerErrorView } from '#components/interaction/server-error-view';
import { useServerErrorWords } from '#components/interaction/server-error-words';

/** A page that failed while it was rendered. The digest finds the cause in the log; the cause is not shown. */
export default function PageError({ error }: { readonly error: Error & { readonly digest?: string } }) {
  return <ServerErrorView words={useServerErrorWords()} digest={error.digest} />;
}
