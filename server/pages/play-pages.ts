import type { Context } from 'hono'

import { messages } from '#domain/messages.ts'
import type { PasswordPageInput, ProblemPageInput, RenderedPage } from '#protocol/player-page.ts'
import type { AppEnv } from '#backend/http/app-env.ts'
import { ownOrigin } from '#backend/http/own-origin.ts'
import type { Config } from '#server/settings/config.ts'

import { toPlayDocument } from './play-document.ts'
import { loadRenderer } from './play-renderer.ts'

/** The player's pages without a demo, which no cache may keep. */
export interface PlayPages {
  /** 404 with one sentence for the visitor, and exactly what is missing. */
  readonly missing: (context: Context<AppEnv>, reason: string) => Promise<Response>
  readonly problem: (context: Context<AppEnv>, status: 404 | 503, input: ProblemPageInput) => Promise<Response>
  readonly passwordForm: (
    context: Context<AppEnv>,
    status: 403 | 404 | 429 | 503,
    input: PasswordPageInput,
  ) => Promise<Response>
}

export function createPlayPages(config: Config): PlayPages {
  return {
    missing: (context, reason) =>
      problem(context, 404, { sentence: messages.demoNotFoundOrEmpty, reason, retryUrl: null }),
    problem,
    async passwordForm(context, status, input) {
      const { renderPasswordPage } = await loadRenderer()
      const wait = waitSeconds[status]
      return send(context, status, renderPasswordPage(input), wait === undefined ? {} : { 'retry-after': wait })
    },
  }

  async function problem(context: Context<AppEnv>, status: 404 | 503, input: ProblemPageInput): Promise<Response> {
    const { renderProblemPage } = await loadRenderer()
    return send(context, status, renderProblemPage(input), status === 503 ? { 'retry-after': '5' } : {})
  }

  async function send(
    context: Context<AppEnv>,
    status: number,
    page: RenderedPage,
    extra: Readonly<Record<string, string>>,
  ): Promise<Response> {
    const origin = ownOrigin(config, context.req.header('host'))
    // Not compressed: these pages are never cached, and compressing a flood of them would delay everyone.
    const { body, headers } = await toPlayDocument(config, page, { origin, encoding: 'identity' })
    return new Response(body, { status, headers: { ...headers, 'cache-control': 'no-store', ...extra } })
  }
}

const waitSeconds: Readonly<Record<number, string>> = { 429: '900', 503: '1' }
