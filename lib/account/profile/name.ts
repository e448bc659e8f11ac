import type { Context } from '#lib/context';
import { form } from '#lib/forms/form';
import { text } from '#lib/forms/read-posted';
import { wording } from '#lib/i18n/translate';
import type { User } from '#lib/users/user';
import { line } from '#lib/vocabulary/text';
import { changeOwn } from '../change-own';
import { done, person, problem } from '../person';
import { changeProfile, readManagedClaims } from './change-profile';

export type NameField = {
  readonly field: (typeof nameFields)[number];
  readonly value: string;
  /** The provider that the value comes from. If there is one, it cannot be changed here. */
  readonly managedBy: string | null;
};

/** The fields of the page /account/name. */
export async function readName({ sub, claims }: User, context: Context): Promise<readonly NameField[]> {
  const managed = await readManagedClaims(sub, context);
  return nameFields.map((field) => {
    const value = claims[field];
    return { field, value: typeof value === 'string' ? value : '', managedBy: managed.get(field) ?? null };
  });
}

/** The parts of a name (OpenID Connect Core §5.1), in the order of the page. */
const nameFields = ['name', 'given_name', 'family_name'] as const;

const nameText = line(100);

/** Of a provider, it may be longer than what may be typed. */
const typedName = text(10_000);

/**
 * POST /account/name/submit: the name and its parts. Values that a provider manages stay. An empty field removes the
 * claim.
 */
export const nameForm = form('/account/name/submit', {
  who: person,
  proof: 'none',
  fields: { name: typedName, given_name: typedName, family_name: typedName },
  handle: async (post, values, _, context) => {
    const managed = await readManagedClaims(post.session.sub, context);
    const typed = nameFields
      .filter((field) => !managed.has(field))
      .map((field) => [field, values[field].normalize('NFC')] as const);
    const wrong = typed.find(([, text]) => text !== '' && !nameText.safeParse(text).success);
    if (wrong !== undefined) return problem(wording('account.name.problem'), wrong[0]);
    await changeOwn(post, context, async (tx, user) => {
      const changed = await changeProfile(tx, user, Object.fromEntries(typed), context.now);
      return changed.length === 0 ? [] : [{ type: 'user.updated', details: { changed } }];
    });
    return done(wording('account.name.done'), post, context, { to: '/account' });
  },
});
