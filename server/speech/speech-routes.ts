import type { Hono } from 'hono'
import { z } from 'zod'

import type { AppEnv } from '#backend/http/app-env.ts'
import { createRateLimit } from '#backend/http/rate-limit.ts'
import { toSpokenIn } from '#agent/languages/spoken.ts'
import { agentLanguages } from '#domain/agent-languages.ts'
import { voiceOptions } from '#domain/agent-options.ts'
import { plainSpeech, speechProviders } from '#domain/speech-providers.ts'
import { sampleTextMax, type SampleProblem, type SpeechAvailable, type SpokenText } from '#protocol/speech-settings.ts'
import { pronunciationsShape, speedShape } from '#server/agents/agent-snapshot.ts'
import { readJson } from '#server/http/read-json.ts'
import { refuse } from '#server/http/refusal.ts'
import { refuseUnless } from '#server/http/refuse-unless.ts'
import { ModelError } from '#server/models/language-model.ts'
import { providerFields, settingsRoutes } from '#server/providers/settings-routes.ts'
import type { Services } from '#server/services.ts'

import { speakSample } from './speech-sample.ts'
import { changeSpeechSettings, openSpeechTrial, readSpeechSettings } from './speech-settings.ts'

/** Routes under /speech/v1: a workspace's speech provider, set by admins and tested by editors. */
export function speechRoutes(services: Services): Hono<AppEnv> {
  const app = settingsRoutes(services, { shape: changeShape, read: readSpeechSettings, change: changeSpeechSettings })
  const samples = createRateLimit({ burst: 60, refillMs: 600_000, now: services.now })

  app.get('/available', async (context) => {
    const workspaceId = context.req.query('workspace') ?? ''
    const refusal = await refuseUnless(services, context, workspaceId, 'viewer')
    if (refusal !== null) return refusal
    const answer: SpeechAvailable = { isAvailable: (await services.speech.find(workspaceId)) !== null }
    return context.json(answer)
  })

  app.post('/spoken-text', async (context) => {
    const written = await readJson(context, writtenShape)
    if (written === null) return refuse(context, 400, 'bad_request', 'This sample can’t be spoken.')
    const { workspaceId, text, pronunciations, lang } = written
    const refusal = await refuseUnless(services, context, workspaceId, 'editor')
    if (refusal !== null) return refusal
    const answer: SpokenText = { text: toSpokenIn(lang, text, pronunciations) }
    return context.json(answer)
  })

  app.post('/sample', async (context) => {
    const sample = await readJson(context, sampleShape)
    if (sample === null) return refuse(context, 400, 'bad_request', 'This sample can’t be spoken.')
    const { workspaceId, trial, voice, text, lang, ...style } = sample
    const refusal = await refuseUnless(services, context, workspaceId, trial === undefined ? 'editor' : 'admin')
    if (refusal !== null) return refusal
    if (!samples.take(workspaceId)) return refuse(context, 429, 'too_many', tooManySamples)
    try {
      const speech =
        trial === undefined
          ? await services.speech.find(workspaceId)
          : await openSpeechTrial(services, workspaceId, trial)
      if (speech === null) return refuse(context, 409, 'no_provider', 'No speech provider is set.')
      const sound = await speakSample(services, speech, workspaceId, { voice, text, lang, style })
      return context.body(sound, 200, { 'content-type': 'audio/wav' })
    } catch (error) {
      if (!(error instanceof ModelError)) throw error
      // A provider's failure is a normal answer here, not a server error.
      const answer: SampleProblem = { ok: false, problem: error.message }
      return context.json(answer)
    }
  })

  return app
}

const tooManySamples = 'Too many samples were played. Try again in a few minutes.'
const provider = z.enum(speechProviders.map(({ value }) => value))
const { url, model, apiKey, price, limit } = providerFields
const voice = z.enum(voiceOptions.map(({ value }) => value))
const lang = z.enum(agentLanguages.map(({ value }) => value)).default('en')
const voiceId = z
  .string()
  .trim()
  .regex(/^[\w+.: -]{0,200}$/)
  .optional()
const voices = z.object({
  male_professional: voiceId,
  female_professional: voiceId,
  female_friendly: voiceId,
  male_casual: voiceId,
})
const changeShape = z.object({
  workspaceId: z.uuid(),
  apiKey,
  settings: z.object({
    is_on: z.boolean(),
    provider,
    url,
    model,
    voices,
    price,
    conversation_budget_cents: limit,
    agent_daily_budget_cents: limit,
    daily_budget_cents: limit,
    monthly_budget_cents: limit,
    conversation_characters_max: limit,
    daily_characters_max: limit,
  }),
})
const writtenShape = z.object({
  workspaceId: z.uuid(),
  text: z.string().max(sampleTextMax),
  pronunciations: pronunciationsShape,
  lang,
})
const sampleShape = z.object({
  workspaceId: z.uuid(),
  voice,
  text: z.string().trim().min(1).max(sampleTextMax).default('Hello. Shall I show you around? It takes two minutes.'),
  lang,
  speed: speedShape.default(plainSpeech.speed),
  pronunciations: pronunciationsShape.default([]),
  trial: z.object({ provider, url, model, voices, apiKey }).optional(),
})
