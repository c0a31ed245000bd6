/** Why a browser didn't open the microphone, by getUserMedia's error. */
export function microphoneProblem(error: unknown): 'refused' | 'missing' | 'busy' | 'broken' {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'refused'
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'missing'
  return name === 'NotReadableError' || name === 'AbortError' ? 'busy' : 'broken'
}
