import type { HttpRequest } from '#lib/http/types';
import { protectedResources } from '#lib/protocol/protected-resources';
import { matchPath } from '#lib/vocabulary/path-segment';
import { ApiProblem } from './api-problem';
import type { Operation } from './operation';

/** The path of the API. */
export const apiRoot = protectedResources.admin;

export type Matched = { readonly operation: Operation; readonly path: Readonly<Record<string, string>> };

/**
 * Finds the operation of a request, with the parameters of its path.
 * @throws ApiProblem `not_found`, or `method_not_allowed` with the allowed methods
 */
export function findOperation({ method, path }: HttpRequest, operations: readonly Operation[]): Matched {
  const segments = path.startsWith(`${apiRoot}/`) ? path.slice(apiRoot.length + 1).split('/') : [];
  const found = operations.flatMap((operation) => {
    const values = matchPath(operation.path, segments);
    return values === null ? [] : [{ operation, path: values }];
  });
  // A server has to answer HEAD where it answers GET (RFC 9110 §9.1). Node leaves out the body.
  const match = found.find(({ operation }) => operation.method === (method === 'HEAD' ? 'GET' : method));
  if (match !== undefined) return match;
  if (found.length === 0) throw new ApiProblem('not_found', 'The API does not have this address');
  const allow = found
    .flatMap(({ operation: { method } }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
    .join(', ');
  throw new ApiProblem('method_not_allowed', `This address supports ${allow}`, [], { allow });
}
