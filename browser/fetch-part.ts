/**
 * A part of a page as it is now. Leads on if the person is signed out by now.
 * @returns null if it cannot be had at the moment
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
