import { expect, it } from 'vitest';
import type { AdminContext } from '../admin-context';
import { defineAction } from './define-action';

const parent = { label: 'Things', href: '/admin/things' };

/** An action whose proof depends on what it is done to. */
const dropThing = defineAction({
  path: 'things/[id]/drop',
  link: 'Drop…',
  permission: 'edit',
  proof: async (_, { id }) => (id === 'crown' ? 'strict' : 'none'),
  target: async (_, { id = '' }) => ({ id }),
  question: ({ id }) => ({ title: `Drop ${id}?`, parent, button: 'Drop' }),
  event: null,
  run: async () => {},
  done: () => ({ goTo: parent.href, say: 'Dropped it.' }),
});

it.each([
  ['crown', 'strict'],
  ['spoon', 'none'],
])('tells the page of its question which proof the form will need (decision 021): %s', async (id, proof) => {
  // Nothing of the context is read.
  const admin = {} as AdminContext;
  expect(await dropThing.ask(admin, { id })).toMatchObject({ question: { title: `Drop ${id}?` }, proof });
});
