import type { ReactNode } from 'react';
import { CodeBlock } from '#components/admin/code-block';
import { highlight } from '#lib/admin/clients/guides/highlight';
import type { SiteEntry } from '#lib/docs/open-site';
import type {
  ReferenceField,
  ReferenceOperation,
  ReferencePage,
  ReferenceType,
} from '#lib/docs/reference/reference-page';
import { Neighbors, TableOfContents } from './document-view';

type ReferenceViewProps = {
  readonly page: ReferencePage;
  /** The links of the page that lists all resources. */
  readonly tags: readonly SiteEntry[];
  readonly previous: SiteEntry | null;
  readonly next: SiteEntry | null;
};

/** The operations of the admin API on one kind of resource. */
export function ReferenceView({ page, tags, previous, next }: ReferenceViewProps) {
  const headings = page.operations.map(({ id, summary }) => ({ id, text: summary, level: 2 }) as const);
  return (
    <div className="mx-auto grid max-w-5xl grid-cols-1 gap-x-10 xl:grid-cols-[minmax(0,1fr)_13rem]">
      <article className="document">
        <h1>{page.title}</h1>
        <TableOfContents headings={headings} className="mb-6 xl:hidden print:hidden" isFolded />
        {tags.length > 0 && <Overview tags={tags} />}
        {page.operations.map((operation) => (
          <Operation key={operation.id} {...operation} />
        ))}
        {page.schemas.map(({ name, fields }) => (
          <section key={name}>
            <h2 id={name}>
              <a href={`#${name}`}>{name}</a>
            </h2>
            {fields.length === 0 ? <p>An object without fixed fields.</p> : <Fields name={name} fields={fields} />}
          </section>
        ))}
        <Neighbors previous={previous} next={next} />
      </article>
      <TableOfContents
        headings={headings}
        className="sticky top-18 max-h-[calc(100dvh-6rem)] self-start overflow-y-auto max-xl:hidden print:hidden"
      />
    </div>
  );
}

function Overview({ tags }: { readonly tags: readonly SiteEntry[] }) {
  return (
    <>
      <p>
        These pages are generated from the OpenAPI document at{' '}
        <a href="/api/admin/v1/openapi.json">
          <code>/api/admin/v1/openapi.json</code>
        </a>
        . <a href="/docs/admin-api">Admin API</a> explains how to get a token, how requests are checked, and what
        problems look like.
      </p>
      <ul>
        {tags.map(({ name, title, description }) => (
          <li key={name}>
            <a href={`/docs/${name}`}>{title}</a>: {description}
          </li>
        ))}
      </ul>
    </>
  );
}

function Operation({
  id,
  method,
  path,
  summary,
  description,
  scope,
  parameters,
  body,
  answers,
  example,
}: ReferenceOperation) {
  return (
    <section>
      <h2 id={id}>
        <a href={`#${id}`}>{summary}</a>
      </h2>
      <p>
        <code>
          {method} {path}
        </code>
      </p>
      {description !== null && <p>{description}</p>}
      <p>
        {scope === null ? (
          'No token needed.'
        ) : (
          <>
            Needs a token with the scope <code>{scope}</code>.
          </>
        )}
        {body !== null && (
          <>
            {' '}
            The body is <Type {...body} />.
          </>
        )}
      </p>
      {parameters.length > 0 && (
        <Table label={`Parameters: ${summary}`} head={['Parameter', 'In', 'Type', 'Meaning']}>
          {parameters.map((parameter) => (
            <tr key={`${parameter.place} ${parameter.name}`}>
              <td>
                <code>{parameter.name}</code>
                {parameter.isRequired && ' required'}
              </td>
              <td>{parameter.place}</td>
              <td>{parameter.type}</td>
              <td>{parameter.description}</td>
            </tr>
          ))}
        </Table>
      )}
      <CodeBlock name={`${method} ${path}`} code={example} runs={highlight(example, 'bash')} />
      <Table label={`Answers: ${summary}`} head={['Answer', 'Meaning', 'Body']}>
        {answers.map((answer) => (
          <tr key={answer.status}>
            <td>{answer.status}</td>
            <td>{answer.description}</td>
            <td>{answer.type !== null && <Type {...answer.type} />}</td>
          </tr>
        ))}
      </Table>
    </section>
  );
}

function Fields({ name, fields }: { readonly name: string; readonly fields: readonly ReferenceField[] }) {
  return (
    <Table label={`Fields: ${name}`} head={['Field', 'Type', 'Default', 'Meaning']}>
      {fields.map((field, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a choice of objects may have a field twice
        <tr key={index}>
          <td>
            <code>{field.name}</code>
            {field.isRequired && ' required'}
          </td>
          <td>
            <Type {...field.type} />
          </td>
          <td>{field.defaultValue !== null && <code>{field.defaultValue}</code>}</td>
          <td>{field.description}</td>
        </tr>
      ))}
    </Table>
  );
}

function Type({ text, schema }: ReferenceType) {
  return schema === null ? text : <a href={`#${schema}`}>{text}</a>;
}

type TableProps = { readonly label: string; readonly head: readonly string[]; readonly children: ReactNode };

function Table({ label, head, children }: TableProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: what scrolls is a group with a name
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
    <div className="table" role="group" tabIndex={0} aria-label={label}>
      <table>
        <thead>
          <tr>
            {head.map((one) => (
              <th key={one} scope="col">
                {one}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
