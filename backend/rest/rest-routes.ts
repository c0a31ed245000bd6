import type { Context } from 'hono'
import { Hono } from 'hono'

import { createClientAddress } from '#backend/http/client-address.ts'
import type { Caller } from '#backend/database/database.ts'
import { createNetworkLimit } from '#backend/http/network-limit.ts'
import { createVolumeLimit } from '#backend/http/volume-limit.ts'
import { ownOrigin } from '#backend/http/own-origin.ts'
import type { AppEnv } from '#backend/http/app-env.ts'
import { logFailure } from '#backend/http/log-failure.ts'
import type { Services } from '#backend/services.ts'

import { answerCall } from './call-request.ts'
import { answerOpenApi } from './open-api.ts'
import { withQueryValues } from './query-values.ts'
import { asRestError, renderRestError, unexpectedFailure } from './render-rest-error.ts'
import { ReadCache } from './read-cache.ts'
import { RequestQuery } from './request-query.ts'
import type { RestAnswer } from './rest-answer.ts'
import { toResponse } from './rest-answer.ts'
import {
  anonymousDisabled,
  badToken,
  invalidPath,
  schemaNotExposed,
  tooManyLookups,
  tooMuchWritten,
} from './rest-error.ts'
import type { RestContext } from './run-request.ts'
import { noTransactionSettings } from './role-settings.ts'
import { answerTable } from './table-request.ts'

/**
 * rest/v1: tables and functions of the exposed schemas, with PostgREST's API. Each request is one statement in one
 * transaction as the caller; the database alone decides on access.
 */
export function restRoutes(services: Services, lookupTable: string | null): Hono<AppEnv> {
  const { database, now, log } = services
  const { schemaCache: cache } = services
  const addressOf = createClientAddress(services.config.trustedProxies)
  const lookups = createNetworkLimit({ burst: lookupsPerMinute, refillMs: 60_000, now })
  const written = createVolumeLimit({ accountBytes: 500_000_000, networkBytes: 2_000_000_000, now })
  const reads = new ReadCache()
  let isListening = false
  const app = new Hono<AppEnv>()
  app.all('/rpc/:name', (context) => respond(context, (rest) => answerCall(rest, context.req.param('name'))))
  const describe = (context: Context<AppEnv>) =>
    respond(context, (rest) => answerOpenApi(rest, ownOrigin(services.config, context.req.header('host'))))
  app.all('/', describe)
  app.all('/:table', (context) => {
    const table = context.req.param('table')
    return respond(context, (rest) => {
      if (table === lookupTable && !mayLookUp(context)) throw tooManyLookups()
      return answerTable(rest, table)
    })
  })
  // The router treats a trailing slash as another path.
  app.all('*', (context) =>
    context.req.path.endsWith('/rest/v1/') ? describe(context) : respond(context, () => Promise.reject(invalidPath())),
  )
  return app

  /** The tracker looks up once per page load; more look-ups mean someone is guessing emails. */
  function mayLookUp(context: Context<AppEnv>): boolean {
    const address = context.get('caller').role === 'anon' ? addressOf(context) : null
    return address === null || lookups.take(address)
  }

  function senderOf(context: Context<AppEnv>): string {
    return `${addressOf(context) ?? ''} ${String(context.get('caller').claims?.['sub'] ?? '')}`
  }

  /** Counts a received body. In-process calls have no address. */
  function countBody(context: Context<AppEnv>, bytes: number): void {
    const { role, claims } = context.get('caller')
    const address = role === 'service_role' ? null : addressOf(context)
    if (address === null) return
    const account = role === 'anon' ? null : `${role} ${String(claims?.['sub'] ?? '')}`
    const waitMs = written.take({ address, account }, bytes)
    if (waitMs > 0) throw tooMuchWritten(waitMs)
  }

  /** Starts with the first request; migrations send `notify pgrst` after changing the schema. */
  function listenForChanges(): void {
    if (isListening) return
    isListening = true
    const invalidate = () => cache.invalidate()
    database.listen('pgrst', invalidate).catch((error: unknown) => {
      isListening = false
      log.warn({ err: error }, 'schema changes are noticed late: LISTEN failed')
    })
  }

  async function respond(
    context: Context<AppEnv>,
    answer: (rest: RestContext) => Promise<RestAnswer>,
  ): Promise<Response> {
    listenForChanges()
    const request = context.req.raw
    const query = new RequestQuery(request.url)
    const isLookup = context.req.param('table') === lookupTable
    const caller = withQueryValues(withOwnPath(context.get('caller')), query, isLookup)
    try {
      const problem = context.get('tokenProblem')
      if (problem !== null && problem !== undefined) {
        throw badToken(problem)
      }
      const { config, transactions } = await cache.settled()
      if (caller.claims?.['role'] === undefined && !config.isAnonymousAllowed) {
        throw anonymousDisabled()
      }
      const schemaName = requestedSchema(caller, config.schemas)
      const schema = cache.view(schemaName)
      const roleSettings = transactions.get(caller.role) ?? noTransactionSettings
      const answered = await answer({
        database,
        config,
        roleSettings,
        schema,
        caller,
        request,
        query,
        reads,
        sender: caller.role === 'service_role' ? null : senderOf(context),
        onBody: (bytes) => countBody(context, bytes),
      })
      const hasProfile = config.schemas.length > 1 && 'Content-Type' in answered.headers
      const profile = hasProfile ? { 'Content-Profile': schemaName } : {}
      return toResponse({ ...answered, headers: { ...answered.headers, ...profile } })
    } catch (error) {
      const refusal = asRestError(error, caller) ?? unexpectedFailure()
      if (refusal.status >= 500) {
        logFailure(log, error, context.get('requestId'), 'A rest request failed')
      }
      return toResponse(renderRestError(refusal))
    }
  }
}

/** `request.path` without the service's prefix, as in PostgREST. */
function withOwnPath(caller: Caller): Caller {
  return { ...caller, path: caller.path.startsWith(ownPath) ? caller.path.slice(ownPath.length) : caller.path }
}

const ownPath = '/rest/v1'

/** supabase-js names the schema on every call. */
function requestedSchema({ method, headers }: Caller, exposed: readonly string[]): string {
  const isRead = method === 'GET' || method === 'HEAD'
  const [first = 'public'] = exposed
  const schema = headers[isRead ? 'accept-profile' : 'content-profile'] ?? first
  if (!exposed.includes(schema)) {
    throw schemaNotExposed(schema, exposed)
  }
  return schema
}

const lookupsPerMinute = 60
