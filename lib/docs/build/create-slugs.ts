/**
 * Names the headings of one document for its links, as GitHub does, so that a link works in both places: lower case,
 * without punctuation, with hyphens for blanks, and a number at a name that is there already.
 */
export function createSlugs(): (heading: string) => string {
  const used = new Map<string, number>();
  return (heading) => {
    const slug = heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-');
    const count = used.get(slug) ?? 0;
    used.set(slug, count + 1);
    return count === 0 ? slug : `${slug}-${count}`;
  };
}
