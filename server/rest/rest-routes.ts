import type { Context } from 'hono'
import { Hono } from 'hono'

import type { AppEnv, Services } from '#server/services.ts'

import { answerCall } from './call-request.ts'
import { answerOpenApi } from './open-api.ts'
import { asRestError, renderRestError, unexpectedFailure } from './render-rest-error.ts'
import type { RestAnswer } from './rest-answer.ts'
import { toResponse } from './rest-answer.ts'
import { defaultRestConfig } from './rest-config.ts'
import { anonymousDisabled, badToken, invalidPath, schemaNotExposed } from './rest-error.ts'
import type { RestContext } from './run-request.ts'
import { SchemaCache } from './schema-cache.ts'
import { answerTable } from './table-request.ts'

/**
 * rest/v1: the tables and functions of the exposed schemas, in the words of PostgREST. Each request is one statement in
 * one transaction as the caller; who may see what is decided by the database alone.
 */
export function restRoutes(services: Services): Hono<AppEnv> {
  const config = services.config.embedded?.rest ?? defaultRestConfig
  const cache = new SchemaCache(services.database, config.schemas, services.now)
  const app = new Hono<AppEnv>()
  app.all('/rpc/:name', (context) => respond(context, (rest) => answerCall(rest, context.req.param('name'))))
  app.all('/', (context) => respond(context, (rest) => answerOpenApi(rest, services.config.backendUrl)))
  app.all('/:table', (context) => respond(context, (rest) => answerTable(rest, context.req.param('table'))))
  app.all('*', (context) => respond(context, () => Promise.reject(invalidPath())))
  return app

  async function respond(
    context: Context<AppEnv>,
    answer: (rest: RestContext) => Promise<RestAnswer>,
  ): Promise<Response> {
    const caller = context.get('caller')
    const request = context.req.raw
    const query = new URL(request.url).searchParams
    try {
      const problem = context.get('tokenProblem')
      if (problem !== null && problem !== undefined) {
        throw badToken(problem)
      }
      if (caller.claims === null && !config.isAnonymousAllowed) {
        throw anonymousDisabled()
      }
      const schemaName = requestedSchema(request)
      const schema = cache.view(schemaName)
      const answered = await answer({ database: services.database, config, schema, caller, request, query })
      const hasProfile = config.schemas.length > 1 && 'Content-Type' in answered.headers
      const profile = hasProfile ? { 'Content-Profile': schemaName } : {}
      return toResponse({ ...answered, headers: { ...answered.headers, ...profile } })
    } catch (error) {
      const refusal = asRestError(error, caller) ?? unexpectedFailure()
      if (refusal.status >= 500) {
        services.log.error({ err: error, requestId: context.get('requestId') }, 'a rest request failed')
      }
      return toResponse(renderRestError(refusal))
    }
  }

  /** supabase-js names the schema on every call. */
  function requestedSchema(request: Request): string {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const [first = 'public'] = config.schemas
    const schema = request.headers.get(isRead ? 'accept-profile' : 'content-profile') ?? first
    if (!config.schemas.includes(schema)) {
      throw schemaNotExposed(schema, config.schemas)
    }
    return schema
  }
}
