/** A visited page of an object. */
export type Visit = { readonly href: string; readonly name: string };

const key = 'signet-visits';
const kept = 8;

/** The page of an existing client, user, scope, provider or tenant. */
const objectPage = /^\/admin\/(?:clients|users|scopes|providers|tenants)\/(?!(?:new|import|bulk)$)[^/]+$/;

/** Remembers the object of this page in this browser, and forgets all objects when the person signs out. */
export function recordVisit(): void {
  const name = document.querySelector('main > header h1')?.textContent.trim() ?? '';
  const href = window.location.pathname;
  if (name !== '' && objectPage.test(href)) {
    const others = listVisits().filter((visit) => visit.href !== href);
    store([{ href, name }, ...others].slice(0, kept));
  }
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('a[href="/logout"]')) store([]);
  });
}

/** The objects that this person visited, latest first. */
export function listVisits(): readonly Visit[] {
  try {
    const stored: unknown = JSON.parse(window.localStorage.getItem(key) ?? '{}');
    if (typeof stored !== 'object' || stored === null || !('by' in stored) || !('visits' in stored)) return [];
    return stored.by === person() && Array.isArray(stored.visits) ? stored.visits.filter(isVisit) : [];
  } catch {
    return [];
  }
}

function store(visits: readonly Visit[]): void {
  try {
    if (visits.length === 0) window.localStorage.removeItem(key);
    else window.localStorage.setItem(key, JSON.stringify({ by: person(), visits }));
  } catch {
    // Storage is not available.
  }
}

/** Visits belong to one person, so that the next person to sign in does not see them. */
function person(): string | undefined {
  return document.querySelector<HTMLElement>('[data-palette]')?.dataset.palette;
}

function isVisit(value: unknown): value is Visit {
  if (typeof value !== 'object' || value === null || !('href' in value) || !('name' in value)) return false;
  return typeof value.href === 'string' && objectPage.test(value.href) && typeof value.name === 'string';
}
