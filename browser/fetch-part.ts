/**
 * Fetches the current part of a page. Reloads the page if the person was signed out.
 * @returns null if the request fails
 */
export async function fetchPart(address: string, selector: string, signal?: AbortSignal): Promise<Element | null> {
  try {
    const answer = await fetch(address, signal === undefined ? {} : { signal });
    if (answer.redirected) window.location.reload();
    if (!answer.ok || answer.redirected) return null;
    return new DOMParser().parseFromString(await answer.text(), 'text/html').querySelector(selector);
  } catch {
    return null;
  }
}
