import { createRecordingStore } from '../recording/recording-store.ts'
import type { StreamAnswers, StreamMessage, StreamRequest } from '../stream/stream-messages.ts'
import { openTabStream, type TabStream } from '../stream/tab-stream.ts'

/*
 * The offscreen document that holds the recorded tabs' streams, because a service worker can't. It outlives the service
 * worker, and is closed with the recording.
 */

const store = createRecordingStore()
const streams = new Map<number, TabStream>()
const lookMs = 10_000

// Usually the service worker closes this page with the recording, but it may have died.
setInterval(() => void closeWithoutRecording(), lookMs)

chrome.runtime.onMessage.addListener((message: Partial<StreamMessage>, sender, answer) => {
  if (message.to !== 'frame-stream' || sender.id !== chrome.runtime.id || sender.tab !== undefined) return false
  respond(message as StreamMessage).then(answer, () => answer())
  return true
})

async function closeWithoutRecording(): Promise<void> {
  const recordings = await store.loadRecordings()
  if (!recordings.some(({ state }) => state === 'recording')) window.close()
}

async function respond(message: StreamRequest): Promise<StreamAnswers[StreamRequest['type']]> {
  switch (message.type) {
    case 'start':
      return start(message)
    case 'is-running':
      return streams.has(message.tabId)
    case 'pause':
      for (const stream of streams.values()) stream.setPaused(message.isPaused)
      return true
    case 'screenshot':
      streams.get(message.tabId)?.noteScreenshot(message.frameId, message.at)
      return true
    case 'picture':
      return (await streams.get(message.tabId)?.pictureOf(message, message)) ?? null
  }
}

/** Replaces the tab's stream, whose size may have changed. */
async function start({ tabId, ...rest }: Extract<StreamRequest, { type: 'start' }>): Promise<true> {
  streams.get(tabId)?.stop()
  streams.delete(tabId)
  const stream = await openTabStream({
    ...rest,
    loadScreenshot: async (frameId) => (await store.loadFrame(frameId))?.image ?? null,
    onEnd: () => {
      if (streams.get(tabId) === stream) streams.delete(tabId)
    },
  })
  streams.set(tabId, stream)
  return true
}
