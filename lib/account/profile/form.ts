import { createId } from '#lib/crypto/random';
import { isUniqueViolation } from '#lib/db/transaction';
import { form } from '#lib/forms/form';
import { file, once, text } from '#lib/forms/read-posted';
import { isLanguage } from '#lib/i18n/locales';
import { type Wording, wording } from '#lib/i18n/translate';
import { wakeJob } from '#lib/jobs/start-jobs';
import { mailJob } from '#lib/mail/queue-mail';
import { drawPicture, isPictureError } from '#lib/pictures/draw-picture';
import { pictureType } from '#lib/pictures/picture-kind';
import { type AddressLimit, reserveAddress } from '#lib/ratelimit/reserve-address';
import { writeLanguageCookie } from '#lib/sessions/language-cookie';
import { isTimeZone } from '#lib/sessions/time-zone';
import { updateAccount } from '#lib/sessions/update-account';
import type { Settings } from '#lib/settings/settings';
import { peoplePath } from '#lib/tenants/person-picture';
import { notifyPerson } from '#lib/users/notify-person';
import { mayHaveName, parseUsername } from '#lib/users/username';
import { line } from '#lib/vocabulary/text';
import { changeOwn } from '../change-own';
import { done, fresh, person, problem } from '../person';
import { changeProfile, readManagedClaims } from './change-profile';
import { deletePicture, savePicture } from './picture-store';
import { nameFields } from './read';

const nameText = line(100);

/** Of a provider, it may be longer than what may be typed. */
const typedName = text(10_000);

/**
 * POST /account/name/submit: the name and its parts. Values that a provider manages stay. An empty field removes the
 * claim.
 */
const nameForm = form('/account/name/submit', {
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
    return done(wording('account.name.done'), post, context, { to: '/account/profile' });
  },
});

/** The form reveals that a name is taken. The limit stops a person who tries a thousand names. */
const attempts: AddressLimit = { name: 'rename', perAddress: 20, windowSeconds: 3600 };

/**
 * POST /account/username/submit: changes the username, with which the person signs in. No other account may have the
 * same name in any spelling.
 */
const usernameForm = form('/account/username/submit', {
  who: person,
  proof: fresh,
  fields: { username: text(10_000) },
  handle: async (post, { username: typed }, _, context) => {
    const field = 'username';
    if (typed === '') return problem(wording('login.problem.missing_username'), field);
    const name = parseUsername(typed);
    // security #116: a name in the form of an address belongs to the account that verified it.
    if (name === null || !mayHaveName(name, post.session.user.claims)) {
      return problem(wording('account.username.problem.username_invalid'), field);
    }
    const { allowed } = await reserveAddress(context.db, post.caller.clientAddress, attempts, context.now);
    if (!allowed) return problem(wording('error.too_many_requests.text'), field);
    try {
      await changeOwn(post, context, async (tx, user) => {
        if (name.username === user.username) return [];
        const by = { actor: { kind: 'user', id: user.sub, name: user.username } } as const;
        const change = { before: user, after: { ...user, ...name } };
        await updateAccount(tx, post.proof, change, { now: context.now, by });
        const { place, origin } = post;
        const alarm = { kind: 'username_changed', values: { username: name.username, ...place } } as const;
        await notifyPerson(tx, user, alarm, { secret: context.settings.secret, now: context.now, origin });
        return [{ type: 'user.updated', details: { changed: ['username'] } }];
      });
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      return problem(wording('sign_up.problem.username_taken'), field);
    }
    wakeJob(mailJob);
    return done(wording('account.username.done'), post, context, { to: '/account/profile' });
  },
});

/**
 * POST /account/language/submit: the language of pages and mails, and the time zone. An empty value removes the claim.
 */
const languageForm = form('/account/language/submit', {
  who: person,
  proof: 'none',
  fields: { locale: text(100), zoneinfo: text(100) },
  handle: async (post, { locale, zoneinfo }, _, context) => {
    if (locale !== '' && !isLanguage(locale)) return problem(wording('account.language.problem'), 'locale');
    if (zoneinfo !== '' && !isTimeZone(zoneinfo)) return problem(wording('account.language.zone_problem'), 'zoneinfo');
    const managed = await readManagedClaims(post.session.sub, context);
    const chosen = Object.entries({ locale, zoneinfo }).filter(([name]) => !managed.has(name));
    await changeOwn(post, context, async (tx, user) => {
      const changed = await changeProfile(tx, user, Object.fromEntries(chosen), context.now);
      return changed.length === 0 ? [] : [{ type: 'user.updated', details: { changed } }];
    });
    const cookies = managed.has('locale') ? [] : saveInBrowser(locale, context);
    return done(wording('account.language.done'), post, context, { to: '/account/profile', cookies });
  },
});

/**
 * Stores the language in the browser too. Otherwise, a language that was chosen at the foot of a page would take
 * precedence over the profile for a while.
 */
function saveInBrowser(locale: string, { settings, now }: { readonly settings: Settings; readonly now: Date }) {
  return isLanguage(locale) ? [writeLanguageCookie({ locale, chosenAt: now }, settings)] : [];
}

/** The maximum size of the chosen file, and of the form with it, in bytes. */
const maximumBytes = 1024 * 1024;
const maxBodyBytes = 1.5 * maximumBytes;

/** The redrawn picture: a square, in pixels. */
const square = { width: 384, height: 384, fill: true } as const;

/**
 * POST /account/picture/submit: redraws the chosen file as a square and sets the claim `picture` to its address
 * (security #126). `remove` deletes both.
 */
const pictureForm = form('/account/picture/submit', {
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
      return done(wording('account.picture.removed'), post, context, { to: '/account/profile' });
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
    return done(wording('account.picture.done'), post, context, { to: '/account/profile' });
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

export const profileForms = [nameForm, usernameForm, languageForm, pictureForm];
