import type { Context } from 'hono'

import type { AppEnv } from '#backend/http/app-env.ts'
import type { Services } from '#backend/services.ts'
import { fileBytesMax } from '#backend/storage/upload-check.ts'

import { checksumAlgorithms, tusExtensions, tusVersion } from './tus-headers.ts'

/** OPTIONS: the supported protocol version, extensions and maximum size. */
export function announceTus(services: Services) {
  return (context: Context<AppEnv>): Response => {
    context.header('tus-resumable', tusVersion)
    context.header('tus-version', tusVersion)
    context.header('tus-extension', tusExtensions)
    context.header('tus-max-size', String(fileBytesMax(services)))
    context.header('tus-checksum-algorithm', checksumAlgorithms.join(','))
    return context.body(null, 204)
  }
}
