import { headers } from 'next/headers';

/** A page's query as Next gives it: a name that came twice is a list. */
export type Query = Promise<Readonly<Record<string, string | string[] | undefined>>>;

/** What the readers of the interaction pages take from the request. */
export async function pageInput(
  query: Query,
): Promise<{ interaction: string | null; cookieHeader: string | undefined }> {
  const { interaction } = await query;
  const cookieHeader = (await headers()).get('cookie') ?? undefined;
  return { interaction: typeof interaction === 'string' ? interaction : null, cookieHeader };
}
