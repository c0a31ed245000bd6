import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'

import { startFakeProvider, type FakeRequest } from '#support/fake-models/fake-provider.ts'
import { startFakeSpeech, type FakeSpeech } from '#support/fake-speech.ts'
import { makeDemo, type MadeDemo } from '#support/make-demo.ts'
import { startServer, type ServerProcess } from '#support/server-process.ts'

export const notes = [
  'The dashboard shows revenue for the last 30 days.',
  'Colleagues are invited by email.',
  'Statements come from ING and Revolut.',
  'Exports run every night at 02:00 UTC. They are kept for 90 days.',
]

/** A server whose agent speaks through a loopback provider, or with the browser's own voice, beside a demo. */
export interface TalkingDemo {
  readonly server: ServerProcess
  readonly demo: MadeDemo
  readonly speech: FakeSpeech
  readonly close: () => Promise<void>
}

interface TalkingDemoOptions {
  /** False: the agent has the browser's own voice. */
  readonly hasProvider?: boolean
  /** The agent's answers are worded by a model on loopback whose first byte takes this long. */
  readonly modelMs?: number
  readonly env?: Readonly<Record<string, string>>
}

export async function startTalkingDemo(options: TalkingDemoOptions = {}): Promise<TalkingDemo> {
  const { hasProvider = true, modelMs, env } = options
  const model = modelMs === undefined ? null : await startFakeProvider('openai-compatible')
  if (model !== null) model.answer = (request) => ({ ...quoteFirstNote(request), delayMs: modelMs ?? 0 })
  const speech = await startFakeSpeech('openai-compatible')
  const provider = {
    TTS_PROVIDER: 'openai-compatible',
    TTS_URL: speech.url,
    TTS_CONVERSATION_CHARACTERS: '9999999',
    TTS_DAILY_CHARACTERS: '99999999',
  }
  const wording = model !== null && {
    LLM_PROVIDER: 'openai-compatible',
    LLM_URL: model.url,
    LLM_MODEL: 'stub',
    LLM_CONVERSATION_TOKENS: '99999999',
    LLM_DAILY_TOKENS: '99999999',
  }
  const server = await startServer({ env: { AGENT_LIMITS: 'off', ...(hasProvider && provider), ...wording, ...env } })
  const png = await sharp({ create: { width: 1_440, height: 900, channels: 3, background: '#334466' } })
    .png()
    .toBuffer()
  const titles = ['Open the dashboard', 'Invite a colleague', 'Connect a bank', 'Schedule an export']
  const demo = await makeDemo(server.url, {
    name: 'Ledgerline reports',
    steps: titles.map((title, index) => ({ png, width: 1_440, height: 900, title, description: notes[index] ?? '' })),
  })
  return {
    server,
    demo,
    speech,
    close: async () => {
      await server.stop()
      await speech.close()
      await model?.close()
    },
  }
}

/** A model that answers with the first of the notes it was sent. */
function quoteFirstNote({ body }: FakeRequest): { readonly text: readonly string[] } {
  const asked = JSON.stringify(body).replaceAll('\\', '')
  const [, name, text] = /"name":"(k\d+)","about":"[^"]*","text":"([^"]*)"/.exec(asked) ?? []
  return { text: name === undefined ? ['[?]'] : [`[${name}] ${text}\n`] }
}

export const panelOf = (page: Page) => page.getByRole('dialog')

/** Opens the agent's panel and presses the microphone; the note about voice is shown. */
export async function chooseVoice(page: Page, { server, demo }: TalkingDemo): Promise<void> {
  await page.goto(`${server.url}/demo/${demo.id}/play`)
  await page.getByRole('button', { name: 'Ask about this demo' }).click()
  await panelOf(page).getByRole('button', { name: 'Talk', exact: true }).click()
  await expect(panelOf(page).getByRole('region', { name: 'Talk with your voice' })).toBeVisible()
}

/** Accepts it, and waits until the agent listens. */
export async function startTalking(page: Page, talking: TalkingDemo): Promise<void> {
  await chooseVoice(page, talking)
  await panelOf(page).getByRole('button', { name: 'Start talking' }).click()
  await expect(panelOf(page).getByRole('button', { name: 'Microphone', pressed: true })).toBeVisible()
}
