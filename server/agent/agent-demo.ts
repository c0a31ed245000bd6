import { z } from 'zod'

import { defaultLanguages, matchLanguage, type AgentLanguage } from '#domain/agent-languages.ts'
import { defaultAgentName, defaultVoice, personalities, voiceOptions, type VoiceOption } from '#domain/agent-options.ts'
import { readDemoLook } from '#domain/demo-look.ts'
import { fail, succeed, type Result } from '#domain/result.ts'
import { fallbackFiller } from '#domain/variables.ts'
import { plainSpeech, type Pronunciation } from '#domain/speech-providers.ts'
import { baseLanguage } from '#domain/spoken-signs.ts'
import type { AgentVoice, ClientCapabilities } from '#protocol/agent-events.ts'
import type { PresentedDemo, PresentingAgent } from '#agent/knowledge.ts'
import { readLanguage } from '#agent/languages/read-language.ts'
import { uuid } from '#domain/uuid.ts'
import { toAgentKnowledge, passageShape, snapshotShape, type AgentSnapshot } from '#server/agents/agent-snapshot.ts'
import { procedureCaller } from '#server/backend-access/call-procedure.ts'
import type { Services } from '#server/services.ts'

import { boundNotes, boundText } from './bound-notes.ts'
import { createCoalescer } from './coalesce.ts'

/** Everything a conversation needs to know about its demo. The same object until something in it changes. */
export interface AgentDemo {
  readonly demoId: string
  readonly workspaceId: string
  /** Null while it has a default name from sign-up that names a person instead of a company. */
  readonly workspaceName: string | null
  readonly agentId: string | null
  /** The published version; null for the draft. */
  readonly version: number | null
  /** With the variables' fallbacks filled in. */
  readonly demo: PresentedDemo
  /** As the author wrote it, with variables. */
  readonly template: PresentedDemo
  readonly agent: PresentingAgent
  readonly voice: AgentVoice
  readonly pronunciations: readonly Pronunciation[]
  /** A trial of the draft: nothing is stored or booked, there is no lead, and nobody is rung. */
  readonly isTrial: boolean
}

/**
 * Loads a shared demo and the agent that presents it. To visitors, drafts, archived and unknown demos look the same,
 * so they can't probe for ids.
 */
export async function loadAgentDemo(
  services: Services,
  demoId: string,
): Promise<Result<AgentDemo, 'demoNotFound' | 'noSteps'>> {
  if (!uuid.test(demoId)) return fail('demoNotFound')
  let loader = loaders.get(services)
  if (loader === undefined) {
    loader = createLoader(services)
    loaders.set(services, loader)
  }
  return loader(demoId)
}

/** An agent's draft, presenting a demo of its workspace whatever the demo's status. */
export async function loadDraftDemo(
  services: Services,
  { agentId, demoId }: { readonly agentId: string; readonly demoId: string },
  unsaved: Partial<AgentSnapshot['agent']> = {},
): Promise<Result<AgentDemo, 'demoNotFound' | 'noSteps'>> {
  const answer = await procedureCaller(services)('load_agent_demo', { p_demo_id: demoId, p_draft_agent_id: agentId })
  if (answer === null) return fail('demoNotFound')
  const loaded = loadedShape.parse(answer)
  if (loaded.demo.steps.length === 0) return fail('noSteps')
  const { snapshot } = loaded
  const isChanged = (field: 'welcome_message' | 'demo_script'): boolean =>
    unsaved[field] !== undefined && unsaved[field] !== snapshot?.agent[field]
  const changed = snapshot && {
    ...snapshot,
    agent: { ...snapshot.agent, ...unsaved },
    // Authors want to hear what they are editing.
    demos: snapshot.demos.map((each) => ({
      ...each,
      welcome_message: isChanged('welcome_message') ? null : each.welcome_message,
      demo_script: isChanged('demo_script') ? null : each.demo_script,
    })),
  }
  return succeed(toAgentDemo({ ...loaded, snapshot: changed }, true))
}

const loaders = new WeakMap<Services, ReturnType<typeof createLoader>>()

/**
 * Caches what it has loaded, and only asks the database whether it changed. Conversations that start together share the
 * query.
 */
function createLoader(services: Services) {
  const call = procedureCaller(services)
  const known = new Map<string, { readonly stamp: string; readonly demo: AgentDemo; readonly characters: number }>()
  return createCoalescer(async (demoId: string): Promise<Result<AgentDemo, 'demoNotFound' | 'noSteps'>> => {
    const before = known.get(demoId)
    known.delete(demoId)
    const answer = await call('load_agent_demo', { p_demo_id: demoId, p_known_stamp: before?.stamp ?? '' })
    if (answer === null) return fail('demoNotFound')
    const { stamp } = stampShape.parse(answer)
    if (before?.stamp === stamp) {
      known.set(demoId, before)
      return succeed(before.demo)
    }
    const loaded = loadedShape.parse(answer)
    if (loaded.demo.steps.length === 0) return fail('noSteps')
    const demo = toAgentDemo(loaded, false)
    known.set(demoId, { stamp, demo, characters: JSON.stringify(loaded).length })
    evictOldest(known)
    return succeed(demo)
  })
}

/** Keeps the most recently used demos, limited by number and total text. */
function evictOldest(known: Map<string, { readonly characters: number }>): void {
  let total = [...known.values()].reduce((sum, { characters }) => sum + characters, 0)
  for (const [demoId, { characters }] of known) {
    if (known.size <= demosKept && total <= charactersKept) return
    if (known.size === 1) return
    known.delete(demoId)
    total -= characters
  }
}

const demosKept = 200
/** An index takes several times as much memory as its text. */
const charactersKept = 16_000_000

const stampShape = z.object({ stamp: z.string() })
const loadedShape = z.object({
  demo: z.object({
    id: z.string(),
    workspace_id: z.string(),
    workspace_name: z.string().nullable(),
    name: z.string(),
    description: z.string().nullable(),
    variables: z.unknown(),
    steps: z.array(
      z.object({
        id: z.string(),
        title: z.string().nullable(),
        description: z.string().nullable(),
        cards: z.array(z.object({ title: z.string(), description: z.string() })),
        questions: z.array(z.string()).nullable(),
        page: z.array(z.string()).nullable(),
      }),
    ),
  }),
  agent_id: z.string().nullable(),
  version: z.number().nullable(),
  takes_meetings: z.boolean(),
  snapshot: snapshotShape.nullable(),
  passages: z.array(passageShape),
})

function toAgentDemo(loaded: z.infer<typeof loadedShape>, isTrial: boolean): AgentDemo {
  const { demo, snapshot, passages } = loaded
  const agent = snapshot?.agent
  const here = snapshot?.demos.find((each) => each.demo_id === demo.id)
  const steps = demo.steps.map(({ id, title, description, cards, questions, page }, index) => ({
    id,
    title,
    description,
    // Spec §3 counts from 1; during a reorder, two steps may briefly share a number.
    order: index + 1,
    cards: cards.flatMap((card) => [card.title, card.description]).filter((text) => text.trim() !== ''),
    ...(questions !== null && { questions }),
    ...(page !== null && { page }),
  }))
  const template = { name: demo.name, description: boundText(demo.description), steps: boundNotes(steps) }
  const languages = agent?.languages ?? defaultLanguages
  const [language = 'en'] = languages
  const personality = personalities.find(({ value }) => value === agent?.personality)?.value ?? 'professional'
  return {
    demoId: demo.id,
    workspaceId: demo.workspace_id,
    workspaceName: demo.workspace_name,
    agentId: loaded.agent_id,
    version: loaded.version,
    demo: fillTexts(template, fallbackFiller(readDemoLook({ variables: demo.variables }))),
    template,
    agent: {
      name: agent?.name ?? defaultAgentName,
      personality,
      language,
      languages,
      welcomeMessage: here?.welcome_message ?? agent?.welcome_message ?? null,
      demoScript: boundText(here?.demo_script ?? agent?.demo_script ?? null),
      takesMeetings: loaded.takes_meetings,
      ...(snapshot !== null && { knowledge: toAgentKnowledge(snapshot, passages, new Set(steps.map(({ id }) => id))) }),
    },
    voice: toAgentVoice(
      voiceOptions.find((voice) => voice.value === agent?.voice) ?? defaultVoice,
      language,
      agent?.speed,
    ),
    pronunciations: agent?.pronunciations ?? plainSpeech.pronunciations,
    isTrial,
  }
}

function fillTexts(template: PresentedDemo, fill: (text: string) => string): PresentedDemo {
  return {
    ...template,
    steps: template.steps.map((step) => ({
      ...step,
      title: step.title && fill(step.title),
      description: step.description && fill(step.description),
      cards: (step.cards ?? []).map(fill).filter((text) => text.trim() !== ''),
    })),
  }
}

function toAgentVoice(
  { value, label, gender, pitch, rate }: VoiceOption,
  lang: AgentLanguage,
  speed: number = plainSpeech.speed,
): AgentVoice {
  // A browser's voice gets its rate and the agent's speed in one number; a provider's voice needs only the speed.
  return { value, label, gender, pitch, rate: Math.round(rate * speed * 100) / 100, speed, lang }
}

/**
 * The demo in the first of the visitor's languages that the agent speaks. The same object per language, so that
 * conversations share what is derived from it.
 */
export function speakTo(demo: AgentDemo, wanted: readonly string[]): AgentDemo {
  const language = matchLanguage(wanted, demo.agent.languages ?? defaultLanguages)
  if (language === demo.voice.lang) return demo
  const known = spoken.get(demo) ?? new Map<AgentLanguage, AgentDemo>()
  spoken.set(demo, known)
  const before = known.get(language)
  if (before !== undefined) return before
  const translated = {
    ...demo,
    agent: { ...demo.agent, language, welcomeMessage: welcomeIn(language, demo.agent.welcomeMessage) },
    voice: { ...demo.voice, lang: language },
  }
  known.set(language, translated)
  return translated
}

/** A welcome in another language would sound wrong after the disclosure. */
function welcomeIn(language: AgentLanguage, welcome: string | null): string | null {
  const written = readLanguage(welcome ?? '')
  return written === null || written === language ? welcome : null
}

const spoken = new WeakMap<AgentDemo, Map<AgentLanguage, AgentDemo>>()

/** The conversation's language with the visitor's region, if their browser names one: “de-AT”. */
export function regionalTag({ voice }: AgentDemo, { lang }: Pick<ClientCapabilities, 'lang'>): string {
  return baseLanguage(lang) === voice.lang ? lang : voice.lang
}
