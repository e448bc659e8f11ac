import type { Context } from '#lib/protocol/context';
import { requestFrame } from '#lib/protocol/request-tenant';
import type { PageRule } from '#lib/protocol/rules/page';
import type { PageFrame } from '#lib/theme/brand';
import { type OpenDevice, type OpenInteraction, problemPage } from './load-interaction';
import type { ProblemPage } from './page-models';

/** Whose the pages of an open interaction are. */
export function frameOf(open: OpenInteraction | OpenDevice, { snapshot }: Pick<Context, 'snapshot'>): PageFrame {
  const { client } = open;
  if (open.kind === 'device') return requestFrame({ client, acrValues: open.request.acrValues }, snapshot);
  const { acrValues, display } = open.interaction.request;
  return requestFrame({ client, acrValues, display }, snapshot);
}

/** A page that says what is wrong, in the look of the interaction it belongs to. */
export function openProblem(
  open: OpenInteraction | OpenDevice,
  [status, problem]: readonly [status: number, problem: PageRule],
  context: Context,
): ProblemPage {
  return { ...problemPage(status, problem, context, open.client.clientId), frame: frameOf(open, context) };
}
