import { open } from 'node:fs/promises'
import { join } from 'node:path'

import type { Context } from 'hono'

import type { AppEnv } from '#backend/http/app-env.ts'
import type { Services } from '#server/services.ts'

/**
 * GET /texts/{terms|privacy}: the operator's own text from DATA_DIR/texts/terms.txt or privacy.txt, read on every
 * request; 204 without one, and the page shows its default.
 */
export function legalText({ config, log }: Services) {
  return async (context: Context<AppEnv>): Promise<Response> => {
    const name = context.req.param('name')
    if (name !== 'terms' && name !== 'privacy') return context.text('Not found', 404)
    context.header('cache-control', 'no-cache')
    const text = await readStart(join(config.dataDir, 'texts', `${name}.txt`)).catch((error: unknown) => {
      log.warn({ err: error }, `Could not read ${name}.txt; the page shows the default text`)
      return null
    })
    return text === null || text.trim() === '' ? context.body(null, 204) : context.text(text)
  }
}

/** Capped in length; null when there is no such file. */
async function readStart(path: string): Promise<string | null> {
  const file = await open(path).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  })
  if (file === null) return null
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(bytesMax), 0, bytesMax, 0)
    return buffer.toString('utf8', 0, bytesRead)
  } finally {
    await file.close()
  }
}

const bytesMax = 200_000
