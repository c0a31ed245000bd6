import type { IncomingMessage, ServerResponse } from 'node:http'

import type { Family, Sample } from './exposition.ts'

/** Counts requests by handler, status and duration. */
export interface RequestCounter {
  /** Call when a request arrives. */
  readonly count: (request: IncomingMessage, response: ServerResponse) => void
  readonly families: () => readonly Family[]
}

export function createRequestCounter(): RequestCounter {
  const byHandler = new Map<Handler, Map<Outcome, Durations>>()
  const refused = new Map<Handler, number>()

  function note(handler: Handler, response: ServerResponse, startedAt: number): void {
    const outcome = outcomeOf(response)
    let outcomes = byHandler.get(handler)
    if (outcomes === undefined) byHandler.set(handler, (outcomes = new Map()))
    let durations = outcomes.get(outcome)
    if (durations === undefined) {
      outcomes.set(outcome, (durations = { counts: bucketSeconds.map(() => 0), sum: 0, count: 0 }))
    }
    const seconds = (performance.now() - startedAt) / 1_000
    const bucket = bucketSeconds.findIndex((most) => seconds <= most)
    if (bucket >= 0) durations.counts[bucket] = (durations.counts[bucket] ?? 0) + 1
    durations.sum += seconds
    durations.count += 1
    if (response.statusCode === 429) refused.set(handler, (refused.get(handler) ?? 0) + 1)
  }

  return {
    count: (request, response) => {
      const handler = handlerOf(request.method ?? '', request.url ?? '')
      if (handler === null) return
      const startedAt = performance.now()
      // Fires when the answer was sent or the client left.
      response.once('close', () => note(handler, response, startedAt))
    },
    families: () => [
      {
        name: 'understudy_http_request_duration_seconds',
        type: 'histogram',
        help: 'Time until the answer was sent, by handler and outcome; "left" means the client disconnected first.',
        samples: [...byHandler].flatMap(([handler, outcomes]) =>
          [...outcomes].flatMap(([status, durations]) => samplesOf({ handler, status }, durations)),
        ),
      },
      {
        name: 'understudy_http_requests_limited_total',
        type: 'counter',
        help: 'Requests answered 429 because of a rate limit.',
        samples: [...refused].map(([handler, value]) => ({ labels: { handler }, value })),
      },
    ],
  }
}

type Outcome = '2xx' | '3xx' | '4xx' | '5xx' | 'left'

interface Durations {
  /** Buckets are separate; they are summed on scrape. */
  readonly counts: number[]
  sum: number
  count: number
}

const bucketSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

function outcomeOf({ headersSent, statusCode }: ServerResponse): Outcome {
  if (!headersSent) return 'left'
  if (statusCode >= 500) return '5xx'
  if (statusCode >= 400) return '4xx'
  return statusCode >= 300 ? '3xx' : '2xx'
}

function samplesOf(labels: Readonly<Record<string, string>>, { counts, sum, count }: Durations): readonly Sample[] {
  let cumulative = 0
  return [
    ...bucketSeconds.map((most, index): Sample => {
      cumulative += counts[index] ?? 0
      return { suffix: '_bucket', labels: { ...labels, le: String(most) }, value: cumulative }
    }),
    { suffix: '_bucket', labels: { ...labels, le: '+Inf' }, value: count },
    { suffix: '_sum', labels, value: sum },
    { suffix: '_count', labels, value: count },
  ]
}

export type Handler =
  | 'auth'
  | 'rest'
  | 'tracking'
  | 'storage'
  | 'realtime'
  | 'agent'
  | 'agents'
  | 'account'
  | 'share'
  | 'models'
  | 'speech'
  | 'player'
  | 'meetings'
  | 'watch'
  | 'pages'

/** Null for the agent's event stream, which stays open for a whole conversation and is counted there. */
export function handlerOf(method: string, url: string): Handler | null {
  if (url.startsWith('/agent/v1/events') && method === 'GET') return null
  if (method === 'POST' && url.startsWith(eventsPath)) return 'tracking'
  for (const [prefix, handler] of handlers) if (url.startsWith(prefix)) return handler
  return 'pages'
}

const eventsPath = '/rest/v1/user_tracking_events'
const handlers: readonly (readonly [prefix: string, handler: Handler])[] = [
  ['/rest/v1/', 'rest'],
  ['/auth/v1/', 'auth'],
  ['/storage/v1/', 'storage'],
  ['/realtime/v1/', 'realtime'],
  ['/agent/v1/', 'agent'],
  ['/agents/v1/', 'agents'],
  ['/account/v1/', 'account'],
  ['/share/v1/', 'share'],
  ['/models/v1/', 'models'],
  ['/speech/v1/', 'speech'],
  ['/hearing/v1/', 'speech'],
  ['/speech-to-speech/v1/', 'speech'],
  ['/demo/', 'player'],
  ['/meeting/', 'meetings'],
  ['/healthz', 'watch'],
  ['/metrics', 'watch'],
]
