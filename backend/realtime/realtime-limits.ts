export interface RealtimeLimits {
  readonly sockets: number
  /** Anonymous sockets. */
  readonly socketsPerNetwork: number
  readonly socketsPerAccount: number
  /** Closes clients that haven't joined a channel by then. */
  readonly joinMs: number
  readonly channelsPerSocket: number
  /** Each may select its own columns, which needs frames of its own. */
  readonly changesPerChannel: number
  readonly joinsPerSecond: number
  /** Anonymous joins, each of which queries the database. */
  readonly joinsPerNetworkAndMinute: number
  /** The same for signed-in sockets. */
  readonly signedInJoinsPerNetworkAndMinute: number
  readonly eventsPerSecond: number
  readonly presenceCalls: number
  readonly presenceWindowMs: number
  readonly payloadBytes: number
  /** Memory for a join: its topic, presence key and listeners. */
  readonly joinBytes: number
  /** Presence data that a socket may track in all its channels; below, the limit of an anonymous one. */
  readonly presenceBytes: number
  readonly anonPresenceBytes: number
  /** The same for all sockets of a network, because anyone can create accounts. */
  readonly presenceBytesPerNetwork: number
  /** The same in one room, whose whole presence each newcomer gets. */
  readonly presenceBytesInRoom: number
  /** Frames from one network; parsing 3 MB takes some 40 ms. */
  readonly bytesPerSecond: number
  /** Messages and presence of one network, each counted for all of its receivers. */
  readonly spreadBytesPerSecond: number
  /** Evaluating filters of one socket, in steps of 25 ns; and of all sockets of a network. */
  readonly filterStepsPerSecond: number
  readonly filterStepsPerNetworkAndSecond: number
  /** Disconnects a client with more unsent bytes than this. */
  readonly waitingBytes: number
  /** The same for anonymous clients. */
  readonly anonWaitingBytes: number
  /** Unread bytes of all sockets of a network, and of all sockets together. */
  readonly waitingBytesPerNetwork: number
  readonly waitingBytesInTotal: number
  /** Closes silent clients; supabase-js sends a heartbeat every 25 s. */
  readonly silenceMs: number
  /** Interval for checking expiry, silence and other processes. */
  readonly sweepMs: number
  /** Batches changes for this long, so that one query covers several. */
  readonly gatherMs: number
  /** Maximum cost of one permission query (VisibilityCheck), so that other queries get their turn. */
  readonly checkCost: number
  /** Maximum rows times viewers of one permission query for a table. */
  readonly checkPairs: number
  /** Interval of this process's presence heartbeat. */
  readonly heartbeatMs: number
  /** After this silence, a process and everyone present through it count as gone. */
  readonly goneAfterMs: number
  /** How long a disconnected process can still catch up on changes. */
  readonly keepChangesMs: number
  readonly httpMessagesPerSecond: number
}

export const realtimeLimits: RealtimeLimits = {
  sockets: 10_000,
  socketsPerNetwork: 50,
  socketsPerAccount: 100,
  joinMs: 30_000,
  channelsPerSocket: 100,
  changesPerChannel: 100,
  joinsPerSecond: 100,
  joinsPerNetworkAndMinute: 600,
  signedInJoinsPerNetworkAndMinute: 6_000,
  eventsPerSecond: 10,
  presenceCalls: 5,
  presenceWindowMs: 30_000,
  payloadBytes: 3_000_000,
  joinBytes: 100_000,
  presenceBytes: 3_000_000,
  anonPresenceBytes: 100_000,
  presenceBytesPerNetwork: 30_000_000,
  presenceBytesInRoom: 3_000_000,
  bytesPerSecond: 5_000_000,
  spreadBytesPerSecond: 20_000_000,
  filterStepsPerSecond: 400_000,
  filterStepsPerNetworkAndSecond: 1_600_000,
  waitingBytes: 8_000_000,
  anonWaitingBytes: 1_000_000,
  waitingBytesPerNetwork: 64_000_000,
  waitingBytesInTotal: 256_000_000,
  silenceMs: 90_000,
  sweepMs: 250,
  gatherMs: 15,
  checkCost: 100_000,
  checkPairs: 100_000,
  heartbeatMs: 2_000,
  goneAfterMs: 7_000,
  keepChangesMs: 60_000,
  httpMessagesPerSecond: 100,
}

/** Smaller frames are limited by their number. */
export const freeBytes = 16 * 1024
/** A frame counts as at least this many bytes: reading it takes time, too. */
export const frameBytesMin = 200
export const filterBurstSeconds = 3
/** Sent to a channel that is closed because of `spreadBytesPerSecond`. */
export const tooMuch = 'Too much data per second'
