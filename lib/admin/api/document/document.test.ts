import { readFileSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { operations } from '../operations';
import { buildDocument } from './build-document';

const document = buildDocument(operations);

const group = z.object({
  required: z.array(z.string()).optional(),
  get properties() {
    return z.record(z.string(), group).optional();
  },
});
const parameter = z.object({ name: z.string(), required: z.boolean().optional() });
const headers = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.object({ parameters: z.array(parameter) }))),
});
const schemas = z.object({ components: z.object({ schemas: z.record(z.string(), group) }) });

describe('the document of the admin API', () => {
  it('is valid OpenAPI 3.1 to an independent validator', async () => {
    const result = await new Validator().validate(structuredClone(document));
    expect(result).toEqual({ valid: true });
  });

  it('describes every operation once, with its request and responses', () => {
    const ids = operations.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const addresses = operations.map(({ method, path }) => `${method} ${path}`);
    expect(new Set(addresses).size).toBe(addresses.length);
  });

  it('says the same as the table of docs/admin-api.md', () => {
    const rows = readFileSync('docs/admin-api.md', 'utf8').matchAll(/^\| `(\w+ \/\S*)` \| (.+) \| (\w+) \|$/gm);
    const written = [...rows].map(([, address, summary, permission]) => [address, summary, permission]);
    const told = operations.map(({ method, path, summary, permission }) => [`${method} ${path}`, summary, permission]);
    expect(written).toEqual(told);
  });

  it('says which operations need If-Match, and which reads take If-None-Match (RFC 9110 §13.1)', () => {
    const told = ({ path, method }: (typeof operations)[number], name: string) =>
      headers.parse(document).paths[path]?.[method.toLowerCase()]?.parameters.find((one) => one.name === name);
    for (const operation of operations) {
      const { id, condition, method, success } = operation;
      expect(told(operation, 'If-Match')?.required ?? false, id).toBe(condition === 'match');
      const isVersionedRead = method === 'GET' && success.isVersioned === true;
      expect(told(operation, 'If-None-Match') !== undefined, id).toBe(isVersionedRead || condition === 'create');
    }
  });

  it.each(['Client', 'Scope', 'IdentityProvider', 'Tenant', 'Portal'])(
    'requires every setting of an answer about a %s, also in groups, because an answer has every setting',
    (schema) => {
      const optional = ({ properties = {}, required = [] }: z.output<typeof group>, path: string): string[] =>
        Object.entries(properties).flatMap(([name, inner]) => [
          ...(required.includes(name) ? [] : [`${path}/${name}`]),
          ...(inner.properties === undefined ? [] : optional(inner, `${path}/${name}`)),
        ]);
      expect(optional(schemas.parse(document).components.schemas[schema] ?? expect.fail('it has none'), '')).toEqual(
        [],
      );
      const written = schemas.parse(document).components.schemas[`${schema}Write`];
      expect(written?.required ?? []).not.toContain('enabled');
    },
  );

  it('contains everything that it refers to', () => {
    const text = JSON.stringify(document);
    const { components } = document;
    const schemas =
      typeof components === 'object' && components !== null && 'schemas' in components ? components.schemas : {};
    const known = Object.keys(typeof schemas === 'object' && schemas !== null ? schemas : {});
    const used = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, ref = '']) => ref);
    expect(used.filter((ref) => !known.includes(ref.replace('#/components/schemas/', '')))).toEqual([]);
    expect(text).not.toMatch(/#\/\$defs|"\$id"/);
  });
});
