/** A sound file that the author chooses; null when they don't. */
export function pickSound(): Promise<File | null> {
  const input = document.createElement('input')
  input.type = 'file'
  input.accept = 'audio/*'
  return new Promise((resolve) => {
    input.addEventListener('change', () => resolve(input.files?.[0] ?? null), { once: true })
    input.addEventListener('cancel', () => resolve(null), { once: true })
    input.click()
  })
}
