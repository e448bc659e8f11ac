import type { ApplicationKind } from '../application-kind';
import { aspNetApiGuide, mcpGuide, springApiGuide } from './apis';
import type { ApiFacts, Guide, GuideFacts } from './guide';
import { curlMachineGuide, deviceGuide, goMachineGuide, nodeMachineGuide } from './machines';
import { authJsGuide, expressGuide, nextGuide, passportGuide } from './node-servers';
import { androidGuide, appleGuide, spaGuide } from './people';
import { gitLabGuide, grafanaGuide, kubernetesGuide } from './products';
import { apacheGuide, nginxGuide, oauth2ProxyGuide } from './proxies';
import { djangoGuide, pythonGuide } from './python';
import { rustGuide } from './rust';
import { aspNetGuide, goGuide, springGuide } from './servers';

type Guides = readonly ((facts: GuideFacts) => Guide)[];

const guides: Readonly<Record<ApplicationKind, Guides>> = {
  web: [
    authJsGuide,
    nextGuide,
    expressGuide,
    passportGuide,
    springGuide,
    aspNetGuide,
    djangoGuide,
    pythonGuide,
    goGuide,
    rustGuide,
    oauth2ProxyGuide,
    nginxGuide,
    apacheGuide,
    grafanaGuide,
    gitLabGuide,
  ],
  spa: [spaGuide],
  native: [appleGuide, androidGuide, kubernetesGuide],
  device: [deviceGuide],
  machine: [curlMachineGuide, nodeMachineGuide, goMachineGuide],
};

/** The guides for a kind of application, filled in. Pure. */
export function guidesFor(kind: ApplicationKind, facts: GuideFacts): readonly Guide[] {
  return guides[kind].map((guide) => guide(facts));
}

/** The guides for an API that is called with our access tokens, filled in. Pure. */
export function guidesForApi(facts: ApiFacts): readonly Guide[] {
  return [springApiGuide, aspNetApiGuide, mcpGuide].map((guide) => guide(facts));
}
