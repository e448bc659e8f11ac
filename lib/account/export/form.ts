import { z } from 'zod';
import { readExport } from '#lib/admin/users/export';
import { form } from '#lib/forms/form';
import { json } from '#lib/http/respond';
import { problemPage } from '#lib/login/problem-page';
import { respondProblem } from '#lib/login/respond';
import { reserve } from '#lib/ratelimit/reserve';
import { daySeconds } from '#lib/vocabulary/time';
import { changeOwn } from '../change-own';
import { fresh, person } from '../person';

/** The file is large, and whoever has a session could ask for it again and again. */
const perDay = 5;

/** POST /account/export/submit: the file with the person's data. The sixth one of a day is refused. */
export const exportForm = form('/account/export/submit', {
  who: person,
  proof: fresh,
  fields: { decision: z.literal('download') },
  handle: async (post, _, __, context) => {
    const { sub, user } = post.session;
    const counter = { key: `export:${sub}`, limit: perDay, windowSeconds: daySeconds };
    const { allowed, retryAfterSeconds } = await reserve(context.db, counter, context.now);
    if (!allowed) {
      return { response: respondProblem(problemPage(429, 'too_many_requests', context), retryAfterSeconds) };
    }
    await changeOwn(post, context, async () => [{ type: 'user.exported' }]);
    const response = json(200, await readExport(user, context));
    const disposition = `attachment; filename="${fileName(user.username)}"`;
    return { response: { ...response, headers: { ...response.headers, 'content-disposition': disposition } } };
  },
});

/** A header has room for ASCII only (RFC 6266 §4.3). */
function fileName(username: string): string {
  return `signet-${username.replaceAll(/[^A-Za-z0-9._-]/g, '_')}.json`;
}
