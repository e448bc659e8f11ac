import { createId } from '#lib/crypto/random';
import { form } from '#lib/forms/form';
import { file, once } from '#lib/forms/read-posted';
import { type Wording, wording } from '#lib/i18n/translate';
import { drawPicture, isPictureError } from '#lib/pictures/draw-picture';
import { pictureType } from '#lib/pictures/picture-kind';
import { changeOwn } from '../change-own';
import { done, person, problem } from '../person';
import { peoplePath } from '../person-view';
import { changeProfile, readManagedClaims } from './change-profile';
import { deletePicture, savePicture } from './picture-store';

/** The maximum size of the chosen file, and of the form with it, in bytes. */
const maximumBytes = 1024 * 1024;
const maxBodyBytes = 1.5 * maximumBytes;

/** The redrawn picture: a square, in pixels. */
const square = { width: 384, height: 384, fill: true } as const;

/**
 * POST /account/picture/submit: redraws the chosen file as a square and sets the claim `picture` to its address
 * (security #126). `remove` deletes both.
 */
export const pictureForm = form('/account/picture/submit', {
  who: person,
  proof: 'none',
  fields: { picture: file(maxBodyBytes), decision: once(20) },
  maxBodyBytes,
  handle: async (post, { picture: chosen, decision }, _, context) => {
    const field = 'picture';
    const managed = await readManagedClaims(post.session.sub, context);
    const provider = managed.get('picture');
    if (provider !== undefined) return problem(wording('account.state.managed_text', { provider }), field);
    if (decision === 'remove') {
      await changeOwn(post, context, async (tx, user) => {
        await deletePicture(tx, user.sub);
        await changeProfile(tx, user, { picture: '' }, context.now);
        return [{ type: 'user.updated', details: { changed: ['picture'] } }];
      });
      return done(wording('account.picture.removed'), post, context, { to: '/account' });
    }
    const drawn = await draw(chosen, post.session.sub);
    if ('problem' in drawn) return problem(drawn.problem, field);
    const id = createId();
    const picture = `${context.settings.issuer}${peoplePath}/${id}`;
    await changeOwn(post, context, async (tx, user) => {
      await savePicture(tx, user.sub, { id, type: 'image/webp', bytes: drawn.bytes }, context.now);
      await changeProfile(tx, user, { picture }, context.now);
      return [{ type: 'user.updated', details: { changed: ['picture'] } }];
    });
    return done(wording('account.picture.done'), post, context, { to: '/account' });
  },
});

async function draw(
  chosen: File | null,
  owner: string,
): Promise<{ readonly bytes: Uint8Array<ArrayBuffer> } | { readonly problem: Wording }> {
  if (chosen === null) return { problem: wording('account.picture.problem.missing') };
  if (chosen.size > maximumBytes) return { problem: wording('account.picture.problem.too_large') };
  const file = Buffer.from(await chosen.arrayBuffer());
  const type = pictureType(file);
  // An SVG file is a document, not a photograph.
  if (type === null || type === 'image/svg+xml') return { problem: wording('account.picture.problem.type') };
  try {
    return { bytes: new Uint8Array(await drawPicture(file, square, owner)) };
  } catch (error) {
    if (!isPictureError(error)) throw error;
    const isBusy = error.code === 'picture_busy';
    return { problem: wording(isBusy ? 'login.problem.busy' : 'account.picture.problem.not_drawn') };
  }
}
