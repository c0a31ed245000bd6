import { cors } from 'hono/cors'

import { applicationNameHeader, demoIdHeader } from '#protocol/client-config.ts'

/** Any origin may call: identity travels in headers the caller must hold, never in cookies. */
export function backendCors() {
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
