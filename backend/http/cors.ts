import { cors } from 'hono/cors'
import { createMiddleware } from 'hono/factory'

import { applicationNameHeader, demoIdHeader, sharePassHeader } from '#protocol/client-config.ts'

/**
 * Any origin may call: identity is in headers, never in cookies. On rest/v1 and resumable uploads, an OPTIONS that
 * isn't a CORS preflight reaches the handlers.
 */
export function backendCors() {
  const answerPreflight = preflight()
  return createMiddleware(async (context, next) => {
    const { req } = context
    const isOptions = req.method === 'OPTIONS'
    const isPreflight = isOptions && req.header('access-control-request-method') !== undefined
    if (isPreflight || (isOptions && !answersOptions.test(req.path))) return answerPreflight(context, next)
    await next()
    // Set on the response's own headers; setting them earlier would copy the response.
    const { headers } = context.res
    headers.set('Access-Control-Allow-Origin', '*')
    // Uncacheable answers only need the header when an Origin was sent.
    const isForAll = !req.path.startsWith('/rest/v1/')
    if (!isOptions && (isForAll || req.header('origin') !== undefined))
      headers.set('Access-Control-Expose-Headers', exposedText)
    return undefined
  })
}

const answersOptions = /^\/(rest\/v1\/|storage\/v1\/upload\/resumable(\/|$))/

function preflight() {
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
      'x-signature',
      'x-http-method-override',
      'x-request-id',
      'tus-resumable',
      'upload-length',
      'upload-offset',
      'upload-metadata',
      'upload-defer-length',
      'upload-checksum',
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
    exposeHeaders: exposedHeaders,
    maxAge: 86_400,
  })
}

const exposedHeaders = [
  'content-range',
  'content-location',
  'location',
  'link',
  'etag',
  'preference-applied',
  'proxy-status',
  'retry-after',
  'x-total-count',
  'tus-resumable',
  'tus-version',
  'tus-extension',
  'tus-max-size',
  'tus-checksum-algorithm',
  'upload-offset',
  'upload-length',
  'upload-defer-length',
  'upload-metadata',
  'upload-expires',
  'x-supabase-api-version',
  'x-sb-error-code',
  'sb-request-id',
]
const exposedText = exposedHeaders.join(',')
