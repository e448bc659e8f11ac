import { adminTexts } from '#lib/i18n/admin/texts';

const endpoints = new Map<string, string>(Object.entries(adminTexts.traces.endpoints));
const outcomes = new Map<string, string>(Object.entries(adminTexts.traces.outcomes));

/** What a step does, in words. */
export function endpointName(endpoint: string): string {
  return endpoints.get(endpoint) ?? endpoint;
}

/** How it ended; an error code stays one. */
export function outcomeName(outcome: string): string {
  return outcomes.get(outcome) ?? outcome;
}
