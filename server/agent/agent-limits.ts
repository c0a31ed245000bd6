import { agentTextMax, type SessionLimits } from '#protocol/agent-events.ts'

/** What a public agent lets strangers do. Nothing here costs money; it keeps one visitor from taking it all. */
export interface AgentLimits {
  readonly startsPerNetwork: number
  readonly startsWindowMs: number
  readonly concurrentPerNetwork: number
  readonly concurrent: number
  readonly tokenMs: number
  readonly sessionMs: number
  readonly turns: number
  readonly turnIntervalMs: number
  readonly textCharacters: number
  /** How long a conversation waits for a visitor whose connection dropped. */
  readonly resumeMs: number
  /** How long a responder may think before the turn goes on without it. */
  readonly thinkMs: number
  /** In an hour; fewer than an agent takes from all together. */
  readonly bookingsPerNetwork: number
  /** A connection that hasn't said hello by then is closed. */
  readonly helloMs: number
  /** Connections of a network that have not said hello yet. */
  readonly socketsPerNetwork: number
  /** Connections of this process, with or without a conversation. */
  readonly sockets: number
  /** A visitor that reads too slowly is cut off when more than this waits for it; a browser that comes back gets the rest. */
  readonly waitingBytes: number
  /** What a connection may send in one second before it is closed. */
  readonly eventsPerSecond: number
}

export const agentLimits: AgentLimits = {
  startsPerNetwork: 6,
  startsWindowMs: 10 * 60_000,
  concurrentPerNetwork: 3,
  concurrent: 1_000,
  tokenMs: 10 * 60_000,
  sessionMs: 10 * 60_000,
  turns: 60,
  turnIntervalMs: 1_000,
  textCharacters: agentTextMax,
  resumeMs: 60_000,
  thinkMs: 4_000,
  bookingsPerNetwork: 10,
  helloMs: 10_000,
  socketsPerNetwork: 20,
  sockets: 2_000,
  waitingBytes: 1_000_000,
  eventsPerSecond: 60,
}

/** Those that a browser is told, so that it keeps them by itself. */
export function toSessionLimits({ sessionMs, turns, textCharacters, turnIntervalMs }: AgentLimits): SessionLimits {
  return { sessionMs, turns, textCharacters, turnIntervalMs }
}

/** For an operator who switched the limits on networks off, behind a gateway that has its own. */
export const unlimitedStarts = {
  startsPerNetwork: 1_000_000,
  concurrentPerNetwork: 1_000_000,
  socketsPerNetwork: 1_000_000,
  bookingsPerNetwork: 1_000_000,
} as const
