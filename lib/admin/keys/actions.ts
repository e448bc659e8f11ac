import { revokeRecorded } from '#lib/config/revoke-recorded';
import { rotateRecorded } from '#lib/config/rotate-recorded';
import { adminTexts } from '#lib/i18n/admin/texts';
import { refreshSnapshot, takeIntoUse } from '#lib/snapshot/current';
import { type AdminContext, authorshipOf } from '../admin-context';
import { notFound } from '../admin-error';
import { type Action, defineAction } from '../kit/define-action';
import { answerKeys, listed } from './api';
import { planRotation, readKey } from './read';
import { texts } from './texts';

const parent = { label: texts.title, href: '/admin/keys' };

/** Announces a new key for every algorithm. The keys start to sign when every cached key set contains them. */
export const rotateKeys = defineAction({
  path: 'keys/rotate',
  link: texts.rotate.link,
  permission: 'own',
  proof: 'sudo',
  target: planRotation,
  question: ({ isRotating, algs, activatesAt, expiresAt }) => {
    const { title, text, under, now, published, signs, ends, button } = texts.rotate;
    if (isRotating) return { title, parent, refused: under };
    const steps = [
      [now, published(algs)],
      [activatesAt, signs],
      [expiresAt, ends],
    ] as const;
    return { title, parent, text, steps, button, isSafe: true };
  },
  event: 'key.rotated',
  run: async (admin) => {
    const { db, now, settings } = admin;
    const rotations = await rotateRecorded(db, { secret: settings.secret, now, by: authorshipOf(admin) });
    await useKeys(admin);
    // Another administrator may have rotated the keys since the page was shown.
    return rotations.some(({ created }) => created);
  },
  done: (_, isNew) => ({ goTo: parent.href, say: isNew ? texts.rotate.done : adminTexts.flash.unchanged }),
  api: {
    id: 'rotateKeys',
    summary: 'Rotate the signing keys',
    description:
      'Publishes a new key for every algorithm. The keys start signing once every cached key set contains them. If a rotation is in progress, nothing changes.',
    success: listed,
    answer: answerKeys,
  },
});

/** Ends a key immediately, for example because it is compromised, and replaces it if necessary. */
export const revokeKey = defineAction({
  path: 'keys/[kid]/revoke',
  link: texts.revoke.link,
  permission: 'own',
  proof: 'strict',
  target: (admin, { kid = '' }) => readKey(admin, kid),
  typed: ({ kid }) => kid,
  question: ({ alg, use, phase }) => {
    const { title, text, effects, button } = texts.revoke;
    const { stops, stays } = effects[use];
    return {
      ...{ title, text, parent, button },
      about: phase === 'expired' ? alg : `${alg} · ${texts.phases[phase]}`,
      stops: stops[phase],
      stays: phase === 'active' ? stays : [],
    };
  },
  event: 'key.revoked',
  run: async (admin, { kid }) => {
    const { db, now, settings } = admin;
    const done = await revokeRecorded(db, { kid, secret: settings.secret, now, by: authorshipOf(admin) });
    if (done === null) throw notFound();
    await useKeys(admin);
  },
  done: () => ({ goTo: parent.href, say: texts.revoke.done }),
  api: {
    id: 'revokeKey',
    summary: 'Revoke a key',
    description: 'Tokens it signed stop working here. A key in use is replaced right away.',
    success: listed,
    answer: answerKeys,
  },
});

async function useKeys({ now, log }: AdminContext): Promise<void> {
  await takeIntoUse(() => refreshSnapshot(now), log);
}

export const keyActions: readonly Action[] = [rotateKeys, revokeKey];
