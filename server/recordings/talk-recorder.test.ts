import { describe, expect, it } from 'vitest'

import { recordingConsentVersion, type RecordingStop } from '#domain/talk-recording.ts'

import { createSoundBudgets } from './sound-budget.ts'
import { TalkRecorder, type TurnSound } from './talk-recorder.ts'

const terms = { version: recordingConsentVersion, days: 30 }
const frame = new Uint8Array(640).fill(1)

function record({ bytesMax = 1_000_000, isSlow = false } = {}) {
  const budget = createSoundBudgets({ total: bytesMax, perWorkspace: bytesMax })('w')
  const saved: (Pick<TurnSound, 'turnId' | 'bytes' | 'rate'> & { isFirst: boolean })[] = []
  const failures: unknown[] = []
  const work: Promise<void>[] = []
  const disk = Promise.withResolvers<void>()
  if (!isSlow) disk.resolve()
  let answer: RecordingStop | 'gone' | null = null
  const recorder = new TalkRecorder({
    budget,
    save: async ({ turnId, bytes, rate }, { isStored }) => {
      await disk.promise
      saved.push({ turnId, bytes, rate, isFirst: !isStored })
      return answer
    },
    fail: async (error) => void failures.push(error),
    track: (each) => void work.push(each),
    turnId: (turn) => `agent ${turn}`,
  })
  return {
    recorder,
    saved,
    failures,
    disk,
    budget,
    answer: (next: typeof answer) => (answer = next),
    settled: async () => {
      await Promise.all(work)
    },
  }
}

function speak(recorder: TalkRecorder, frames: number): void {
  for (let at = 0; at < frames; at += 1) recorder.hear(frame, true)
}

describe('a talk’s recorder', () => {
  it('records nothing and uses no memory before the visitor accepts', async () => {
    const { recorder, saved, budget, settled } = record({ bytesMax: 100 })
    speak(recorder, 10)
    recorder.beginRemark('one')
    recorder.say(1, frame)
    recorder.stop()
    await settled()
    expect([saved, recorder.state, budget.take(100)]).toEqual([[], null, true])
  })

  it('keeps 300 ms from before the speech, and no other silence', async () => {
    const { recorder, saved, settled } = record()
    recorder.accept(terms)
    for (let at = 0; at < 100; at += 1) recorder.hear(frame, false)
    speak(recorder, 5)
    recorder.beginRemark('one')
    recorder.stop()
    await settled()
    expect(saved).toEqual([{ turnId: 'one', bytes: 20 * 640, rate: 16_000, isFirst: true }])
  })

  it('adds what the visitor says when they continue, as one turn', async () => {
    const { recorder, saved, settled } = record()
    recorder.accept(terms)
    speak(recorder, 2)
    recorder.beginRemark('one')
    speak(recorder, 3)
    recorder.continueRemark(true)
    speak(recorder, 1)
    recorder.beginRemark('two')
    recorder.stop()
    await settled()
    expect(saved.map(({ turnId, bytes, isFirst }) => [turnId, bytes / 640, isFirst])).toEqual([
      ['one', 5, true],
      ['two', 1, false],
    ])
  })

  it('drops the whole remark when its continuation must not be kept, and speech that became no remark', async () => {
    const { recorder, saved, budget, settled } = record({ bytesMax: 10 * 640 })
    recorder.accept(terms)
    speak(recorder, 2)
    recorder.beginRemark('one')
    speak(recorder, 2)
    recorder.continueRemark(false)
    speak(recorder, 2)
    recorder.continueRemark(true)
    speak(recorder, 4)
    recorder.forgetSpeech()
    recorder.stop()
    await settled()
    expect([saved, budget.take(10 * 640)]).toEqual([[], true])
  })

  it('keeps only the part of an interrupted answer that was heard', async () => {
    const { recorder, saved, settled } = record()
    recorder.accept(terms)
    recorder.say(3, new Uint8Array(4_800))
    recorder.say(3, new Uint8Array(4_800))
    recorder.endSaying(150)
    await settled()
    expect(saved).toEqual([{ turnId: 'agent 3', bytes: 2_400, rate: 24_000, isFirst: true }])
  })

  it('stops without memory while the disk is slow, and releases it', async () => {
    const { recorder, saved, failures, disk, budget, settled } = record({ bytesMax: 10 * 640, isSlow: true })
    recorder.accept(terms)
    speak(recorder, 8)
    recorder.beginRemark('one')
    recorder.beginRemark('two')
    speak(recorder, 3)
    expect(recorder.state).toBeNull()
    disk.resolve()
    await settled()
    speak(recorder, 8)
    recorder.accept(terms)
    expect(recorder.state).toBeNull()
    expect([saved.length, failures.length, budget.take(10 * 640)]).toEqual([0, 1, true])
  })

  it.each<RecordingStop | 'gone'>(['talk-limit', 'gone'])('stores nothing more after “%s”', async (reason) => {
    const { recorder, saved, answer, settled } = record()
    recorder.accept(terms)
    answer(reason)
    speak(recorder, 2)
    recorder.beginRemark('one')
    speak(recorder, 2)
    recorder.beginRemark('two')
    await settled()
    speak(recorder, 2)
    recorder.beginRemark('three')
    recorder.stop()
    await settled()
    expect(saved).toHaveLength(1)
  })
})

describe('the memory for sound', () => {
  it('is shared by workspaces, none of which can take it all', () => {
    const budgetOf = createSoundBudgets({ total: 100, perWorkspace: 60 })
    const [one, other] = [budgetOf('one'), budgetOf('other')]
    expect([one.take(60), budgetOf('one').take(1), other.take(41), other.take(40)]).toEqual([true, false, false, true])
    one.release(60)
    expect([other.take(20), one.take(41), one.take(40)]).toEqual([true, false, true])
  })
})
