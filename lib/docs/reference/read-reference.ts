import { referenceName } from '../contents';
import type { DocSection } from '../doc-page';
import { type DocumentOperation, type ReadDocument, type ReferenceSchema, readApiDocument } from './api-document';
import { exampleOf, fieldsOf, type Schemas, schemasBehind, typeOf } from './describe-schema';
import type { ReferenceAnswer, ReferenceOperation, ReferencePage } from './reference-page';

type Found = { readonly method: string; readonly path: string; readonly operation: DocumentOperation };

/**
 * The reference of the admin API, from its OpenAPI document: the page that lists the others, and then a page for each
 * tag.
 * @param issuer the issuer in the addresses of examples
 */
export function readReference(issuer: string): readonly [ReferencePage, ...ReferencePage[]] {
  const document = readApiDocument();
  const pages = [...byTag(document)].map(([tag, found]) => readTag(tag, found, document, issuer));
  const all = pages.flatMap(({ operations }) => operations);
  const overview = {
    name: referenceName,
    title: 'Admin API reference',
    description: `Every operation of the admin API: ${all.length} in ${pages.length} groups.`,
    operations: [],
    schemas: [],
  };
  return [overview, ...pages];
}

function byTag({ paths, servers: [{ url }] }: ReadDocument): ReadonlyMap<string, readonly Found[]> {
  const tags = new Map<string, Found[]>();
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const [tag] = operation.tags;
      tags.set(tag, [...(tags.get(tag) ?? []), { method: method.toUpperCase(), path: `${url}${path}`, operation }]);
    }
  }
  return tags;
}

function readTag(tag: string, found: readonly Found[], document: ReadDocument, issuer: string): ReferencePage {
  const { schemas } = document.components;
  const used = new Set(
    found.flatMap(({ operation }) => schemasOf(operation).flatMap((schema) => [...schemasBehind(schema, schemas)])),
  );
  const title = `${tag.charAt(0).toUpperCase()}${tag.slice(1).replaceAll('-', ' ')}`;
  return {
    name: `${referenceName}-${tag}`,
    title,
    description: `${found.map(({ operation }) => operation.summary).join(', ')}.`,
    operations: found.map((one) => readOperation(one, schemas, issuer)),
    schemas: [...used].map((name) => ({ name, fields: fieldsOf(schemas[name] ?? {}) })),
  };
}

function schemasOf({ requestBody, responses }: DocumentOperation): readonly ReferenceSchema[] {
  const contents = [requestBody?.content, ...Object.values(responses).map(({ content }) => content)];
  return contents.flatMap((content) => Object.values(content ?? {}).map(({ schema }) => schema));
}

function readOperation({ method, path, operation }: Found, schemas: Schemas, issuer: string): ReferenceOperation {
  const { operationId, summary, description, security, parameters, requestBody, responses } = operation;
  const body = contentOf(requestBody?.content);
  const [needed] = security;
  return {
    id: operationId,
    method,
    path,
    summary,
    description: description ?? null,
    scope: needed?.bearer[0] ?? null,
    parameters: parameters.map((parameter) => ({
      name: parameter.name,
      place: parameter.in,
      isRequired: parameter.required,
      type: typeOf(parameter.schema).text,
      description: parameter.description ?? null,
    })),
    body: body === null ? null : typeOf(body),
    answers: Object.entries(responses).map(([status, { description, content }]): ReferenceAnswer => {
      const answer = contentOf(content);
      return { status, description, type: answer === null ? null : typeOf(answer) };
    }),
    example: commandFor({ method, path, operation }, body === null ? null : exampleOf(body, schemas), issuer),
  };
}

function contentOf(content: Readonly<Record<string, { schema: ReferenceSchema }>> | undefined): ReferenceSchema | null {
  return Object.values(content ?? {})[0]?.schema ?? null;
}

/** A curl command. Parameters in the path are shell variables that the reader sets. */
function commandFor({ method, path, operation }: Found, body: unknown, issuer: string): string {
  const url = `${issuer}${path.replace(/\{(\w+)\}/g, (_, name: string) => `$${name.toUpperCase()}`)}`;
  const condition = operation.parameters.some(({ name }) => name === 'If-Match');
  return [
    `curl ${method === 'GET' ? '' : `-X ${method} `}"${url}"`,
    ...(operation.security.length === 0 ? [] : ['-H "Authorization: Bearer $TOKEN"']),
    ...(condition ? ["-H 'If-Match: *'"] : []),
    ...(body === null ? [] : ["-H 'Content-Type: application/json'", `-d '${JSON.stringify(body)}'`]),
  ].join(' \\\n  ');
}

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
