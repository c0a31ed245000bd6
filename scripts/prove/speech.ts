import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

import { sampleDemoId } from '#protocol/client-config.ts'
import { AgentVisitor } from '#support/agent-visitor.ts'
import { startFakeSpeech } from '#support/fake-speech.ts'
import { startServer } from '#support/server-process.ts'

/*
 * npm run prove -- speech --talks 200 --seconds 600: talks with a provider's voice on one server; the provider is on
 * loopback. Measures the gaps between audio frames, audio that arrived too late to be played, and the server's
 * processor time and memory.
 */
const { values } = parseArgs({
  options: { talks: { type: 'string', default: '200' }, seconds: { type: 'string', default: '600' } },
})
const talks = Number(values.talks)
const seconds = Number(values.seconds)
const rampMs = 10_000
const sampleSeconds = 5
/** Longer than the agent pauses between turns. */
const quietMs = 10_000
const ticksPerSecond = 100
const goals = { gapMs: 150, cores: 0.25, growth: 1.15 }

const gaps: number[] = []
const total = { turns: 0, frames: 0, late: 0, lost: 0, started: 0 }
const fake = await startFakeSpeech('openai-compatible')
fake.sound = ({ text }) => ({ ms: text.length * 60, delayMs: 120, pace: 5 })
const server = await startServer({
  env: {
    TTS_PROVIDER: 'openai-compatible',
    TTS_URL: fake.url,
    TTS_KEEP: 'off',
    TTS_DAILY_CHARACTERS: '900000000',
    TTS_CONVERSATION_CHARACTERS: '1000000',
    AGENT_LIMITS: 'off',
    LOG_LEVEL: 'fatal',
  },
})
const over = new AbortController()
try {
  // Talks begin at different moments, as visitors do.
  const running = Array.from({ length: talks }, async (_, number) => {
    await pause((number / talks) * rampMs)
    while (!over.signal.aborted) await talk()
  })
  await pause(rampMs + 5_000)
  const before = measure()
  gaps.length = 0
  const memory: number[] = []
  for (let passed = 0; passed < seconds; passed += sampleSeconds) {
    await pause(Math.min(sampleSeconds, seconds - passed) * 1_000)
    memory.push(measure().megabytes)
  }
  const after = measure()
  over.abort()
  await Promise.all(running)
  const sorted = gaps.toSorted((a, b) => a - b)
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  const cores = (after.cpuSeconds - before.cpuSeconds) / seconds
  const first = Math.max(...memory.slice(0, Math.ceil(memory.length / 3)))
  const last = Math.max(...memory.slice(-Math.ceil(memory.length / 3)))
  console.log(
    `gaps between frames: p50 ${at(0.5).toFixed(0)} ms, p99 ${at(0.99).toFixed(0)} ms, most ${at(1).toFixed(0)} ms (n ${sorted.length}); ` +
      `${total.late} of ${total.frames} frames too late to be played`,
  )
  console.log(`processor: ${(cores * 100).toFixed(1)} % of a core; memory: ${first} MB at first, ${last} MB at last`)
  const failed = [at(0.99) > goals.gapMs, cores > goals.cores, last > first * goals.growth, total.turns === 0]
  console.log(
    `speech: tried ${total.started} talks, ${talks} at once, for ${seconds} s: ${total.turns} turns spoken, ${total.lost} lost their voice; ` +
      `failed ${failed.filter(Boolean).length} of ${failed.length} goals (p99 ≤ ${goals.gapMs} ms, ≤ ${goals.cores * 100} % of a core, memory flat, turns spoken)`,
  )
  process.exitCode = failed.includes(true) ? 1 : 0
} finally {
  over.abort()
  await server.stop()
  await fake.close()
}

/** One talk: receives turn after turn until the agent has been silent for a while. */
async function talk(): Promise<void> {
  const visitor = await AgentVisitor.start(server.url, sampleDemoId, 'voice', { tts: true, audioOut: true })
  total.started += 1
  try {
    let from = 0
    while (!over.signal.aborted) {
      const end = await nextOf(visitor, from)
      if (end === null) return
      from = visitor.events.length
      await listen(visitor, end)
      total.turns += 1
    }
  } finally {
    visitor.send({ t: 'ui.click', action: 'end' })
    visitor.close()
  }
}

/** The turn that begins within a few seconds. */
async function nextOf(visitor: AgentVisitor, from: number): Promise<number | null> {
  for (let waited = 0; waited < quietMs && !over.signal.aborted; waited += 100) {
    const end = visitor.events.slice(from).find((event) => event.t === 'turn.end')
    if (end?.t === 'turn.end') return end.turn
    await pause(100)
  }
  return null
}

/** Plays a turn as a browser does: each segment from its first frame, at its own pace. */
async function listen(visitor: AgentVisitor, turn: number): Promise<void> {
  const segs = visitor.events.filter((event) => event.t === 'seg' && event.turn === turn).length
  for (let seg = 0; seg < segs; seg += 1) {
    const isLost = (): boolean => visitor.events.some((event) => event.t === 'voice.lost' && event.turn === turn)
    while (visitor.soundMs(turn, seg) === 0 && !isLost() && !over.signal.aborted) await pause(10)
    if (isLost()) {
      total.lost += 1
      return
    }
    visitor.send({ t: 'play.start', turn, seg })
    const startedAt = Date.now()
    for (;;) {
      const end = visitor.events.find((event) => event.t === 'seg.end' && event.turn === turn && event.seg === seg)
      const playedMs = Date.now() - startedAt
      if (over.signal.aborted || isLost()) return
      if (end?.t === 'seg.end' && playedMs >= end.ms) break
      await pause(20)
    }
    visitor.send({ t: 'play.end', turn, seg })
    count(visitor, turn, seg, startedAt)
  }
  visitor.sound.length = 0
}

function count(visitor: AgentVisitor, turn: number, seg: number, startedAt: number): void {
  const frames = visitor.sound.filter((frame) => frame.turn === turn && frame.seg === seg)
  let playsAt = startedAt
  for (const [index, { at, pcm }] of frames.entries()) {
    const before = frames[index - 1]
    if (before !== undefined) gaps.push(at - before.at)
    if (at > playsAt) total.late += 1
    playsAt += pcm.length / 48
    total.frames += 1
  }
}

function measure(): { readonly cpuSeconds: number; readonly megabytes: number } {
  const fields = readFileSync(`/proc/${server.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]
  return {
    cpuSeconds: (Number(fields[11]) + Number(fields[12])) / ticksPerSecond,
    megabytes: Math.round(Number(kilobytes) / 1_024),
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
