import { cors } from 'hono/cors'
import { createMiddleware } from 'hono/factory'

import { applicationNameHeader, demoIdHeader, sharePassHeader } from '#protocol/client-config.ts'

/**
 * Any origin may call: identity travels in headers the caller must hold, never in cookies. On rest/v1 an OPTIONS that is
 * no browser's question before a call goes on to the table, which answers what may be done with it.
 */
export function backendCors() {
  const answer = anyOrigin()
  return createMiddleware(async (context, next) => {
    const { req } = context
    const isPreflight = req.header('access-control-request-method') !== undefined
    if (req.method !== 'OPTIONS' || isPreflight || !req.path.startsWith('/rest/v1/')) return answer(context, next)
    await next()
    context.header('Access-Control-Allow-Origin', '*')
    return undefined
  })
}

function anyOrigin() {
  return cors({
    origin: '*',
    allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    allowHeaders: [
      'authorization',
      'apikey',
      'content-type',
      'x-client-info',
      'x-supabase-api-version',
      'accept-profile',
      'content-profile',
      'prefer',
      'range',
      'range-unit',
      'x-upsert',
      'x-metadata',
      'cache-control',
      'x-retry-count',
      'traceparent',
      'tracestate',
      'baggage',
      'if-none-match',
      applicationNameHeader,
      demoIdHeader,
      sharePassHeader,
      'x-named-email',
      'x-named-user-id',
    ],
    exposeHeaders: [
      'content-range',
      'content-location',
      'location',
      'link',
      'etag',
      'preference-applied',
      'proxy-status',
      'retry-after',
      'x-total-count',
      'x-supabase-api-version',
      'x-sb-error-code',
      'sb-request-id',
    ],
    maxAge: 86_400,
  })
}
