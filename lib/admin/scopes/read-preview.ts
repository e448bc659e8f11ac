import type { AdminContext } from '../admin-context';
import { listFewPicks, type PickAnswer, type Picked, resolvePick } from '../pick/find-picks';
import { type TryProblem, type TryQuery, type TryResult, tryClaims } from './try-claims';

/** A preview of tokens as its page shows it. */
export type TokenPreviewPage = {
  readonly asked: TryQuery;
  readonly client: PickAnswer | null;
  readonly user: PickAnswer | null;
  readonly fewClients: readonly Picked[];
  /** Null when nothing was asked, or it is not clear what. */
  readonly answer: { readonly problem: TryProblem } | { readonly result: TryResult } | null;
};

/** The claims of tokens for a client and a user by any of their names. */
export async function readPreview(admin: AdminContext, asked: TryQuery): Promise<TokenPreviewPage> {
  const client = await resolvePick(admin, 'client', asked.client);
  const user = await resolvePick(admin, 'user', asked.user);
  const fewClients = await listFewPicks(admin, 'client');
  const isClear = [client, user].every((one) => one === null || 'picked' in one);
  const exact = { client: pickedValue(client), user: pickedValue(user), scope: asked.scope };
  return { asked, client, user, fewClients, answer: isClear ? await tryClaims(admin, exact) : null };
}

function pickedValue(answer: PickAnswer | null): string | null {
  return answer !== null && 'picked' in answer ? answer.picked.value : null;
}
