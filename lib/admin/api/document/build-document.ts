import { adminScopes } from '#lib/scopes/admin-scopes';
import { problems } from '../api-problem';
import { apiRoot } from '../find-operation';
import type { Operation } from '../operation';
import { describeOperation } from './describe-operation';
import { componentSchemas } from './schema-of';

export type ApiDocument = Readonly<Record<string, unknown>>;

/** Builds the OpenAPI 3.1 document for a table of operations. */
export function buildDocument(operations: readonly Operation[]): ApiDocument {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of operations) {
    const { path, method } = operation;
    paths[path] = { ...paths[path], [method.toLowerCase()]: describeOperation(operation) };
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Signet admin API',
      version: '1',
      description: 'Manage clients, users and settings. Settings have the same names as in the configuration file.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: apiRoot }],
    tags: [...new Set(operations.map(({ tag }) => tag))].map((tag) => ({ name: tag })),
    paths,
    components: {
      schemas: { ...componentSchemas(), Problem: problemSchema },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: `An access token with one of these scopes: ${scopes}.` },
      },
    },
    security: [{ bearer: [] }],
  };
}

const scopes = Object.values(adminScopes).join(', ');

const text = { type: 'string' } as const;

/** The problem format of RFC 9457, with an error for each wrong value. */
const problemSchema = {
  type: 'object',
  required: ['type', 'title', 'status', 'code', 'detail', 'reference'],
  properties: {
    type: { ...text, description: '`urn:signet:problem:` followed by the code.' },
    title: text,
    status: { type: 'integer' },
    code: { ...text, description: `Identifies the problem to programs. One of ${Object.keys(problems).join(', ')}.` },
    detail: text,
    reference: { ...text, description: 'Identifies the request in the log and in the administration.' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['pointer', 'code', 'detail'],
        properties: {
          pointer: { ...text, description: 'A JSON Pointer to a value in the body, or `?name` for a query parameter.' },
          code: text,
          detail: text,
        },
        additionalProperties: false,
      },
    },
  },
  additionalProperties: false,
} as const;
