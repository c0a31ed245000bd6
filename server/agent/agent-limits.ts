import { agentTextMax, type SessionLimits } from '#protocol/agent-events.ts'

/** Limits for visitors of a public agent, so that one visitor can't use up its capacity. Nothing here costs money. */
export interface AgentLimits {
  readonly startsPerNetwork: number
  readonly startsWindowMs: number
  readonly concurrentPerNetwork: number
  readonly concurrent: number
  readonly tokenMs: number
  readonly sessionMs: number
  readonly turns: number
  readonly turnIntervalMs: number
  /** Buttons pressed and forms sent at once; one more each second. */
  readonly presses: number
  readonly textCharacters: number
  /** Sentences that the questions of one network may be compared with at once; refilled within a minute. */
  readonly sentencesPerNetwork: number
  /** How long a conversation survives a dropped connection. */
  readonly resumeMs: number
  /** How long a responder may take before the turn continues without it. */
  readonly thinkMs: number
  /** How long the team's dashboards ring. */
  readonly ringMs: number
  /** A member counts as present if their dashboard was seen this recently. */
  readonly presentMs: number
  /** The agent returns if the dashboard of the member who took over wasn't seen for this long. */
  readonly goneMs: number
  /** How long a member may talk. */
  readonly personMs: number
  /** Per hour for one network; lower than the limit of an agent. */
  readonly bookingsPerNetwork: number
  /** Per day with one agent, so that a network can't fill its calendar. */
  readonly bookingsPerDay: number
  /** A connection that hasn't sent hello by then is closed. */
  readonly helloMs: number
  /** Connections per network that have not sent hello yet. */
  readonly socketsPerNetwork: number
  /** Connections of this process, with or without a conversation. */
  readonly sockets: number
  /** A slow reader is disconnected when more than this is buffered; it gets the rest on reconnect. */
  readonly waitingBytes: number
  /** What a connection may send per second before it is closed. */
  readonly eventsPerSecond: number
  /** Audio frames; a microphone sends 50 per second, and more at once after a stall. */
  readonly framesPerSecond: number
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
  presses: 30,
  textCharacters: agentTextMax,
  sentencesPerNetwork: 60_000,
  resumeMs: 60_000,
  thinkMs: 4_000,
  ringMs: 45_000,
  presentMs: 30_000,
  goneMs: 20_000,
  personMs: 60 * 60_000,
  bookingsPerNetwork: 10,
  bookingsPerDay: 30,
  helloMs: 10_000,
  socketsPerNetwork: 20,
  sockets: 2_000,
  waitingBytes: 1_000_000,
  eventsPerSecond: 60,
  framesPerSecond: 250,
}

/** Limits sent to the browser, which enforces them itself. */
export function toSessionLimits({ sessionMs, turns, textCharacters, turnIntervalMs }: AgentLimits): SessionLimits {
  return { sessionMs, turns, textCharacters, turnIntervalMs }
}

/** For operators who turned per-network limits off behind a gateway with its own. */
export const unlimitedStarts = {
  startsPerNetwork: 1_000_000,
  concurrentPerNetwork: 1_000_000,
  socketsPerNetwork: 1_000_000,
  bookingsPerNetwork: 1_000_000,
  bookingsPerDay: 1_000_000,
  sentencesPerNetwork: 1_000_000_000,
} as const
