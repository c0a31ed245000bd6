import type { Context } from 'hono'
import { Hono } from 'hono'

import type { AppEnv, Services } from '#server/services.ts'

import { answerCall } from './call-request.ts'
import { asRestError, renderRestError, unexpectedFailure } from './render-rest-error.ts'
import type { RestAnswer } from './rest-answer.ts'
import { toResponse } from './rest-answer.ts'
import { badToken, invalidPath, schemaNotExposed } from './rest-error.ts'
import { SchemaCache } from './schema-cache.ts'
import type { RestContext } from './table-request.ts'
import { answerTable } from './table-request.ts'

/**
 * rest/v1: the tables and functions of schema `public`, in the words of PostgREST. Each request is one statement in one
 * transaction as the caller; who may see what is decided by the database alone.
 */
export function restRoutes(services: Services): Hono<AppEnv> {
  const schema = new SchemaCache(services.database, services.now)
  const app = new Hono<AppEnv>()
  app.all('/rpc/:name', (context) => respond(context, (rest) => answerCall(rest, context.req.param('name'))))
  app.all('/:table', (context) => respond(context, (rest) => answerTable(rest, context.req.param('table'))))
  app.all('*', (context) => respond(context, () => Promise.reject(invalidPath())))
  return app

  async function respond(
    context: Context<AppEnv>,
    answer: (rest: RestContext) => Promise<RestAnswer>,
  ): Promise<Response> {
    const caller = context.get('caller')
    const request = context.req.raw
    try {
      const problem = context.get('tokenProblem')
      if (problem !== null && problem !== undefined) {
        throw badToken(problem)
      }
      refuseOtherSchemas(request)
      return toResponse(await answer({ database: services.database, schema, caller, request }))
    } catch (error) {
      const refusal = asRestError(error, caller) ?? unexpectedFailure()
      if (refusal.status >= 500) {
        services.log.error({ err: error, requestId: context.get('requestId') }, 'a rest request failed')
      }
      return toResponse(renderRestError(refusal))
    }
  }
}

/** supabase-js names the schema on every call; we serve one. */
function refuseOtherSchemas(request: Request): void {
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  const schema = request.headers.get(isRead ? 'accept-profile' : 'content-profile')
  if (schema !== null && schema !== 'public') {
    throw schemaNotExposed(schema)
  }
}
