import type { DocSection } from '../doc-page';
import type { ReferencePage } from './reference-page';

/** The sections of the reference for the search: each operation, by its summary, its path and its parameters. */
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
