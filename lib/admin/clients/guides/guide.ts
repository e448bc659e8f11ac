import type { ApplicationKind } from '../application-kind';
import { curlMachineGuide, deviceGuide, goMachineGuide, nodeMachineGuide } from './machines';
import { expressGuide, nextGuide } from './node-servers';
import { androidGuide, appleGuide, spaGuide } from './people';
import { apacheGuide, nginxGuide } from './proxies';
import { aspNetGuide, goGuide, pythonGuide, springGuide } from './servers';

/** What a guide is filled in with. */
export type GuideFacts = {
  readonly issuer: string;
  readonly clientId: string;
  /** The application's first redirect URI; empty when it has none. */
  readonly redirectUri: string;
  /** Names with spaces between them. */
  readonly scope: string;
};

/** How an application of one kind is connected: files to copy. No file holds a secret: it comes from the environment. */
export type Guide = {
  readonly id: string;
  readonly title: string;
  /** The path of the redirect URI that the library has; null when the application chooses it. */
  readonly callbackPath: string | null;
  readonly install: string | null;
  readonly files: readonly { readonly name: string; readonly code: string }[];
};

type Guides = readonly ((facts: GuideFacts) => Guide)[];

const guides: Readonly<Record<ApplicationKind, Guides>> = {
  web: [nextGuide, expressGuide, springGuide, aspNetGuide, goGuide, pythonGuide, nginxGuide, apacheGuide],
  spa: [spaGuide],
  native: [appleGuide, androidGuide],
  device: [deviceGuide],
  machine: [curlMachineGuide, nodeMachineGuide, goMachineGuide],
};

/** The guides for a kind of application, filled in. Pure. */
export function guidesFor(kind: ApplicationKind, facts: GuideFacts): readonly Guide[] {
  return guides[kind].map((guide) => guide(facts));
}
