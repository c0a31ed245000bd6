import { createNetworkLimit } from '#backend/http/network-limit.ts'
import { createNetworkSlots } from '#backend/http/network-slots.ts'
import { createSeal, type Seal } from '#backend/mail/sealed-text.ts'
import { procedureCaller } from '#server/backend-access/call-procedure.ts'
import { createCircuitBreaker } from '#server/models/circuit-breaker.ts'
import { createModelBudget } from '#server/models/model-budget.ts'
import type { Models } from '#server/models/models.ts'
import { cacheByWorkspace } from '#server/providers/workspace-cache.ts'
import { RealtimeSession } from '#server/realtime/realtime-session.ts'
import { realtimeWire } from '#server/realtime/realtime-wire.ts'
import { loadRealtimeSettings } from '#server/realtime/workspace-realtime.ts'
import type { ServerBase } from '#server/services.ts'

import { hearingLimits, type HearingLimits } from './hearing-limits.ts'
import { hearingDeadlines, openHearingLine, type HearingDeadlines, type HearingLine } from './hearing-line.ts'
import { hearingWires } from './hearing-wires.ts'
import { TalkHearing, type TalkHearingOptions } from './talk-hearing.ts'
import { chooseHearing, loadHearingSettings, type WorkspaceHearing } from './workspace-hearing.ts'

/** The conversation to recognise, and the workspace that pays. */
export interface HeardTalk {
  readonly workspaceId: string
  readonly agentId: string | null
  readonly conversationId: string
  /** The visitor's network; absent in an author's trial. */
  readonly network?: string
  /** The visitor's address. */
  readonly address: string
  /** BCP 47. */
  readonly lang: string
  readonly emit: TalkHearingOptions['emit']
  readonly onSound: TalkHearingOptions['onSound']
  readonly onDiscard: TalkHearingOptions['onDiscard']
}

/** Speech recognition by a provider, for conversations. */
export interface Hearings {
  /** The workspace's recogniser, cached for half a minute; null if browsers recognise speech. */
  readonly find: (workspaceId: string) => Promise<WorkspaceHearing | null>
  /** Call after a change of settings. */
  readonly forget: (workspaceId: string) => void
  /** Seals the keys of workspaces. */
  readonly seal: Seal
  readonly open: (hearing: WorkspaceHearing, talk: HeardTalk) => TalkHearing
  readonly figures: () => HearingFigures
}

/** Since the start of this process. */
export interface HearingFigures {
  readonly open: number
  readonly opened: number
  readonly lost: number
}

export function createHearings(
  services: ServerBase,
  models: Models,
  { limits: changed = {}, deadlines = hearingDeadlines }: HearingTuning = {},
): Hearings {
  const { config, now, log } = services
  const seal = createSeal(config.embedded?.jwtSecret ?? config.serviceRoleKey, 'hearing keys')
  const limits: HearingLimits = { ...hearingLimits, ...(config.hasAgentLimits ? {} : unlimitedNetworks), ...changed }
  const breaker = createCircuitBreaker(now)
  const reserve = createModelBudget(services)
  const slots = createNetworkSlots(limits.linesPerNetwork)
  const shares = createNetworkLimit({ burst: limits.networkSeconds, refillMs: 3_600_000, now })
  const opens = createNetworkLimit({ burst: limits.opensPerNetwork, refillMs: 600_000, now })
  let opened = 0
  let lost = 0

  function openLine(
    at: WorkspaceHearing,
    { address, lang }: HeardTalk,
    session: RealtimeSession | null,
  ): TalkHearingOptions['openLine'] {
    return (listener) => {
      if (breaker.isOpen(at.account) || slots.taken() >= limits.lines) return null
      const release = slots.take(address)
      if (release === null) return null
      opened += 1
      const line: HearingLine = openHearingLine(
        at.provider === 'realtime' ? realtimeWire(at, lang) : hearingWires[at.provider](at, lang),
        { ...deadlines, mayCallPrivateAddresses: at.mayCallPrivateAddresses },
        {
          ...listener,
          ...(session !== null && { onMessage: (message) => session.receive(message) }),
          onEnd: (problem, sentence, retryAfterMs) => {
            release()
            session?.detach(true)
            listener.onEnd(problem, sentence, retryAfterMs)
          },
        },
      )
      session?.attach(line)
      return {
        ...line,
        close: () => {
          release()
          session?.detach(false)
          line.close()
        },
      }
    }
  }

  async function reserveMinute(at: WorkspaceHearing, { workspaceId, agentId, conversationId, network }: HeardTalk) {
    const minute = microCentsPerDollar * at.pricePerMinute
    if (minute === 0) return () => undefined
    const model = await models.find(workspaceId)
    const budgets = model?.budgets ?? config.modelBudgets
    const who = { workspaceId, agentId, conversationId, ...(network !== undefined && { network }) }
    const use = { ...who, purpose: 'hearing' } as const
    const most = { tokensIn: 0, tokensOut: 0, microCents: Math.ceil(minute) }
    const { settle } = await reserve(use, most, { ...budgets, ...uncounted })
    if (settle === null) return null
    return (seconds: number): void => {
      const used = { tokensIn: 0, tokensOut: 0, microCents: Math.ceil((minute * seconds) / 60) }
      settle(used).catch((error: unknown) =>
        log.warn({ err: error }, 'Could not settle the cost of a minute of speech recognition'),
      )
    }
  }

  return {
    ...cacheByWorkspace(now, async (workspaceId) => {
      const call = procedureCaller(services)
      const [hearing, realtime] = await Promise.all([
        loadHearingSettings(call, workspaceId),
        loadRealtimeSettings(call, workspaceId),
      ])
      return chooseHearing(workspaceId, { hearing, realtime }, config, seal)
    }),
    seal,
    open(hearing, talk) {
      const session = hearing.provider === 'realtime' ? new RealtimeSession() : null
      const { conversationId } = talk
      const answers = `${hearing.account} answers`
      const reserve = () => reserveMinute(hearing, talk)
      return new TalkHearing({
        limits,
        now,
        openLine: openLine(hearing, talk, session),
        reserveMinute: reserve,
        mayOpen: () => opens.take(talk.address),
        mayHear: () => shares.take(talk.address),
        record: (problem, sentence, retryAfterMs) => {
          if (problem === null) return breaker.succeed(hearing.account)
          breaker.fail(hearing.account, retryAfterMs)
          lost += 1
          log.warn({ problem, sentence, conversationId }, 'Speech recognition failed')
        },
        emit: talk.emit,
        onSound: talk.onSound,
        onDiscard: talk.onDiscard,
        realtime: session && {
          session,
          reserveMinute: reserve,
          mayAsk: () => !breaker.isOpen(answers),
          record: (error) => {
            if (error === null) return breaker.succeed(answers)
            breaker.fail(answers)
            log.warn({ err: error, conversationId }, 'The speech-to-speech provider did not answer')
          },
        },
      })
    },
    figures: () => ({ open: slots.taken(), opened, lost }),
  }
}

/** For tests. */
export interface HearingTuning {
  readonly limits?: Partial<HearingLimits>
  readonly deadlines?: HearingDeadlines
}

const microCentsPerDollar = 100_000_000
/** Minutes of audio are neither tokens nor calls of a model. */
const uncounted = { conversation_tokens_max: null, daily_tokens_max: null, daily_turns_max: null } as const
const unlimitedNetworks = {
  networkSeconds: 1_000_000_000,
  linesPerNetwork: 1_000_000,
  opensPerNetwork: 1_000_000,
} as const
