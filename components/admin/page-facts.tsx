import type { ServerResponse } from 'node:http';
import type { StepUpView } from '#lib/admin/access/ways-to-confirm';
import { responseStorage } from '#lib/http/response-storage';
import { plainTimeView, type TimeView } from '#lib/i18n/admin/format';
import { singleton } from '#lib/singleton';

/** What the content of a page needs to know of its request. */
type PageFacts = {
  /** How it shows times. */
  readonly times: TimeView;
  /** The address of each list as this browser last saw it, with its search, filters and place. */
  readonly lists: ReadonlyMap<string, string>;
  readonly forms: PageForms;
};

/** What every form of a page needs to know of its request. */
type PageForms = {
  /** The value of the hidden field `csrf`. */
  readonly csrf: string;
  /** How the person can confirm their identity. Null for a person who can change nothing. */
  readonly stepUp: StepUpView | null;
  /** The query of the page, which it has again when a form comes back. */
  readonly query: string;
  /** The path and query of the page. */
  readonly address: string;
};

const plain: PageFacts = {
  times: plainTimeView,
  lists: new Map(),
  forms: { csrf: '', stepUp: null, query: '', address: '' },
};

/** How the page that is being rendered shows times. */
export function timeView(): TimeView {
  return findFacts().times;
}

/** Where a link to a list leads. */
export function lastAddress(path: string): string {
  return findFacts().lists.get(path) ?? path;
}

/** What the forms of the page that is being rendered need. */
export function pageForms(): PageForms {
  return findFacts().forms;
}

/** Sets facts of the page, before its content is rendered. */
export function setPageFacts(facts: Partial<PageFacts>): void {
  const response = responseStorage().getStore();
  if (response !== undefined) factsOf().set(response, { ...findFacts(), ...facts });
}

function findFacts(): PageFacts {
  const response = responseStorage().getStore();
  return (response && factsOf().get(response)) ?? plain;
}

function factsOf(): WeakMap<ServerResponse, PageFacts> {
  return singleton('page-facts', () => new WeakMap<ServerResponse, PageFacts>());
}
