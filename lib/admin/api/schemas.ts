import { z } from 'zod';
import { entry } from '#lib/vocabulary/entry';

/** Schemas that have a name in the document. Other schemas are written where they are used. */
export const named = z.registry<{ readonly id: string }>();

/** Gives a schema its name in the document. */
export function name<Schema extends z.ZodType>(id: string, schema: Schema): Schema {
  named.add(schema, { id });
  return schema;
}

/** An object with a name in the document. */
export function object<const Fields extends z.core.$ZodLooseShape>(id: string, fields: Fields) {
  return name(id, z.strictObject(fields));
}

/** A time in a response, for example 2026-06-01T12:00:00.000Z. */
export const moment = z.iso.datetime();

/** The parameters of a list. A cursor comes from the previous response. */
export const paging = {
  limit: z.coerce.number<string>().int().min(1).max(100).default(50),
  cursor: z.string().max(1200).optional(),
};

/** A page of a list. `next` is the address of the next page. Null at the end. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.strictObject({ items: z.array(item), next: z.string().nullable() });
}

/** An effect of a change on people, clients or tokens. */
export const riskSchema = object('Risk', {
  mark: z.string().meta({ description: 'The kind, for example `access_lost`.' }),
  count: z.int().meta({ description: 'Of what the kind is about. Counting stops at 1,000.' }),
  names: z.array(z.string()).meta({ description: 'The first five.' }),
  text: z.string().meta({ description: 'The same in English.' }),
  used: z.int().optional().meta({ description: 'Of the people: those who used the client in the last 90 days.' }),
  role: z.string().optional(),
  clients: z.array(z.string()).optional().meta({ description: 'The first five clients that ask.' }),
});

/** The settings as a response contains them: every one, also in groups, even if it can be left out when it is written. */
export function whole(fields: Readonly<Record<string, z.core.$ZodType>>) {
  return z.strictObject(Object.fromEntries(Object.entries(fields).map(([key, schema]) => [key, present(schema)])));
}

function present(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault) return present(schema.unwrap());
  if (schema instanceof z.ZodOptional) return present(schema.unwrap());
  // The document describes what is written, not what the configuration makes of it.
  if (schema instanceof z.ZodPipe) return present(schema.in);
  return schema instanceof z.ZodObject ? whole(schema.shape) : schema;
}

type SecretTold = {
  readonly id: string;
  readonly description: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
};

/** A secret without its value. */
export const secretSchema = object('Secret', {
  id: z.string(),
  description: z.string().nullable(),
  created_at: moment,
  expires_at: moment.nullable(),
});

export function tellSecret({ id, description, createdAt, expiresAt }: SecretTold): z.output<typeof secretSchema> {
  return {
    id,
    description,
    created_at: createdAt.toISOString(),
    expires_at: expiresAt?.toISOString() ?? null,
  };
}

/** An empty body, or no body. */
export const nothing = entry({}).optional();
