import type { AdminContext } from '../admin-context';
import { listFewPicks, type PickAnswer, type Picked, resolvePick } from '../pick/find-picks';
import { type TryProblem, type TryQuery, type TryResult, tryClaims } from './try-claims';

/** The content of the page that previews tokens. */
export type TokenPreviewPage = {
  readonly asked: TryQuery;
  readonly client: PickAnswer | null;
  readonly user: PickAnswer | null;
  readonly fewClients: readonly Picked[];
  /** Null if nothing was asked, or if a name is ambiguous. */
  readonly answer: { readonly problem: TryProblem } | { readonly result: TryResult } | null;
};

/** Previews the claims of tokens. The client and the user can be given by any of their names. */
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
