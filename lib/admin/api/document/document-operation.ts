import { z } from 'zod';
import { defineOperation, type Operation } from '../operation';
import { type ApiDocument, buildDocument } from './build-document';

/** The document that describes all others and itself. It says nothing of this installation, so anybody may read it. */
export function documentOperation(list: () => readonly Operation[]): Operation {
  let built: ApiDocument | null = null;
  return defineOperation({
    id: 'getDocument',
    method: 'GET',
    path: '/openapi.json',
    tag: 'document',
    summary: 'Get this document',
    permission: 'open',
    query: null,
    body: null,
    success: { status: 200, description: 'An OpenAPI 3.1 document.', schema: z.looseObject({ openapi: z.string() }) },
    run: async () => {
      built ??= buildDocument(list());
      return { body: built };
    },
  });
}
