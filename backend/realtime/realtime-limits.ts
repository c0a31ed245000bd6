/** What one client, and all clients of one process, may ask for. */
export interface RealtimeLimits {
  readonly sockets: number
  /** Of people who have not signed in. */
  readonly socketsPerNetwork: number
  readonly socketsPerAccount: number
  /** A client that has joined nothing by then is closed. */
  readonly joinMs: number
  readonly channelsPerSocket: number
  /** Each may select columns of its own, which are then sent on their own. */
  readonly changesPerChannel: number
  readonly joinsPerSecond: number
  /** Each asks the database. Of people who have not signed in. */
  readonly joinsPerNetworkAndMinute: number
  readonly eventsPerSecond: number
  readonly presenceCalls: number
  readonly presenceWindowMs: number
  readonly payloadBytes: number
  /** A client that reads too slowly is let go when more than this waits for it. */
  readonly waitingBytes: number
  /** The same for a client that has not signed in. */
  readonly strangerWaitingBytes: number
  /** A client that says nothing for so long is gone; supabase-js sends a heartbeat every 25 s. */
  readonly silenceMs: number
  /** How often expiry, silence and the other processes are looked at. */
  readonly sweepMs: number
  /** Changes wait for each other this long, so that one question covers several. */
  readonly gatherMs: number
  /** How much one question about changes may cost the database (ChangeQuestion); others come in between two. */
  readonly questionCost: number
  /** How often a process says that its people are still present. */
  readonly aliveMs: number
  /** A process that is not heard of for so long has gone, and its people with it. */
  readonly goneMs: number
  /** How long a change stays readable for a process that lost its connection. */
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
  eventsPerSecond: 10,
  presenceCalls: 5,
  presenceWindowMs: 30_000,
  payloadBytes: 3_000_000,
  waitingBytes: 8_000_000,
  strangerWaitingBytes: 1_000_000,
  silenceMs: 90_000,
  sweepMs: 250,
  gatherMs: 15,
  questionCost: 100_000,
  aliveMs: 2_000,
  goneMs: 7_000,
  keepChangesMs: 60_000,
  httpMessagesPerSecond: 100,
}
