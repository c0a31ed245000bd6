/** Opens a file dialog for audio; null if nothing was chosen. */
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
