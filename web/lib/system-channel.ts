import { loadRealtime } from './backend.ts'

/** Spec §7: a realtime channel named system is subscribed, for logging only. It ends with the signal. */
export async function followSystemChannel(signal: AbortSignal): Promise<void> {
  const realtime = await loadRealtime()
  // Otherwise the client joins with the key alone and sends the session's token after that.
  await realtime.setAuth()
  if (signal.aborted) return
  // Private, so that visitors can't send to it.
  const channel = realtime.channel('system', { config: { private: true } })
  channel
    .on('system', {}, (message: unknown) => log(message))
    .subscribe((status, error) => log(error === undefined ? status : `${status}: ${error.message}`))
  signal.addEventListener('abort', () => void realtime.removeChannel(channel), { once: true })
}

function log(what: unknown): void {
  // oxlint-disable-next-line no-console -- the spec asks for a log
  console.debug('Understudy realtime, system:', what)
}
