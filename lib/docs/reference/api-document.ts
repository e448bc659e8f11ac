import { z } from 'zod';
import { buildDocument } from '#lib/admin/api/document/build-document';
import { operations } from '#lib/admin/api/operations';

/** The parts of a schema that the reference uses (JSON Schema 2020-12). */
export type ReferenceSchema = {
  readonly $ref?: string | undefined;
  readonly type?: string | readonly string[] | undefined;
  readonly description?: string | undefined;
  readonly format?: string | undefined;
  readonly enum?: readonly unknown[] | undefined;
  readonly const?: unknown;
  readonly default?: unknown;
  readonly properties?: Readonly<Record<string, ReferenceSchema>> | undefined;
  readonly required?: readonly string[] | undefined;
  readonly items?: ReferenceSchema | undefined;
  readonly anyOf?: readonly ReferenceSchema[] | undefined;
  readonly oneOf?: readonly ReferenceSchema[] | undefined;
  readonly allOf?: readonly ReferenceSchema[] | undefined;
};

const text = z.string();

const schema: z.ZodType<ReferenceSchema> = z.lazy(() =>
  z.looseObject({
    $ref: text.optional(),
    type: z.union([text, z.array(text)]).optional(),
    description: text.optional(),
    format: text.optional(),
    enum: z.array(z.unknown()).optional(),
    properties: z.record(text, schema).optional(),
    required: z.array(text).optional(),
    items: schema.optional(),
    anyOf: z.array(schema).optional(),
    oneOf: z.array(schema).optional(),
    allOf: z.array(schema).optional(),
  }),
);

const content = z.record(text, z.object({ schema }));

const operation = z.object({
  operationId: text,
  tags: z.tuple([text]),
  summary: text,
  description: text.optional(),
  security: z.array(z.object({ bearer: z.tuple([text]) })),
  parameters: z.array(
    z.object({
      name: text,
      in: text,
      required: z.boolean().default(false),
      description: text.optional(),
      schema,
    }),
  ),
  requestBody: z.object({ content }).optional(),
  responses: z.record(text, z.object({ description: text, content: content.optional() })),
});

export type DocumentOperation = z.output<typeof operation>;

const apiDocument = z.object({
  servers: z.tuple([z.object({ url: text })]),
  paths: z.record(text, z.record(text, operation)),
  components: z.object({ schemas: z.record(text, schema) }),
});

export type ReadDocument = z.output<typeof apiDocument>;

/** The OpenAPI document of the admin API, parsed. */
export function readApiDocument(): ReadDocument {
  return apiDocument.parse(buildDocument(operations));
}
