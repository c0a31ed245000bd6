import type { Hono } from 'hono'
import { z } from 'zod'

import type { AppEnv } from '#backend/http/app-env.ts'
import { createRateLimit } from '#backend/http/rate-limit.ts'
import { hearingProviders } from '#domain/hearing-providers.ts'
import type { HearingTestAnswer } from '#protocol/hearing-settings.ts'
import { refuse } from '#server/http/refusal.ts'
import { parseBody, refuseUnless } from '#server/models/model-access.ts'
import { orProblem, providerFields, settingsRoutes, tooManyTrials } from '#server/providers/settings-routes.ts'
import type { Services } from '#server/services.ts'

import { changeHearingSettings, readHearingSettings, testHearing } from './workspace-hearing-settings.ts'

/** Routes under /hearing/v1: a workspace's speech recognition, set by its admins. */
export function hearingRoutes(services: Services): Hono<AppEnv> {
  const app = settingsRoutes(services, { shape: changeShape, read: readHearingSettings, change: changeHearingSettings })
  const trials = createRateLimit({ burst: 30, refillMs: 600_000, now: services.now })

  app.post('/test', async (context) => {
    const trial = await parseBody(context, trialShape)
    if (trial === null) return refuse(context, 400, 'bad_request', 'Choose a provider to test.')
    const refusal = await refuseUnless(services, context, trial.workspaceId, 'admin')
    if (refusal !== null) return refusal
    if (!trials.take(trial.workspaceId)) return refuse(context, 429, 'too_many', tooManyTrials)
    const answer = await orProblem<HearingTestAnswer>(async () => {
      const startedAt = services.now()
      await testHearing(services, trial)
      return { ok: true, milliseconds: services.now() - startedAt }
    })
    return context.json(answer)
  })

  return app
}

const provider = z.enum(hearingProviders.map(({ value }) => value))
const { url, model, apiKey, price } = providerFields
const changeShape = z.object({
  workspaceId: z.uuid(),
  apiKey,
  settings: z.object({ is_on: z.boolean(), provider, url, model, price: price.max(999) }),
})
const trialShape = z.object({ workspaceId: z.uuid(), provider, url, model, apiKey })
