import { expect, it } from 'vitest';
import { z } from 'zod';
import { encode } from './encode';
import { moment } from './schemas';

const schema = z.strictObject({
  client_id: z.string(),
  created_at: moment,
  last_used_at: moment.nullable(),
  items: z.array(z.strictObject({ is_new: z.boolean() })),
  note: z.string().optional(),
});
const at = new Date('2026-01-01T12:00:00Z');

it('writes names and times as the schema of the document has them', () => {
  const value = { clientId: 'web', createdAt: at, lastUsedAt: null, items: [{ isNew: true }], note: undefined };
  expect(encode(schema, value)).toEqual({
    client_id: 'web',
    created_at: '2026-01-01T12:00:00.000Z',
    last_used_at: null,
    items: [{ is_new: true }],
  });
});

it('leaves out what the schema does not have, and refuses what it has and the value lacks', () => {
  const whole = { clientId: 'web', createdAt: at, lastUsedAt: at, items: [], note: 'x' };
  expect(encode(schema, Object.assign(whole, { passwordHash: 'x' }))).not.toHaveProperty('passwordHash');
  const { clientId: _, ...broken } = whole;
  expect(() => encode(schema, Object.assign(broken, {}) as typeof whole)).toThrow();
});
