import { adminTexts } from '#lib/i18n/admin/texts';

const endpoints = new Map<string, string>(Object.entries(adminTexts.traces.endpoints));
const outcomes = new Map<string, string>(Object.entries(adminTexts.traces.outcomes));

/** The name of an endpoint, in words. */
export function endpointName(endpoint: string): string {
  return endpoints.get(endpoint) ?? endpoint;
}

/** The outcome in words. An error code stays a code. */
export function outcomeName(outcome: string): string {
  return outcomes.get(outcome) ?? outcome;
}
