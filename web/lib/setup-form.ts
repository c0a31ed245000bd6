import { defaultAgentName, defaultVoice, personalities, voiceOptions, type Personality } from '#domain/agent-options.ts'

/** The onboarding fields of spec §3 without the password, which is never stored. */
export interface SetupForm {
  readonly firstName: string
  readonly email: string
  readonly agentName: string
  readonly agentVoice: string
  readonly personality: Personality
  readonly salesProcess: string
  /** Address of a demo's player; '' while none is chosen. */
  readonly demoUrl: string
  readonly demoScript: string
  readonly welcomeMessage: string
}

export const emptySetup: SetupForm = {
  firstName: '',
  email: '',
  agentName: defaultAgentName,
  agentVoice: defaultVoice.value,
  personality: 'professional',
  salesProcess: '',
  demoUrl: '',
  demoScript: '',
  welcomeMessage: '',
}

/** Parses the stored form of any version: drops unknown fields, defaults missing and invalid ones. */
export function readSetupForm(stored: unknown): SetupForm {
  const data = (typeof stored === 'object' && stored !== null ? stored : {}) as Readonly<Record<string, unknown>>
  const text = (field: keyof SetupForm) => (typeof data[field] === 'string' ? data[field] : emptySetup[field])
  return {
    firstName: text('firstName'),
    email: text('email'),
    agentName: text('agentName'),
    agentVoice: voiceOptions.find(({ value }) => value === data['agentVoice'])?.value ?? emptySetup.agentVoice,
    personality: personalities.find(({ value }) => value === data['personality'])?.value ?? emptySetup.personality,
    salesProcess: text('salesProcess'),
    demoUrl: text('demoUrl'),
    demoScript: text('demoScript'),
    welcomeMessage: text('welcomeMessage'),
  }
}

/** The demo id of a player URL; null for other URLs. */
export function demoIdOf(demoUrl: string): string | null {
  return /\/demo\/([0-9a-f-]{36})\/play/i.exec(demoUrl)?.[1]?.toLowerCase() ?? null
}

/** Where a demo plays, as the form writes it. */
export function playerAddress(demoId: string): string {
  return `${location.origin}/demo/${demoId}/play`
}
