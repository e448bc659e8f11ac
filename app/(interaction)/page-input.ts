import { headers } from 'next/headers';

/** A page's query from Next, in which a repeated name is a list. */
export type Query = Promise<Readonly<Record<string, string | string[] | undefined>>>;

/** The parts of the request that the interaction pages need. */
export async function pageInput(
  query: Query,
): Promise<{ interaction: string | null; cookieHeader: string | undefined }> {
  const { interaction } = await query;
  const cookieHeader = (await headers()).get('cookie') ?? undefined;
  return { interaction: typeof interaction === 'string' ? interaction : null, cookieHeader };
}
