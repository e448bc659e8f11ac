import type { DocSection } from '../doc-page';
import type { ReferencePage } from './reference-page';

/** What the search finds of the reference: each operation, by what it does, its path and its parameters. */
export function referenceSections(pages: readonly ReferencePage[]): readonly DocSection[] {
  return pages.flatMap(({ name, operations }) =>
    operations.map(({ id, summary, method, path, description, parameters }) => ({
      page: name,
      id,
      heading: summary,
      text: [`${method} ${path}`, description ?? '', ...parameters.map((parameter) => parameter.name)].join(' '),
    })),
  );
}
